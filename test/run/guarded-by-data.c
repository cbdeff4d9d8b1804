// Conditions on indices that stand beside conditions on data bound what is
// touched, however they are joined: arrays side by side do not overlap.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 300, M = 40 };
static struct {
  float low[N], b[N], high[N];
  int a[N];
} s;

static void
both(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i >= m && a[i] > 0)
      out[i] = b[i - m];
}

static void
data_first(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (a[i] > 0 && i + m < n)
      out[i] = b[i + m];
}

static void
floats(int n, int m, const float *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i >= m && a[i] > 0.5f)
      out[i] = b[i - m];
}

static void
chosen(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    out[i] = i >= m && a[i] > 0 ? b[i - m] : 1;
}

static void
chosen_twice(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i >= m ? a[i] > 0 : 0)
      out[i] = b[i - m];
}

static void
nested(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if ((i >= m && a[i] > 0) || (i >= 2 * m && a[i] < -3))
      out[i] = b[i - m];
}

static void
in_between(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (i >= m && (a[i] > 0 || a[i] == -3) && i < n - 1)
      out[i] = b[i - m] + b[i - m + 1];
}

static void
negated(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (i < m || a[i] <= 0)
      continue;
    out[i] = b[i - m];
  }
}

static void
without_sign(unsigned n, unsigned m, const int *a, const float *b, float *out) {
#pragma loft required
  for (unsigned i = 0; i < n; i++)
    if (i >= m && a[i] > 0)
      out[i] = b[i - m];
}

static void
rows(int n, int m, const int *a, const float *b, float *out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i > 0 && j > 0 && a[i * m + j] > 0)
        out[i * m + j] = b[(i - 1) * m + j - 1];
}

// Prints what stands for the results.
static void
show(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (s.low[i] + 2 * s.high[i]) * (i % 31 + 1);
  printf("%a\n", sum);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    s.a[i] = i * 7 % 11 - 4;
    s.b[i] = (float)(i * 31 % 97);
  }
  void (*const steps[])(int, int, const int *, const float *, float *) = {
      both, data_first, chosen, chosen_twice, nested, in_between, negated};
  for (int end = 0; end < 2; end++) {
    float *out = end ? s.high : s.low;
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
      steps[k](N, M, s.a, s.b, out);
      show();
    }
    floats(N, M, s.b, s.b, out);
    show();
    without_sign(N, M, s.a, s.b, out);
    show();
    rows(15, 20, s.a, s.b, out);
    show();
  }
}
