// bench/expand.c: rows whose lengths are data, each element of which is added
// to a place chosen at random: fused, as one nest, and unfused, as offsets,
// elements in memory, and their sums. The seven distributions of lengths are
// those of van Gils, Fusion of Expand and Permute in Accelerate, section 5.1.
//
//   clang -O2 -fplugin=libloft.so -fplugin-arg-loft-division=HOW expand.c ..
//   LOFT_OFFLOAD=mandatory expand [DISTRIBUTION [MOST-ROWS]]
//
// A line has the distribution, rows, elements, the least ms of fused and
// unfused regions on the device, and from call to return, arrays staying on the
// device; "wrong" follows where their results differ. bench/expand.py runs all.
#include "loft/loft.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7, MOST_TARGETS = 1000 };

// Lengths from lo to hi; "share" of 100 rows from long_lo to long_hi. Of 100
// elements, "kept" have a place.
typedef struct distribution {
  const char *name;
  int lo, hi, share, long_lo, long_hi, kept, most_rows;
} distribution;

static const distribution distributions[] = {
    {"0-10 R", 0, 10, 0, 0, 0, 100, 200000},
    {"0-100 R", 0, 100, 0, 0, 0, 100, 200000},
    {"1000-3000 R", 1000, 3000, 0, 0, 0, 100, 10000},
    {"75% 1, 25% 0 R", 0, 0, 75, 1, 1, 100, 200000},
    {"90% 0-10, 10% 3000-3500 R", 0, 10, 10, 3000, 3500, 100, 200000},
    {"90% 0-10, 10% 3000-3500 0.75R", 0, 10, 10, 3000, 3500, 75, 200000},
    {"0-10 0.01R", 0, 10, 0, 0, 0, 1, 200000}};

typedef struct data {
  int n, targets, kept;
  int *length, *offset; // of the rows
  uint32_t *seed;       // of the rows
  int *place, *value;   // of the elements, unfused
  int *out;
} data;

// A number from "x", as if at random.
static inline uint32_t
mix(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// What the device took for the last region, in ms.
static double
device_ms(void) {
  loft_region_report r;
  loft_last_region(&r, sizeof r);
  return r.where == LOFT_RAN_VULKAN ? r.ms_device : r.ms;
}

static double
fused(data *d) {
  const int *restrict length = d->length;
  const uint32_t *restrict seed = d->seed;
  int *restrict out = d->out;
  int n = d->n, kept = d->kept;
  uint32_t targets = (uint32_t)d->targets;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < length[i]; k++) {
      uint32_t h = mix(seed[i] + (uint32_t)k);
      if ((int)(h % 100) < kept)
        out[mix(h) % targets] += k & 7;
    }
  return device_ms();
}

static double
unfused(data *d) {
  const int *restrict length = d->length;
  const uint32_t *restrict seed = d->seed;
  int *restrict out = d->out, *restrict offset = d->offset;
  int *restrict place = d->place, *restrict value = d->value;
  int n = d->n, kept = d->kept, total = 0;
  uint32_t targets = (uint32_t)d->targets;
  double ms;
#pragma loft
  for (int i = 0; i < n; i++) {
    total += length[i];
    offset[i + 1] = total;
  }
  ms = device_ms();
#pragma loft
  for (int i = 0; i < n; i++)
    for (int p = offset[i]; p < offset[i + 1]; p++) {
      int k = p - offset[i];
      uint32_t h = mix(seed[i] + (uint32_t)k);
      place[p] = (int)(h % 100) < kept ? (int)(mix(h) % targets) : -1;
      value[p] = k & 7;
    }
  ms += device_ms();
#pragma loft
  for (int p = 0; p < total; p++)
    if (place[p] >= 0)
      out[place[p]] += value[p];
  return ms + device_ms();
}

static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

// The least times of RUNS calls of "run", on the device and in all, after two
// to warm up.
static void
measure(double (*run)(data *), data *d, double *device, double *all) {
  *device = *all = 1e30;
  for (int r = -2; r < RUNS; r++) {
    double start = now(), ms = run(d), took = now() - start;
    if (r < 0)
      continue;
    *device = ms < *device ? ms : *device;
    *all = took < *all ? took : *all;
  }
}

// Rows from "d" and their sum.
static long
fill(const distribution *s, data *d) {
  long total = 0;
  for (int i = 0; i < d->n; i++) {
    uint32_t h = mix((uint32_t)i * 3 + 1), u = mix(h + 7);
    int is_long = (int)(h % 100) < s->share;
    int lo = is_long ? s->long_lo : s->lo, hi = is_long ? s->long_hi : s->hi;
    d->length[i] = lo + (int)(u % (uint32_t)(hi - lo + 1));
    d->seed[i] = mix(u + (uint32_t)i);
    total += d->length[i];
  }
  return total;
}

// One line of the table.
static void
run(const distribution *s, int n) {
  data d = {.n = n, .kept = s->kept};
  d.length = malloc((size_t)n * sizeof *d.length);
  d.seed = malloc((size_t)n * sizeof *d.seed);
  d.offset = calloc((size_t)n + 1, sizeof *d.offset);
  long total = fill(s, &d);
  d.targets = total < MOST_TARGETS ? (int)total : MOST_TARGETS;
  d.place = malloc((size_t)(total + 1) * sizeof *d.place);
  d.value = malloc((size_t)(total + 1) * sizeof *d.value);
  int *first = calloc(MOST_TARGETS, sizeof *first);
  int *second = calloc(MOST_TARGETS, sizeof *second);
  double device[2], all[2];
  d.out = first;
  measure(fused, &d, &device[0], &all[0]);
  d.out = second;
  measure(unfused, &d, &device[1], &all[1]);
  printf("%-30s %7d %9ld %9.4f %9.4f %9.4f %9.4f %s\n", s->name, n, total,
         device[0], device[1], all[0], all[1],
         memcmp(first, second, MOST_TARGETS * sizeof *first) ? "wrong" : "");
  fflush(stdout);
  free(d.length), free(d.seed), free(d.offset), free(d.place), free(d.value);
  free(first), free(second);
}

int
main(int argc, char **argv) {
  static const int sizes[] = {1, 10, 100, 1000, 10000, 100000, 200000};
  enum { ALL = sizeof distributions / sizeof *distributions };
  int only = argc > 1 ? atoi(argv[1]) : -1;
  int most = argc > 2 ? atoi(argv[2]) : 200000;
  for (int k = 0; k < ALL; k++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      if ((only < 0 || only == k) && sizes[s] <= most &&
          sizes[s] <= distributions[k].most_rows)
        run(&distributions[k], sizes[s]);
  return 0;
}
