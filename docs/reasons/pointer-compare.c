// Places are compared by how many elements they are from the start of an array,
// which pointers to elements of different sizes do not count alike.
int f(int n, const int *x) {
  const void *start = x;
  const short *end = (const short *)start + 2 * (n & 63);
  int s = 0;
#pragma loft
  for (const int *p = x; (const void *)p < (const void *)end; p++)
    s += *p;
  return s;
}
// -- instead
int f(int n, const int *x) {
  const int *end = x + (n & 63);
  int s = 0;
#pragma loft
  for (const int *p = x; p < end; p++)
    s += *p;
  return s;
}
