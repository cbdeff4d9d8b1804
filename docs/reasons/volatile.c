// Each access to a volatile object must happen, in order, as written: it may
// be a device.
volatile int v;
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = v;
}
// -- instead
volatile int v;
void f(int n, int *x) {
  int now = v;
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = now;
}
