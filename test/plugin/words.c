// A remark says what a region became in terms of the IR, then in words.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
void square(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++) // expected-remark{{lifted to map; x written: iterations run at once}}
    x[i] = i * i;
}

int sum(int n, const int *x) {
  int s = 0, m = 0;
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{: parts of the loop run at once, each adds up and finds the greatest}}
    s += x[i];
    m = x[i] > m ? x[i] : m;
  }
  return s + m;
}

void rows(int n, int m, const float *restrict x, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{: iterations run at once, each multiplies up in order}}
    float s = 1;
    for (int j = 0; j < m; j++)
      s *= x[i * m + j];
    y[i] = s;
  }
}

void steps(int n, float *restrict x, float *restrict y) {
#pragma loft region
  { // expected-remark{{: 9 steps run in order, in each of them iterations run at once, then iterations run at once}}
    for (int t = 0; t < 9; t++) {
      for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i + 1]; // expected-note{{it is read here}}
      for (int i = 1; i < n - 1; i++)
        x[i] = y[i]; // expected-remark{{loop runs in order: an iteration may read what an earlier one wrote in 'x'}}
    }
  }
}

void grid(int n, int *x) {
#pragma loft
  for (int i = 0; i < 64; i++) // expected-remark{{: iterations of 2 nested loops run at once, each runs a loop in order}}
    for (int j = 0; j < 64; j++) {
      int v = i ^ j;
      while (v > n)
        v = v / 3;
      x[i * 64 + j] = v;
    }
}

void choice(int n, int m, const int *restrict x, int *restrict y, int *restrict z) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map of (map or map); x read, y written, z written: iterations run at once, each runs a loop in order or runs a loop in order}}
    if (x[i] > 5) {
      for (int j = 0; j < m; j++)
        y[i * m + j] = i;
    } else {
      for (int j = 0; j < m; j++)
        z[i * m + j] = j;
    }
  }
}

void modes(int n, int mode, float *x, float *y) {
#pragma loft region
  { // expected-remark{{lifted to map or reduce add + map; x read and written, y written: iterations run at once, or parts of the loop run at once, each adds up, then iterations run at once}}
    float s = 0;
    if (mode) {
      for (int i = 0; i < n; i++)
        x[i] = i;
    } else {
      for (int i = 0; i < n; i++)
        s += x[i];
    }
    for (int i = 0; i < n; i++)
      y[i] = s;
  }
}

void keyed(const int *key, int *y, int *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++) // expected-remark{{lifted to loop + map; h read and written, key read, y written: chunks of the loop run at once, each folds by key in order, then iterations run at once}}
    y[i] = h[key[i]]++;
}
