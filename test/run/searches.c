// Searches between bounds that move read no more than what lies between those
// they start with: the memory of no other array.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stddef.h>
#include <stdio.h>

enum { N = 200, M = 300 };
static struct {
  float low[M], xs[N], high[M];
} s;

// The last of "xs" that is no larger, as a lower bound raised.
static void
raise_lower(int m, int n, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = 0, hi = n;
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (xs[mid] <= x[i])
        lo = mid;
      else
        hi = mid;
    }
    out[i] = (float)lo;
  }
}

// The first of "xs" that is no smaller, with bounds of type T.
#define HALF_OPEN(name, T, middle)                                             \
  static void name(int m, T n, const float *x, const float *xs, float *out) {  \
    _Pragma("loft required") for (int i = 0; i < m; i++) {                     \
      T lo = 0, hi = n;                                                        \
      while (lo < hi) {                                                        \
        T mid = (middle);                                                      \
        if (xs[mid] < x[i])                                                    \
          lo = mid + 1;                                                        \
        else                                                                   \
          hi = mid;                                                            \
      }                                                                        \
      out[i] = (float)lo;                                                      \
    }                                                                          \
  }
HALF_OPEN(half_open, int, lo + (hi - lo) / 2)
HALF_OPEN(without_sign, unsigned, lo + (hi - lo) / 2)
HALF_OPEN(sizes, size_t, (lo + hi) / 2)

static void
closed(int m, int n, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = 0, hi = n - 1, at = -1;
    while (lo <= hi) {
      int mid = (lo + hi) >> 1;
      if (xs[mid] <= x[i]) {
        at = mid;
        lo = mid + 1;
      } else
        hi = mid - 1;
    }
    out[i] = (float)at;
  }
}

static void
with_break(int m, int n, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = 0, hi = n - 1, at = -1;
    while (lo <= hi) {
      int mid = (lo + hi) / 2;
      if (xs[mid] == x[i]) {
        at = mid;
        break;
      }
      if (xs[mid] < x[i])
        lo = mid + 1;
      else
        hi = mid - 1;
    }
    out[i] = (float)at;
  }
}

// The value at the place that was found, too.
static void
interpolate(int m, int n, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = 0, hi = n - 1;
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (xs[mid] <= x[i])
        lo = mid;
      else
        hi = mid;
    }
    out[i] = xs[lo] + xs[hi];
  }
}

static void
from_within(int m, int from, int to, const float *x, const float *xs,
            float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = from, hi = to;
    while (hi > lo + 1) {
      int mid = lo + (hi - lo) / 2;
      if (xs[mid] <= x[i])
        lo = mid;
      else
        hi = mid;
    }
    out[i] = (float)lo;
  }
}

// A search in the part of "xs" that memory tells.
static void
in_parts(int m, const int *part, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int lo = part[i % 8], hi = part[i % 8 + 1];
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (xs[mid] <= x[i])
        lo = mid;
      else
        hi = mid;
    }
    out[i] = (float)lo;
  }
}

// A walk down that data stops.
static void
walk_down(int m, int n, const float *x, const float *xs, float *out) {
#pragma loft required
  for (int i = 0; i < m; i++) {
    int k = n - 1;
    while (k > 0 && xs[k] > x[i])
      k--;
    out[i] = (float)k;
  }
}

// Prints what stands for the results.
static void
show(const float *out) {
  double sum = 0;
  for (int i = 0; i < M; i++)
    sum += out[i] * (i % 31 + 1);
  printf("%a\n", sum);
}

int
main(void) {
  static float x[M];
  static const int part[] = {0, 20, 50, 60, 61, 61, 100, 150, N};
  for (int i = 0; i < N; i++)
    s.xs[i] = (float)(2 * i);
  for (int i = 0; i < M; i++)
    x[i] = (float)(i * 37 % 401);
  void (*const steps[])(int, int, const float *, const float *, float *) = {
      raise_lower, half_open, closed, with_break, interpolate, walk_down};
  for (int end = 0; end < 2; end++) {
    float *out = end ? s.high : s.low;
    for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++) {
      steps[k](M, N, x, s.xs, out);
      show(out);
    }
    without_sign(M, N, x, s.xs, out);
    show(out);
    sizes(M, N, x, s.xs, out);
    show(out);
    in_parts(M, part, x, s.xs, out);
    show(out);
    from_within(M, 20, 180, x, s.xs, out);
    show(out);
  }
}
