// bench/irregular.c: loops whose writes are placed by data, original against
// lifted, side by side: counts and sums by key, filters, searches, running
// sums. Prints medians in ms and ratios; a ratio above 1 is a gain.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1 << 24, RUNS = 9, SHORT = 50000 };

// The arrays of the loops; each version writes "out" and "sum" of its own.
typedef struct data {
  const int *key, *x;
  const float *weight;
  const double *value;
  int *out;
  float *sum;
  double *product;
} data;

static volatile long sink;

// -- The loops, each twice ----------------------------------------------------
#define COUNT                                                                  \
  for (int i = 0; i < n; i++)                                                  \
    out[key[i]]++;
#define ADD                                                                    \
  for (int i = 0; i < n; i++)                                                  \
    sum[key[i]] += weight[i];
#define SCATTER                                                                \
  for (int i = 0; i < n; i++)                                                  \
    out[key[i]] = x[i];
#define ROWS                                                                   \
  for (int i = 0; i < n; i++)                                                  \
    for (int k = key[i]; k < key[i + 1]; k++)                                  \
      sum[k] += weight[i];
#define FILTER                                                                 \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] < m)                                                              \
      out[r++] = x[i];
#define FILTER_LONG                                                            \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] < m)                                                              \
      out[far++] = x[i];
#define PRODUCT                                                                \
  for (int i = 0; i < n; i++) {                                                \
    double dot = 0;                                                            \
    for (int k = key[i]; k < key[i + 1]; k++)                                  \
      dot += value[k] * value[x[k]];                                           \
    product[i] = dot;                                                          \
  }
#define RUNNING_FLOAT                                                          \
  for (int i = 0; i < n; i++) {                                                \
    total += weight[i];                                                        \
    sum[i] = total;                                                            \
  }
#define FIND                                                                   \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] == m) {                                                           \
      r = i;                                                                   \
      break;                                                                   \
    }
#define WALK                                                                   \
  while (r < n && x[r] != m)                                                   \
    r++;
#define UNTIL                                                                  \
  for (int i = 0; i < n; i++) {                                                \
    if (x[i] == m)                                                             \
      break;                                                                   \
    r += x[i];                                                                 \
  }
#define COPY                                                                   \
  for (; r < n && x[r] != m; r++)                                              \
    out[r] = x[r];
#define LEAVE                                                                  \
  for (int i = 0; i < n; i++)                                                  \
    if (x[i] == m)                                                             \
      return;
#define MOVE                                                                   \
  for (int i = 0; i + 1 < n; i++)                                              \
    out[i] = out[i + 1];
#define RUNNING                                                                \
  for (int i = 0; i < n; i++) {                                                \
    r += x[i];                                                                 \
    out[i] = r;                                                                \
  }

// What the loops use.
#define USES                                                                   \
  const int *key = d.key, *x = d.x;                                            \
  const float *weight = d.weight;                                              \
  const double *value = d.value;                                               \
  int *out = d.out, r = 0;                                                     \
  long long far = 0;                                                           \
  float *sum = d.sum, total = 0;                                               \
  double *product = d.product;                                                 \
  (void)key, (void)x, (void)weight, (void)value, (void)out, (void)sum,         \
      (void)product;

// The functions NAME_original and NAME_lifted.
#define TWICE(name, loop)                                                      \
  static __attribute__((noinline)) void name##_original(data d, int n,         \
                                                        int m) {               \
    USES loop sink = r + m + (long)far + (long)total;                          \
  }                                                                            \
  static __attribute__((noinline)) void name##_lifted(data d, int n, int m) {  \
    USES _Pragma("loft") loop sink = r + m + (long)far + (long)total;          \
  }

TWICE(count, COUNT)
TWICE(add, ADD)
TWICE(scatter, SCATTER)
TWICE(rows, ROWS)
TWICE(filter, FILTER)
TWICE(filter_long, FILTER_LONG)
TWICE(product, PRODUCT)
TWICE(find, FIND)
TWICE(walk, WALK)
TWICE(until, UNTIL)
TWICE(copy, COPY)
TWICE(leave, LEAVE)
TWICE(move, MOVE)
TWICE(running, RUNNING)
TWICE(running_float, RUNNING_FLOAT)

// -- Timing -------------------------------------------------------------------
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
compare(const void *a, const void *b) {
  double x0 = *(const double *)a, x1 = *(const double *)b;
  return (x0 > x1) - (x0 < x1);
}

// Times both functions, in turns; prints their medians. What is short is called
// often, so that the clock does not count.
static void
measure(const char *what, const data *d, int n, int m,
        void (*original)(data, int, int), void (*lifted)(data, int, int)) {
  double t[2][RUNS];
  int calls = SHORT / n + 1;
  for (int r = 0; r < RUNS; r++) {
    double start = now();
    for (int k = 0; k < calls; k++)
      original(d[0], n, m);
    double middle = now();
    for (int k = 0; k < calls; k++)
      lifted(d[1], n, m);
    t[0][r] = (middle - start) / calls;
    t[1][r] = (now() - middle) / calls;
  }
  qsort(t[0], RUNS, sizeof **t, compare);
  qsort(t[1], RUNS, sizeof **t, compare);
  printf("%-28s %9d %9.4f %9.4f %6.2f\n", what, n, t[0][RUNS / 2],
         t[1][RUNS / 2], t[0][RUNS / 2] / t[1][RUNS / 2]);
}

// A number below "limit" from "i", as if at random.
static int
scattered(unsigned i, unsigned limit) {
  return (int)((i * 2654435761u >> 4) % limit);
}

int
main(void) {
  static const int sizes[] = {100, 1000, 100000, 2000000, MOST};
  static const int bins[] = {16, 256, 65536};
  int *key = malloc(MOST * sizeof *key), *x = malloc(MOST * sizeof *x);
  float *weight = malloc(MOST * sizeof *weight);
  double *value = malloc(MOST * sizeof *value);
  data d[2];
  for (int k = 0; k < 2; k++) {
    d[k] = (data){.key = key, .x = x, .weight = weight, .value = value};
    d[k].out = calloc(MOST, sizeof *d[k].out);
    d[k].sum = calloc(MOST, sizeof *d[k].sum);
    d[k].product = calloc(MOST, sizeof *d[k].product);
  }
  for (int i = 0; i < MOST; i++) {
    x[i] = scattered((unsigned)i, 100);
    weight[i] = 0.25f;
    value[i] = i % 7;
  }
  printf("%-28s %9s %9s %9s %6s\n", "irregular", "n", "original", "lifted",
         "ratio");
  for (int s = 0; s < 5; s++) {
    int n = sizes[s];
    for (int b = 0; b < 3; b++) {
      char text[40];
      for (int i = 0; i < n; i++)
        key[i] = scattered((unsigned)i, (unsigned)bins[b]);
      snprintf(text, sizeof text, "counts, %d bins", bins[b]);
      measure(text, d, n, 0, count_original, count_lifted);
      snprintf(text, sizeof text, "sums of f32, %d bins", bins[b]);
      measure(text, d, n, 0, add_original, add_lifted);
    }
    for (int i = 0; i < n; i++)
      key[i] = scattered((unsigned)i, (unsigned)n);
    measure("scatter", d, n, 0, scatter_original, scatter_lifted);
    for (int i = 0; i <= n / 10; i++)
      key[i] = i * 10;
    measure("rows of 10", d, n / 10, 0, rows_original, rows_lifted);
    measure("filter, a tenth", d, n, 10, filter_original, filter_lifted);
    measure("filter, a half", d, n, 50, filter_original, filter_lifted);
    measure("filter, all", d, n, 100, filter_original, filter_lifted);
    measure("filter, 64 bits", d, n, 50, filter_long_original,
            filter_long_lifted);
    measure("sparse product, 10 a row", d, n / 10, 0, product_original,
            product_lifted);
    measure("search, none", d, n, -1, find_original, find_lifted);
    measure("search by while, none", d, n, -1, walk_original, walk_lifted);
    measure("search by return, none", d, n, -1, leave_original, leave_lifted);
    measure("sum until, none", d, n, -1, until_original, until_lifted);
    measure("move down by one", d, n, 0, move_original, move_lifted);
    measure("copy until, none", d, n, -1, copy_original, copy_lifted);
    measure("running sum", d, n, 0, running_original, running_lifted);
    measure("running sum of f32", d, n, 0, running_float_original,
            running_float_lifted);
  }
  return memcmp(d[0].out, d[1].out, MOST * sizeof *d[0].out) != 0;
}
