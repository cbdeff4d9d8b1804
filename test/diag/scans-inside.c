// Running folds along the rows of a map are in order in each row, and no reason
// is given: nothing is to be changed. A state machine has one.
// RUN: %clang -fplugin-arg-loft-remarks -fsyntax-only -Xclang -verify %s
void rows(int n, int m, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map of loop}}
    int s = 0;
    for (int j = 0; j < m; j++) {
      s += x[i * m + j];
      y[i * m + j] = s;
    }
  }
}
void nearest(int n, int m, const float *x, int *at) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map of loop}}
    float best = 1e30f;
    int k = 0;
    for (int j = 0; j < m; j++)
      if (x[i * m + j] < best) {
        best = x[i * m + j];
        k = j;
      }
    at[i] = k;
  }
}
void logistic(int n, int m, float r, float *x) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map of loop}}
    float s = x[i];
    for (int j = 0; j < m; j++)
      s = r * s * (1 - s); // expected-remark{{LOFT}}
    x[i] = s;
  }
}
