// An array has no address on a device. What is told from one, such as whether it
// is aligned, is the same in all iterations, or can be told by a loop before.
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if ((unsigned long)x % 4 == 0)
      x[i] *= 2;
}
// -- instead
void f(int n, float *x) {
  _Bool aligned = (unsigned long)x % 4 == 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (aligned)
      x[i] *= 2;
}
