// bench/steps.c: steps of the heat equation, with a norm printed after each 50:
// as regions of 50 steps, and with the step as a function of another file,
// whose results stay on the device because the program asks for it.
//
//   LOFT_OFFLOAD=mandatory steps [SIDE...]
//
// Prints microseconds a step of both, the median of several runs in turns, and
// their ratio. The other file is this one too, compiled with -DSTEP.

// What a point of x becomes, its index is k and that of the one below k + n.
static inline float
heat(const float *x, int n, int k) {
  return x[k] + 0.2f * (x[k - n] + x[k + n] + x[k - 1] + x[k + 1] - 4 * x[k]);
}

#ifdef STEP
void
heat_step(int n, const float *a, float *restrict b) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = heat(a, n, i * n + j);
}
#else
#include "../examples/demo.h"

enum { STEPS = 2000, NORM = 50, RUNS = 5 };

void heat_step(int n, const float *a, float *restrict b);

static double norms[2][STEPS / NORM];

// The sum of squares.
__attribute__((noinline)) static double
square(int n, const float *x) {
  double s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (double)x[i] * x[i];
  return s;
}

// NORM steps in one region; they end in a.
__attribute__((noinline)) static void
steps_seen(int n, float *restrict a, float *restrict b) {
#pragma loft
  for (int k = 0; k < NORM / 2; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i * n + j] = heat(a, n, i * n + j);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i * n + j] = heat(b, n, i * n + j);
  }
}

static void
solve_seen(int n, float *a, float *b) {
#pragma loft keep(a, b)
  for (int k = 0; k < STEPS / NORM; k++) {
    steps_seen(n, a, b);
    norms[0][k] = square(n * n, a);
  }
}

static void
solve_apart(int n, float *a, float *b) {
#pragma loft keep(a, b)
  for (int k = 0; k < STEPS; k += 2) {
    heat_step(n, a, b);
    heat_step(n, b, a);
    if (k % NORM == NORM - 2)
      norms[1][k / NORM] = square(n * n, a);
  }
}

// Microseconds a step.
static double
timed(void (*solve)(int n, float *a, float *b), int n, float *a, float *b) {
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = (float)(i % 100);
  double start = demo_now();
  solve(n, a, b);
  return (demo_now() - start) * 1e6 / STEPS;
}

// Prints the times for a side of n; returns whether the norms are the same.
static int
measure(int n) {
  float *a = demo_alloc((size_t)n * (size_t)n * sizeof *a);
  float *b = demo_alloc((size_t)n * (size_t)n * sizeof *b);
  double t[2][RUNS];
  timed(solve_seen, n, a, b);
  timed(solve_apart, n, a, b);
  for (int r = 0; r < RUNS; r++) {
    t[0][r] = timed(solve_seen, n, a, b);
    t[1][r] = timed(solve_apart, n, a, b);
  }
  for (int k = 0; k < 2; k++)
    qsort(t[k], RUNS, sizeof **t, demo_compare);
  printf("%5d^2: one region %8.2f us a step, another file %8.2f: %.2f\n", n,
         t[0][RUNS / 2], t[1][RUNS / 2], t[1][RUNS / 2] / t[0][RUNS / 2]);
  free(a);
  free(b);
  return !memcmp(norms[0], norms[1], sizeof *norms);
}

int
main(int argc, char **argv) {
  static const int sides[] = {256, 512, 1024, 2048, 4096};
  int right = 1, n = argc > 1 ? argc - 1 : 5;
  for (int k = 0; k < n; k++)
    right &= measure(argc > 1 ? atoi(argv[k + 1]) : sides[k]);
  puts(right ? "the norms are the same" : "WRONG");
  return !right;
}
#endif
