// How many places an iteration goes on is read. Where that is a few, all places
// are looked at, and what is skipped is a state; a step that may be 0, or long,
// leaves nothing but to follow the steps in order.
int f(const unsigned char *s, int n) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i += s[i] + 1)
    sum += s[i] * s[i];
  return sum;
}
// -- instead
int f(const unsigned char *s, int n) {
  int at[256], m = 0, sum = 0;
  for (int i = 0; i < n && m < 256; i += s[i] + 1)
    at[m++] = i;
#pragma loft
  for (int k = 0; k < m; k++)
    sum += s[at[k]] * s[at[k]];
  return sum;
}
