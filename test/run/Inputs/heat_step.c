// One step of the heat equation, in another file than the loop over time.
void heat_step(int n, const float *a, float *b);

void
heat_step(int n, const float *a, float *restrict b) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] =
          a[i * n + j] +
          0.2f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] +
                  a[i * n + j + 1] - 4 * a[i * n + j]);
}
