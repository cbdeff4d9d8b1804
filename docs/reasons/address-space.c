// Lifted code gets ordinary addresses: of an address space of its own, or of 32
// bits, it has none.
#define NEAR __attribute__((address_space(1)))
void f(int n, int *p) {
  NEAR int *x = (NEAR int *)p;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
// -- instead
#define NEAR __attribute__((address_space(1)))
void f(int n, int *p) {
  NEAR int *x = (NEAR int *)p;
  int copy[64];
  for (int i = 0; i < n; i++)
    copy[i] = x[i];
#pragma loft
  for (int i = 0; i < n; i++)
    copy[i] += 1;
  for (int i = 0; i < n; i++)
    x[i] = copy[i];
}
