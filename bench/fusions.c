// bench/fusions.c: regions of two or three loops, each of which reads the
// results of the one before: the original, its loops lifted one by one, and
// lifted as one region. Prints the least times in ms, and how many times as
// fast the region is as the original and as the loops one by one: the gain of
// fusion.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ELEMENTS = 1 << 20, RUNS = 15, KEYS = 256 };

// The arrays of the loops; each version writes others.
typedef struct data {
  const int *x, *key;
  int *t, *u, *y, *h;
} data;

static volatile int sink;

// -- The loops, three times
// ------------------------------------------------------
#define KEEP(LOOP)                                                             \
  LOOP for (int i = 0; i < n; i++) if (x[i] < m) t[k++] = x[i] * 3;
#define SUM(LOOP)                                                              \
  KEEP(LOOP)                                                                   \
  LOOP for (int j = 0; j < k; j++) r += t[j] & 63;
#define COUNT(LOOP)                                                            \
  KEEP(LOOP)                                                                   \
  LOOP for (int j = 0; j < k; j++) h[t[j] & 255]++;
#define MAP(LOOP)                                                              \
  KEEP(LOOP)                                                                   \
  LOOP for (int j = 0; j < k; j++) y[j] = t[j] - j;
#define AGAIN(LOOP)                                                            \
  KEEP(LOOP)                                                                   \
  LOOP for (int j = 0; j < k; j++) if (t[j] & 1) y[r++] = t[j];
#define BEFORE(LOOP)                                                           \
  LOOP for (int i = 0; i < n; i++) t[i] = x[i] * 3 + 1;                        \
  LOOP for (int i = 0; i < n; i++) {                                           \
    r += t[i];                                                                 \
    y[i] = r;                                                                  \
  }
#define PART(LOOP)                                                             \
  LOOP for (int i = 0; i < n; i++) if (x[i] < m) y[k++] = x[i];                \
  LOOP for (int i = 0; i < n; i++) if (x[i] >= m) u[r++] = x[i];

#define ONE_BY_ONE _Pragma("loft")
#define NO_PRAGMA
// "t" is the region's own; "alive": it is the caller's.
#define VERSIONS(NAME, LOOPS, alive)                                           \
  static void NAME##_original(data d, int n, int m) {                          \
    const int *restrict x = d.x;                                               \
    int *restrict t = d.t, *restrict u = d.u, *restrict y = d.y;               \
    int *restrict h = d.h, k = 0, r = 0;                                       \
    LOOPS(NO_PRAGMA)                                                           \
    (void)u, (void)y, (void)h, (void)t, sink = r + k;                          \
  }                                                                            \
  static void NAME##_apart(data d, int n, int m) {                             \
    const int *restrict x = d.x;                                               \
    int *restrict t = d.t, *restrict u = d.u, *restrict y = d.y;               \
    int *restrict h = d.h, k = 0, r = 0;                                       \
    LOOPS(ONE_BY_ONE)                                                          \
    (void)u, (void)y, (void)h, (void)t, sink = r + k;                          \
  }                                                                            \
  static void NAME##_region(data d, int n, int m) {                            \
    const int *restrict x = d.x;                                               \
    int *restrict u = d.u, *restrict y = d.y;                                  \
    int *restrict h = d.h, *restrict of_caller = d.t, result = 0;              \
    (void)of_caller;                                                           \
    _Pragma("loft region") {                                                   \
      int k = 0, r = 0;                                                        \
      alive;                                                                   \
      LOOPS(NO_PRAGMA)                                                         \
      result = r + k;                                                          \
    }                                                                          \
    (void)u, (void)y, (void)h, sink = result;                                  \
  }
#define DIES int t[n]
#define LIVES int *restrict t = of_caller
VERSIONS(sum, SUM, DIES)
VERSIONS(count, COUNT, DIES)
VERSIONS(map, MAP, DIES)
VERSIONS(map_alive, MAP, LIVES)
VERSIONS(again, AGAIN, DIES)
VERSIONS(before, BEFORE, LIVES)
VERSIONS(part, PART, )

// -- Timing -------------------------------------------------------------------
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

typedef void version(data, int, int);

// Times the versions in turns; prints the least times.
static void
measure(const char *what, const data *d, int n, int m, version *const *f) {
  double ms[3] = {1e9, 1e9, 1e9};
  for (int r = 0; r < RUNS; r++)
    for (int k = 0; k < 3; k++) {
      double start = now();
      f[k](d[k], n, m);
      double time = now() - start;
      ms[k] = time < ms[k] ? time : ms[k];
    }
  printf("%-28s %9.3f %9.3f %9.3f %8.2f %8.2f\n", what, ms[0], ms[1], ms[2],
         ms[0] / ms[2], ms[1] / ms[2]);
}

#define MEASURE(what, NAME)                                                    \
  measure(what, d, n, m,                                                       \
          (version *[]){NAME##_original, NAME##_apart, NAME##_region})

int
main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : ELEMENTS, bad = 0;
  int *x = malloc(sizeof *x * (size_t)n);
  data d[3];
  for (int k = 0; k < 3; k++) {
    d[k] = (data){.x = x};
    int **all[] = {&d[k].t, &d[k].u, &d[k].y};
    for (int a = 0; a < 3; a++)
      *all[a] = calloc((size_t)n, sizeof **all[a]);
    d[k].h = calloc(KEYS, sizeof *d[k].h);
  }
  for (int i = 0; i < n; i++)
    x[i] = (int)(((unsigned)i * 2654435761u >> 4) % 100);
  printf("%-28s %9s %9s %9s %8s %8s\n", "fusions", "original", "apart",
         "region", "of orig.", "of apart");
  for (int m = 10; m <= 90; m += 40) {
    printf("%d in 100 survive\n", m);
    MEASURE("filter, sum", sum);
    MEASURE("filter, counts", count);
    MEASURE("filter, map", map);
    MEASURE("filter, map, both live", map_alive);
    MEASURE("filter, filter", again);
    MEASURE("two filters", part);
  }
  int m = 0;
  MEASURE("map, running sum, both live", before);
  for (int k = 1; k < 3; k++)
    bad |= memcmp(d[0].y, d[k].y, sizeof *x * (size_t)n) ||
           memcmp(d[0].u, d[k].u, sizeof *x * (size_t)n) ||
           memcmp(d[0].h, d[k].h, sizeof *d[0].h * KEYS);
  return bad;
}
