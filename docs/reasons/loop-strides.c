// How many places an iteration goes on is read. Where that is 1 or more, all
// places are looked at at once; a step that may be 0, or lead back, leaves nothing
// but to follow the steps in order.
int f(const signed char *s, int n) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i += s[i])
    sum += s[i] * s[i];
  return sum;
}
// -- instead
int f(const signed char *s, int n) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i += (unsigned char)s[i] + 1)
    sum += s[i] * s[i];
  return sum;
}
