// One iteration needs what another one wrote, so they cannot run at the same
// time. Running sums, x[i] = x[i] + x[i - 1], and the like are lifted: as scans;
// so are loops that read ahead, x[i] = x[i + 1] + 1. Here the elements read are
// those that no iteration writes if n is at most 32, which a copy says.
void f(int n, float *x) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[i] + x[(i * i + 7) % 16 + 32];
}
// -- instead
void f(int n, float *x) {
  float old[16];
  for (int j = 0; j < 16; j++)
    old[j] = x[32 + j];
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[i] + old[(i * i + 7) % 16];
}
