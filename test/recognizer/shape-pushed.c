// Folds over what earlier iterations stored, by columns, combine along rows.
// What is read of other iterations must be stored by the number of the inner
// one, or by none; sums of floats have an order; along columns nothing is won.
// COVERS: shape-PUSHED
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
void intervals(int n, int *t, const int *w) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of (map + loop of map); t read
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      int best = 1 << 30;
      for (int k = i; k < j; k++)
        best = t[i * n + k] + t[(k + 1) * n + j] < best
                   ? t[i * n + k] + t[(k + 1) * n + j] : best;
      t[i * n + j] = best + w[i] * w[j];
    }
}

void rows(int m, const unsigned *a, unsigned *x) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map + loop of map; x read
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = x[j];
    for (int k = 0; k < j; k++)
      s += a[k * m + j] * x[k];
    x[j] = s;
  }
}

void later(int m, const unsigned *a, unsigned *x) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of reduce add; {{a|x}} read
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = 1;
    for (int k = 0; k < j; k++)
      s += a[k * m + j] * x[k] * x[j];
    x[j] += s;
  }
}

void floats(int m, const float *a, float *x) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of reduce add; x read
#pragma loft
  for (int j = 0; j < m; j++) {
    float s = x[j];
    for (int k = 0; k < j; k++)
      s += a[k * m + j] * x[k];
    x[j] = s;
  }
}

void columns(int m, const unsigned *a, unsigned *x) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of reduce add; x read
#pragma loft
  for (int j = 0; j < m; j++) {
    unsigned s = x[j];
    for (int k = 0; k < j; k++)
      s += a[j * m + k] * x[k];
    x[j] = s;
  }
}

// Rows of m elements: the next iteration's might be those of the next row.
void flat(int n, int m, unsigned *t) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of loop of reduce xor; t read
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      unsigned s = 1;
      for (int k = i + 1; k < j; k++)
        s ^= t[i * m + k] + t[(k + 1) * m + j];
      t[i * m + j] = s;
    }
}
