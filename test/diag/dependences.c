// Which dependence keeps a loop in order is told apart, for what helps against
// one changes the result of another.
// COVERS: RECURRENCE WAVEFRONT OVERWRITTEN WRITTEN_AGAIN READ_BY_DATA LOOP_CARRIED
// RUN: %clang -fsyntax-only -Xclang -verify %s
void flow(int n, float r, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    x[i] = r * x[i - 1] * (1 - x[i - 1]); // expected-warning{{an iteration may read what an earlier one wrote in 'x': a recurrence; its iterations stay in order; annotate a loop around it, or inside it, of which they are independent [LOFT140]}}
}
void flow_and_anti(int n, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    x[i] = x[i + 1] / x[i - 1]; // expected-warning{{LOFT140}}
}
void sort(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (x[j] > x[j + 1]) { // expected-note{{it is read here}}
        int t = x[j];
        x[j] = x[j + 1]; // expected-warning{{LOFT140}}
        x[j + 1] = t; // expected-note{{here too}}
      }
}
void five_points(int n, float (*a)[64]) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j + 1]) / a[i][j - 1]; // expected-warning{{what earlier ones of both its loops wrote in 'a': a wavefront; go along its diagonals, on which the sum of both indices is the same: their elements do not need each other [LOFT141]}}
}
// On a diagonal one element needs the next.
void nine_points(int n, float (*a)[64]) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = a[i - 1][j + 1] / a[i][j - 1]; // expected-warning{{LOFT140}}
}
void anti(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i + 1] > 3)
      x[i] = x[1500 * i + 2]; // expected-warning{{an iteration may read what a later one overwrites in 'x'; read it from a copy made before the loop [LOFT142]}} expected-note@-1{{it is read here}}
}
void output(int n, const int *y, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i % 7 * 2] = y[i]; // expected-warning{{several iterations may write one element of 'x'; write each element in one of them, the last that does; where there is one write, its subscripts may be in an array that a loop before fills [LOFT143]}}
}
void two_writes(int n, const int *y, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    x[i] = y[i]; // expected-warning{{LOFT143}}
    if (y[i])
      x[i / 3] = 7; // expected-note{{it is written here, too}}
  }
}
void by_data(int n, const int *d, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = x[d[i]] + 1; // expected-warning{{'x' is written, and read at a subscript that is data; if what was there before the loop is meant, read it from a copy made before; else its iterations run in order [LOFT144]}}
}
void sizes(int n, int m, int *y, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    y[i * m] = y[(i + 3) * n] + x[i]; // expected-warning{{whether iterations meet in 'y' cannot be told from its subscripts; where old values are meant, read them from a copy made before the loop; where it only writes, its subscripts may be in an array that a loop before fills [LOFT081]}}
}
