// The time a compilation may take is bounded, and code of this size is beyond
// it.
#define M1 x[i]++; x[i]++; x[i]++; x[i]++; x[i]++; x[i]++; x[i]++; x[i]++;
#define M2 M1 M1 M1 M1 M1 M1 M1 M1
#define M3 M2 M2 M2 M2 M2 M2 M2 M2
#define M4 M3 M3 M3 M3 M3 M3 M3 M3
#define M5 M4 M4 M4 M4 M4 M4 M4 M4
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    M5 M5
  }
}
// -- instead
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 65536; k++)
      x[i]++;
}
