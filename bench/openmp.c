// triad and sum against the same loops with OpenMP by hand, in turns on the
// same arrays: what measures memory differs by more than loops do from one
// process, and one place of its arrays, to the next. Compiled with the plugin
// and -fopenmp; prints medians.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LENGTH = 1 << 22, WARM_UP = 10, TURNS = 60 };
static const double target = 0.95;
static volatile float sink;

// Milliseconds since some time.
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

__attribute__((noinline)) static void
triad(int n, float *a, const float *b, const float *c, float s) {
#pragma loft map
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

__attribute__((noinline)) static void
triad_by_hand(int n, float *a, const float *b, const float *c, float s) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

__attribute__((noinline)) static float
sum(int n, const float *x) {
  float s = 0;
#pragma loft reduce
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

__attribute__((noinline)) static float
sum_by_hand(int n, const float *x) {
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// Orders two times.
static int
compare(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return a < b ? -1 : a > b;
}

// Prints a line of the table; the times are sorted.
static void
report(const char *name, double *lifted, double *by_hand) {
  qsort(lifted, TURNS, sizeof *lifted, compare);
  qsort(by_hand, TURNS, sizeof *by_hand, compare);
  double a = lifted[TURNS / 2], b = by_hand[TURNS / 2];
  printf("%-13s %8.3f %8.3f %8.2fx %8.2fx%s\n", name, a, b, b / a, target,
         b / a >= target ? "" : "  missed");
}

// Runs loop "which": triad, triad by hand, sum, sum by hand.
static void
run(int which, float *a, const float *b, const float *c) {
  if (which == 0)
    triad(LENGTH, a, b, c, 3);
  else if (which == 1)
    triad_by_hand(LENGTH, a, b, c, 3);
  else
    sink = which == 2 ? sum(LENGTH, b) : sum_by_hand(LENGTH, b);
}

int
main(void) {
  static double t[4][TURNS];
  float *a = calloc(LENGTH, sizeof *a), *b = malloc(LENGTH * sizeof *b);
  float *c = malloc(LENGTH * sizeof *c);
  if (!a || !b || !c)
    return 1;
  for (int i = 0; i < LENGTH; i++) {
    b[i] = (float)i;
    c[i] = (float)i / 2;
  }
  for (int turn = -WARM_UP; turn < TURNS; turn++)
    for (int k = 0; k < 4; k++) {
      int which = k ^ (turn & 1); // the second finds arrays in the cache
      double start = now();
      run(which, a, b, c);
      if (turn >= 0)
        t[which][turn] = now() - start;
    }
  printf("milliseconds    lifted  by hand  measured   target\n");
  report("triad", t[0], t[1]);
  report("sum", t[2], t[3]);
  free(a);
  free(b);
  free(c);
  return 0;
}
