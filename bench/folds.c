// bench/folds.c: scans, choices, filters, sums by key, along dimensions and of
// sparse rows, in sizes that keep a large GPU busy (half a GiB of input).
//
//   LOFT_LOG=2 LOFT_OFFLOAD=mandatory folds [NAME...]
//
// prints each region's time from call to return and what became of its
// results, by which devices are compared: "result" lines agree in every
// character, "about" lines, of floats whose order is free, in most digits. The
// log has device times.
#include "../examples/demo.h"

#include <math.h>

enum {
  ALL = 1 << 27,
  ROWS = 8192,
  COLUMNS = ALL / ROWS,
  FEW = 64,
  BAND_ROWS = 1 << 20, // of the banded matrix
  PER_ROW = 72,
  GRAPH_ROWS = 1 << 21, // of the matrix with rows of any length
  GRAPH = 1 << 25,      // its elements
  KEYS = 1 << 20
};

static int
scan_int(int n, const int *x, int *y) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static float
scan_float(int n, const float *x, float *y) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

static void
smooth(int n, const float *x, float *y) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += 0.25f * (x[i] - s);
    y[i] = s;
  }
}

static int
arg_min(int n, const float *x) {
  float best = INFINITY;
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return at;
}

// The place of the least element of each row.
static void
row_places(int n, int m, const float *restrict x, int *restrict at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float best = INFINITY;
    int k = -1;
    for (int j = 0; j < m; j++)
      if (x[(size_t)i * m + j] < best) {
        best = x[(size_t)i * m + j];
        k = j;
      }
    at[i] = k;
  }
}

static float
spread(int n, const float *x) {
  float lo = INFINITY, hi = -INFINITY;
#pragma loft
  for (int i = 0; i < n; i++) {
    lo = x[i] < lo ? x[i] : lo;
    hi = x[i] > hi ? x[i] : hi;
  }
  return hi - lo;
}

static double
sum_double(long n, const double *x) {
  double s = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}

static int
filter(int n, const int *x, int limit, int *out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < limit)
      out[k++] = x[i];
  return k;
}

static int
find(int n, const int *x, int wanted) {
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == wanted) {
      at = i;
      break;
    }
  return at;
}

static void
count(int n, const int *key, int shift, int *bins) {
#pragma loft
  for (int i = 0; i < n; i++)
    bins[key[i] >> shift]++;
}

static void
add(int n, const int *key, const float *w, float *sums) {
#pragma loft
  for (int i = 0; i < n; i++)
    sums[key[i]] += w[i];
}

static void
row_sums(int n, int m, const float *restrict a, float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      s += a[(long)i * m + j];
    y[i] = s;
  }
}

static void
column_sums(int n, int m, const float *restrict a, float *restrict y) {
#pragma loft
  for (int j = 0; j < m; j++) {
    float s = 0;
    for (int i = 0; i < n; i++)
      s += a[(long)i * m + j];
    y[j] = s;
  }
}

static void
transpose(int n, int m, const float *restrict a, float *restrict b) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[(long)j * n + i] = a[(long)i * m + j];
}

static void
sparse(int n, const int *begin, const int *column, const double *v,
       const double *x, double *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      s += v[k] * x[column[k]];
    y[i] = s;
  }
}

// Prints a checksum of "n" words.
static void
print_words(const char *name, const void *data, size_t n) {
  const uint32_t *p = data;
  uint64_t h = 14695981039346656037u;
  for (size_t k = 0; k < n; k++)
    h = (h ^ p[k]) * 1099511628211u;
  printf("result %s %016llx\n", name, (unsigned long long)h);
}

// Prints sums of n floats of "size" bytes, by which others are compared.
static void
print_floats(const char *name, const void *data, size_t n, int size) {
  double s = 0, squares = 0;
  for (size_t k = 0; k < n; k++) {
    double v = size == 4 ? ((const float *)data)[k] : ((const double *)data)[k];
    s += v;
    squares += v * v;
  }
  printf("about %s %.4g %.4g\n", name, s, squares);
}

// Runs and reports "call"; "print" says what it made.
#define BENCH(name, call, print)                                               \
  do {                                                                         \
    if (demo_is_wanted(argc, argv, name)) {                                    \
      fprintf(stderr, "bench %s\n", name);                                     \
      DEMO_RUN(name, call);                                                    \
      print;                                                                   \
    }                                                                          \
  } while (0)

// The beginnings of "rows" rows that have "all" elements together: most have
// few, some very many.
static int *
power_law(int rows, int all) {
  int *begin = demo_alloc((size_t)(rows + 1) * sizeof *begin);
  double total = 0, sum = 0;
  for (int i = 0; i < rows; i++)
    total += pow(1 + (int)((unsigned)i * 2654435761u % (unsigned)rows), -0.7);
  for (int i = 0; i < rows; i++) {
    begin[i] = (int)(sum / total * all);
    sum += pow(1 + (int)((unsigned)i * 2654435761u % (unsigned)rows), -0.7);
  }
  begin[rows] = all;
  return begin;
}

int
main(int argc, char **argv) {
  int *keys = demo_alloc(sizeof *keys * ALL),
      *out = demo_alloc(sizeof *out * ALL);
  float *x = demo_alloc(sizeof *x * ALL), *y = demo_alloc(sizeof *y * ALL);
  double *d = demo_alloc(sizeof *d * ALL / 2),
         *e = demo_alloc(sizeof *e * GRAPH_ROWS);
  for (size_t k = 0; k < ALL; k++) {
    double r = demo_random();
    keys[k] = (int)(r * KEYS);
    x[k] = (float)(r + 0.001);
    d[k % (ALL / 2)] = r;
  }
  float f = 0;
  double g = 0;
  int at = 0;
  BENCH("scan_int", at = scan_int(ALL, keys, out),
        print_words("scan_int", out, ALL));
  BENCH("scan_float", f = scan_float(ALL / 16, x, y),
        print_floats("scan_float", y, ALL / 16, 4));
  BENCH("scan_float_all", f = scan_float(ALL, x, y),
        print_floats("last", &f, 1, 4));
  BENCH("smooth", smooth(ALL, x, y), print_floats("smooth", y, ALL, 4));
  BENCH("arg_min", at = arg_min(ALL, x), print_words("arg_min", &at, 1));
  BENCH("few_places", row_places(FEW, ALL / FEW, x, out),
        print_words("few_places", out, FEW));
  BENCH("row_places", row_places(ROWS, COLUMNS, x, out),
        print_words("row_places", out, ROWS));
  BENCH("spread", f = spread(ALL, x), print_words("spread", &f, 1));
  BENCH("sum_double", g = sum_double(ALL / 2, d),
        print_floats("sum_double", &g, 1, 8));
  memset(out, 0, sizeof *out * ALL);
  BENCH("filter_tenth", at = filter(ALL, keys, KEYS / 10, out),
        print_words("filter_tenth", out, (size_t)at));
  BENCH("filter_half", at = filter(ALL, keys, KEYS / 2, out),
        print_words("filter_half", out, (size_t)at));
  BENCH("find", at = find(ALL, keys, -1), print_words("find", &at, 1));
  memset(out, 0, sizeof *out * KEYS);
  BENCH("count_256", count(ALL, keys, 12, out),
        print_words("count_256", out, 256));
  memset(out, 0, sizeof *out * KEYS);
  BENCH("count_many", count(ALL, keys, 0, out),
        print_words("count_many", out, KEYS));
  memset(y, 0, sizeof *y * KEYS);
  BENCH("add_many", add(ALL, keys, x, y), print_floats("add_many", y, KEYS, 4));
  BENCH("row_sums", row_sums(ROWS, COLUMNS, x, y),
        print_floats("row_sums", y, ROWS, 4));
  BENCH("column_sums", column_sums(ROWS, COLUMNS, x, y),
        print_floats("column_sums", y, COLUMNS, 4));
  BENCH("transpose", transpose(ROWS, ROWS, x, y),
        print_words("transpose", y, (size_t)ROWS * ROWS));
  int *begin = demo_alloc(sizeof *begin * (BAND_ROWS + 1));
  for (int i = 0; i <= BAND_ROWS; i++)
    begin[i] = i * PER_ROW;
  double *v = demo_alloc(sizeof *v * BAND_ROWS * PER_ROW);
  for (int k = 0; k < BAND_ROWS * PER_ROW; k++) {
    v[k] = d[k % (ALL / 2)];
    out[k] = (k / PER_ROW + k % PER_ROW) % BAND_ROWS;
  }
  BENCH("sparse_band", sparse(BAND_ROWS, begin, out, v, d, e),
        print_floats("sparse_band", e, BAND_ROWS, 8));
  int *rows = power_law(GRAPH_ROWS, GRAPH);
  for (int k = 0; k < GRAPH; k++)
    out[k] = keys[k] * (GRAPH_ROWS / KEYS);
  BENCH("sparse_graph", sparse(GRAPH_ROWS, rows, out, v, d, e),
        print_floats("sparse_graph", e, GRAPH_ROWS, 8));
  return 0;
}
