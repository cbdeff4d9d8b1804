// bench/cores.c: loops that two cores are to run faster than one, original
// against lifted, side by side, from sizes at which only what entering a region
// costs is seen to arrays beyond the caches. Prints medians in microseconds and
// ratios; a ratio above 1 is a gain.
//
//   cores [NAME...]
//
// With -DBLAS, matrix-vector is measured against cblas_sgemv as well.
#ifndef SIDE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef BLAS
#include <cblas.h>
#endif

enum { RUNS = 15, KEYS = 256, MIDDLES = 8, DEGREE = 8 };

// The data of the loops, of "n" elements, rows or nodes.
typedef struct data {
  int n, m;
  const int *x, *key, *first, *to;
  const float *f, *matrix;
  const double *value, *vector;
  int *out, *bins, *distance;
  float *scanned, *product, (*middle)[3];
  double *sums;
  unsigned char *composite;
} data;

static volatile double sink;

// -- The loops, each twice ----------------------------------------------------
#define SIDE(name) name##_original
#define LOFT
#include "cores.c"
#undef SIDE
#undef LOFT
#define SIDE(name) name##_lifted
#define LOFT _Pragma("loft")
#include "cores.c"

// -- Timing -------------------------------------------------------------------
typedef void loop(const data *d);

static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int
compare(const void *a, const void *b) {
  double x0 = *(const double *)a, x1 = *(const double *)b;
  return (x0 > x1) - (x0 < x1);
}

// The time of a call, of as many as take a tenth of a millisecond.
static double
timed(loop *f, const data *d, int calls) {
  double start = now();
  for (int k = 0; k < calls; k++)
    f(d);
  return (now() - start) / calls;
}

// Times both functions, in turns; prints their medians.
static void
measure(const char *what, const data *d, loop *original, loop *lifted) {
  double t[2][RUNS], once = timed(original, d, 1);
  int calls = once < 100 ? (int)(100 / (once + 0.01)) + 1 : 1;
  timed(lifted, d, calls);
  for (int r = 0; r < RUNS; r++) {
    t[0][r] = timed(original, d, calls);
    t[1][r] = timed(lifted, d, calls);
  }
  qsort(t[0], RUNS, sizeof **t, compare);
  qsort(t[1], RUNS, sizeof **t, compare);
  printf("%-24s %9d %11.2f %11.2f %6.2f\n", what, d->n, t[0][RUNS / 2],
         t[1][RUNS / 2], t[0][RUNS / 2] / t[1][RUNS / 2]);
  fflush(stdout);
}

#ifdef BLAS
static void
product_blas(const data *d) {
  cblas_sgemv(CblasRowMajor, CblasNoTrans, d->n, d->m, 1, d->matrix, d->m, d->f,
              1, 0, d->product, 1);
}
#endif

// -- Data ---------------------------------------------------------------------
// A number below "limit" from "i", as if at random, also to a branch predictor.
static int
scattered(unsigned i, unsigned limit) {
  i = (i ^ i >> 16) * 0x7feb352du;
  i = (i ^ i >> 15) * 0x846ca68bu;
  return (int)(((unsigned long)(i ^ i >> 16) * limit) >> 32);
}

static void *
room(size_t n, size_t size) {
  void *p = calloc(n, size);
  if (!p)
    exit(1);
  return p;
}

// True when the program has no arguments, or "what" is one of them.
static int
wanted(int argc, char **argv, const char *what) {
  for (int k = 1; k < argc; k++)
    if (strcmp(argv[k], what) == 0)
      return 1;
  return argc < 2;
}

int
main(int argc, char **argv) {
  enum { MOST = 1 << 24 };
  static const int sizes[] = {100, 1000, 10000, 100000, 1000000, MOST};
  static const int sides[] = {16, 64, 256, 1024, 4096};
  int *x = room(MOST, sizeof *x), *key = room(MOST, sizeof *key);
  int *first = room(MOST / DEGREE + 2, sizeof *first);
  int *to = room(MOST, sizeof *to), *out = room(MOST, sizeof *out);
  float *f = room(MOST, sizeof *f), *matrix = room(MOST, sizeof *matrix);
  double *value = room(MOST, sizeof *value),
         *vector = room(MOST, sizeof *vector);
  data d = {.x = x, .key = key, .first = first, .to = to, .f = f, .m = 50};
  d.matrix = matrix;
  d.value = value;
  d.vector = vector;
  d.out = out;
  d.bins = room(KEYS, sizeof *d.bins);
  d.distance = room(MOST, sizeof *d.distance);
  d.scanned = room(MOST, sizeof *d.scanned);
  d.product = room(MOST, sizeof *d.product);
  d.middle = room(MIDDLES, sizeof *d.middle);
  d.sums = room(MOST, sizeof *d.sums);
  d.composite = room(MOST, 1);
  for (int i = 0; i < MOST; i++) {
    x[i] = scattered((unsigned)i, 100);
    key[i] = scattered((unsigned)i * 7, KEYS);
    f[i] = 1.0f + (float)scattered((unsigned)i * 3, 1 << 20);
    matrix[i] = value[i] = 0.25f;
  }
  for (int k = 0; k < MIDDLES; k++)
    for (int c = 0; c < 3; c++)
      d.middle[k][c] = (float)scattered((unsigned)(3 * k + c + 9), 1 << 20);
  printf("%-24s %9s %11s %11s %6s\n", "loop", "n", "original", "lifted",
         "ratio");
#define MEASURE(what, name)                                                    \
  if (wanted(argc, argv, #name))                                               \
    measure(what, &d, name##_original, name##_lifted);
  for (int s = 0; s < 6; s++) {
    d.n = sizes[s];
    MEASURE("running sum of i32", scan_int)
    MEASURE("running sum of f32", scan_float)
    MEASURE("place of the least f32", arg_min)
    MEASURE("filter, half stays", filter)
    MEASURE("counts of 256 keys", count)
    MEASURE("sieve", sieve)
    int n = d.n;
    d.n /= DEGREE;
    for (int i = 0; i <= d.n; i++)
      first[i] = i * DEGREE;
    for (int i = 0; i < d.n * DEGREE; i++)
      to[i] = scattered((unsigned)i + 5, (unsigned)d.n);
    MEASURE("sparse matrix-vector", sparse)
    MEASURE("breadth-first search", search)
    d.n = n / 3;
    MEASURE("k-means", nearest)
  }
  for (int s = 0; s < 5; s++) {
    d.n = d.m = sides[s];
    MEASURE("matrix-vector", product)
#ifdef BLAS
    if (wanted(argc, argv, "product"))
      measure("against OpenBLAS", &d, product_blas, product_lifted);
#endif
  }
  return 0;
}
#else

static __attribute__((noinline)) void
SIDE(scan_int)(const data *d) {
  int n = d->n, s = 0, *y = d->out;
  const int *x = d->x;
  LOFT for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

static __attribute__((noinline)) void
SIDE(scan_float)(const data *d) {
  int n = d->n;
  const float *f = d->f;
  float s = 0, *y = d->scanned;
  LOFT for (int i = 0; i < n; i++) {
    s += f[i];
    y[i] = s;
  }
}

static __attribute__((noinline)) void
SIDE(arg_min)(const data *d) {
  int n = d->n, at = -1;
  const float *f = d->f;
  float best = INFINITY;
  LOFT for (int i = 0; i < n; i++) if (f[i] < best) {
    best = f[i];
    at = i;
  }
  sink = at;
}

static __attribute__((noinline)) void
SIDE(filter)(const data *d) {
  int n = d->n, r = 0, limit = d->m, *out = d->out;
  const int *x = d->x;
  LOFT for (int i = 0; i < n; i++) if (x[i] < limit) out[r++] = x[i];
  sink = r;
}

static __attribute__((noinline)) void
SIDE(count)(const data *d) {
  int n = d->n, *bins = d->bins;
  const int *key = d->key;
  LOFT for (int i = 0; i < n; i++) bins[key[i]]++;
}

static __attribute__((noinline)) void
SIDE(sieve)(const data *d) {
  int n = d->n;
  unsigned char *composite = d->composite;
  memset(composite, 0, (size_t)n);
  LOFT for (int i = 2; i * i < n; i++) if (!composite[i]) for (int j = i * i;
                                                               j < n; j += i)
      composite[j] = 1;
}

static __attribute__((noinline)) void
SIDE(sparse)(const data *d) {
  int n = d->n;
  const int *first = d->first, *to = d->to;
  const double *value = d->value, *x = d->vector;
  double *y = d->sums;
  LOFT for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = first[i]; k < first[i + 1]; k++)
      sum += value[k] * x[to[k]];
    y[i] = sum;
  }
}

static __attribute__((noinline)) void
SIDE(search)(const data *d) {
  int n = d->n, level = 0, changed, *distance = d->distance;
  const int *first = d->first, *to = d->to;
  for (int v = 0; v < n; v++)
    distance[v] = v ? -1 : 0;
  LOFT do {
    changed = 0;
    for (int v = 0; v < n; v++)
      if (distance[v] == level)
        for (int e = first[v]; e < first[v + 1]; e++)
          if (distance[to[e]] < 0) {
            distance[to[e]] = level + 1;
            changed = 1;
          }
    level++;
  }
  while (changed)
    ;
}

static __attribute__((noinline)) void
SIDE(nearest)(const data *d) {
  int n = d->n, *out = d->out;
  const float *f = d->f, (*middle)[3] = d->middle;
  LOFT for (int i = 0; i < n; i++) {
    float least = 1e30f;
    int best = 0;
    for (int c = 0; c < MIDDLES; c++) {
      float r = f[3 * i] - middle[c][0], g = f[3 * i + 1] - middle[c][1];
      float b = f[3 * i + 2] - middle[c][2], s = r * r + g * g + b * b;
      if (s < least) {
        least = s;
        best = c;
      }
    }
    out[i] = best;
  }
}

static __attribute__((noinline)) void
SIDE(product)(const data *d) {
  int n = d->n, m = d->m;
  const float *matrix = d->matrix, *x = d->f;
  float *y = d->product;
  LOFT for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += matrix[(long)i * m + j] * x[j];
    y[i] = sum;
  }
}
#endif
