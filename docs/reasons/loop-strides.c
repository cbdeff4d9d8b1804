// How many places an iteration goes on is read. Where that is 1 or more, all
// places are looked at at once; a step that may be 0, or lead back, leaves nothing
// but to follow the steps in order.
int f(int n, const int *x) {
  int step[64], sum = 0;
  for (int i = 0; i < 64; i++)
    step[i] = 1 + (x[i] & 31);
#pragma loft
  for (int i = 0; i < n; i += step[i])
    sum += x[i] * x[i];
  return sum;
}
// -- instead
int f(int n, const int *x) {
  unsigned char step[64];
  int sum = 0;
  for (int i = 0; i < 64; i++)
    step[i] = x[i] & 31;
#pragma loft
  for (int i = 0; i < n; i += step[i] + 1)
    sum += x[i] * x[i];
  return sum;
}
