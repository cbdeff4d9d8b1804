// bench/choose.c: the cost of entering and leaving a region when there is
// nothing to do in it.
//
//   clang-22 -O2 -fplugin=build/lib/libloft.so -Iinclude bench/choose.c \
//     -o choose -Lbuild/lib -Wl,-rpath,$PWD/build/lib -lloftrt && ./choose
//
// prints the median time of each way through the runtime. bench/bench.sh does
// that. "choose WAY CALLS" goes one way so many times, for callgrind.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"

enum { BATCHES = 401, CALLS = 500 };

// -- Ways ---------------------------------------------------------------------

// A region made by the plugin: its footprint and its binds count.
static void
axpy(int n, float a, const float *x, float *y) {
#pragma loft map
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}

static float x[4], y[4];

// A kernel without items.
static void
no_items(const uint64_t *args, int64_t lo, int64_t hi) {
  (void)args, (void)lo, (void)hi;
}

static const uint8_t params[] = {LOFT_READ, LOFT_READ | LOFT_WRITE, 0};
static const loft_kernel_desc kernel = {.name = "nothing",
                                        .what = "map",
                                        .cpu = no_items,
                                        .n_params = 3,
                                        .param_kinds = params};
static loft_region_desc region = {.abi_version = LOFT_ABI_VERSION,
                                  .n_binds = 2,
                                  .name = "nothing",
                                  .file = __FILE__,
                                  .n_cpu_kernels = 1,
                                  .cpu_kernels = &kernel};

// Enters region "r" by hand, so that it has as much work as the model is to be
// told, launches that many kernels of "items" items, and leaves.
static void
enter_region(loft_region_desc *r, double work, double in_order, int launches,
             int items) {
  loft_bind binds[] = {{x, 0, 4, 4, LOFT_READ, "x"},
                       {y, 0, 4, 4, LOFT_READ | LOFT_WRITE | LOFT_FULL, "y"}};
  loft_call call = {.binds = binds,
                    .work = work,
                    .in_order = in_order,
                    .launches = launches,
                    .ok = 1};
  int where;
  loft_run *run = loft_region_start(r, &call, 0, &where);
  if (!run)
    return;
  uint64_t args[] = {loft_run_handle(run, 0), loft_run_handle(run, 1), 0};
  for (int k = 0; k < launches; k++)
    loft_run_launch(run, 0, items, 1, 1, args, 0, 5);
  loft_region_leave(run, 0);
}

// The same for the region that is not known to have the original's bits.
static void
enter(double work, double in_order, int launches, int items) {
  enter_region(&region, work, in_order, launches, items);
}

static void
original_small(void) {
  axpy(0, 1, x, y);
}

static void
original_model(void) {
  enter(1e5, 1e5, 0, 0);
}

// Enters a region whose original, which does nothing, is soon known to be the
// fastest.
static void
original_known(void) {
  static loft_region_desc exact;
  if (!exact.n_binds) {
    exact = region;
    exact.flags = LOFT_EXACT;
  }
  if (loft_busy != 0 || !loft_region_settled(&exact, 5e4))
    enter_region(&exact, 5e4, 0, 0, 0);
  if (loft_busy != 0)
    loft_region_original_done(&exact);
}

static void
cpu_model(void) {
  enter(1e5, 0, 0, 0);
}

static void
cpu_asked(void) {
  axpy(0, 1, x, y);
}

static void
cpu_launches(void) {
  enter(1e6, 0, 1000, 4);
}

static void
cpu_long_launches(void) {
  enter(1e9, 0, 1000, 10000);
}

typedef struct way {
  const char *name, *what, *offload;
  void (*go)(void);
  int where;     // that is to be reported; LOFT_RAN_NOTHING: no call is
  double target; // nanoseconds
  int launches;
} way;

static const way ways[] = {
    {"original-small", "original, too little work", "default", original_small,
     LOFT_RAN_NOTHING, 200, 0},
    {"original-model", "original, by the model", "default", original_model,
     LOFT_RAN_ORIGINAL, 200, 0},
    {"original-known", "original, known to be fastest", "default",
     original_known, LOFT_RAN_ORIGINAL, 200, 0},
    {"cpu-model", "CPU, by the model", "default", cpu_model, LOFT_RAN_CPU, 200,
     0},
    {"cpu-asked", "CPU, LOFT_OFFLOAD=cpu, one launch", "cpu", cpu_asked,
     LOFT_RAN_CPU, 200, 0},
    {"launch", "a launch of few items", "default", cpu_launches, LOFT_RAN_CPU,
     50, 1000},
    {"launch-long", "a launch of many items", "default", cpu_long_launches,
     LOFT_RAN_CPU, 500, 1000},
};

// -- Measuring ----------------------------------------------------------------

// Seconds on a clock that only goes forward.
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Orders doubles for qsort.
static int
compare(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

// Goes that way "calls" times.
static void
repeat(const way *w, int calls) {
  loft_set("LOFT_OFFLOAD", w->offload);
  for (int k = 0; k < calls; k++)
    w->go();
}

// Prints the time of one call, or of one launch.
static void
measure(const way *w) {
  static double times[BATCHES];
  int calls = w->launches ? 1 : CALLS, per = w->launches ? w->launches : CALLS;
  repeat(w, calls);
  for (int k = 0; k < BATCHES; k++) {
    double start = now();
    repeat(w, calls);
    times[k] = (now() - start) / per * 1e9;
  }
  qsort(times, BATCHES, sizeof *times, compare);
  double median = times[BATCHES / 2];
  const char *verdict = loft_last_reported(NULL, 0) != w->where ? "elsewhere"
                        : median <= w->target                   ? "ok"
                                                                : "missed";
  printf("%-36s %8.0f %8.0f %8.0f  %s\n", w->what, times[0], median, w->target,
         verdict);
}

int
main(int argc, char **argv) {
  int n = (int)(sizeof ways / sizeof *ways),
      calls = argc > 2 ? atoi(argv[2]) : 0;
  for (int k = 0; k < n && argc > 2; k++)
    if (!strcmp(ways[k].name, argv[1]))
      repeat(&ways[k], calls);
  if (argc > 2)
    return 0;
  printf("%-36s %8s %8s %8s\n", "nanoseconds", "least", "median", "target");
  for (int k = 0; k < n; k++)
    measure(&ways[k]);
  return 0;
}
