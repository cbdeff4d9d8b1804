// What keeps a footprint from being found decides what helps.
// COVERS: FOOTPRINT FOOTPRINT_WRITTEN FOOTPRINT_PROBE FOOTPRINT_ROWS
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
void walk(int n, int m, const int *key, const int *x, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int node = 0;
    for (int j = 0; j < m; j++)
      node = 2 * node + 1 + (x[node] < key[i]); // expected-warning{{which elements of 'x' it touches is not known before it runs; bound its subscripts by what is known (k & mask), or use an array that is declared with its length [LOFT091]}}
    y[i] = node;
  }
}
void written(int n, int *k, const float *x, float *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    k[i] = k[i] * 3 + 1;
    y[i] = x[k[i]]; // expected-warning{{which elements of 'x' it touches depends on what it writes itself; let a loop before it, which is annotated by itself, keep subscripts and bounds in an array [LOFT161]}}
  }
}
void bound(int n, float *x, float *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int most = (int)(x[i] * 3);
    float s = 0;
    for (int j = 0; j < most; j++)
      s += y[i * 10 + j]; // expected-warning{{'y' it touches depends on what it writes itself}}
    x[i] = s;
  }
}
void rows(unsigned long n, int **rows, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (unsigned long i = 0; i < n; i++) {
    int s = 0;
    for (int j = 1; j < rows[i][0]; j++) // expected-warning{{what it touches depends on what is in rows behind pointers, as those of 'rows'; keep lengths and places in arrays of their own, or declare the arrays that such places are in with their lengths [LOFT163]}}
      s += rows[i][j];
    out[i] = s;
  }
}
void neighbours(int n, int ***near, const int *x, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < n; j++)
      s += x[near[i][j][0]]; // expected-warning{{what it touches depends on what is in rows behind pointers, as those of 'near'; keep lengths and places in arrays of their own, or declare the arrays that such places are in with their lengths [LOFT163]}}
    out[i] = s;
  }
}
