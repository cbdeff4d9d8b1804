// bench/chunks.c: regions whose arrays take more memory than they may have on
// the device (LOFT_MEMORY), which run there in chunks.
//
//   clang-22 -O3 -fplugin=build/lib/libloft.so -Iinclude bench/chunks.c
//     -Lbuild/lib -Wl,-rpath,$PWD/build/lib -lloftrt -o chunks
//   chunks MIB [FILE]
//
// Arrays of MIB MiB each, and a file of that size, which is made where it is
// not there, mapped, and summed up. Runs each region once to warm up, then
// three times as the original, at once, and with LOFT_MEMORY of a half, a
// quarter and an eighth of its memory; prints the least times, the bytes
// that go up and down over the time, and whether chunks give other results.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "loft/loft.h"

enum { WIDTH = 4096 };

static long n; // floats of an array
static float *x, *y;
static const int *file;
static double result;

// y += 1.5 x, in place.
static void
axpy(void) {
#pragma loft
  for (long i = 0; i < n; i++)
    y[i] = 1.5f * x[i] + y[i];
}

// Rows of x with the rows around them.
static void
blur(void) {
  long h = n / WIDTH;
#pragma loft
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < WIDTH - 1; j++)
      y[i * WIDTH + j] =
          0.25f * (x[(i - 1) * WIDTH + j] + x[(i + 1) * WIDTH + j] +
                   x[i * WIDTH + j - 1] + x[i * WIDTH + j + 1]);
}

// The sum of a file of ints.
static void
sum_ints(void) {
  long s = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    s += file[i];
  result = (double)s;
}

// The sum of floats.
static void
sum_floats(void) {
  double s = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    s += x[i];
  result = s;
}

// Seconds since some moment.
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A hash of the arrays after the regions.
static uint64_t
check(void) {
  uint64_t h, r;
  memcpy(&h, &result, sizeof h);
  for (long i = 0; i < n; i += 61) {
    uint32_t bits;
    memcpy(&bits, &y[i], sizeof bits);
    r = (h ^ bits) * UINT64_C(1099511628211);
    h = r ^ r >> 29;
  }
  return h;
}

// Runs "region" from the same values, three times; the least time.
static double
run(void (*region)(void), loft_region_report *report, uint64_t *hash) {
  double best = 1e30;
  for (int k = 0; k < 3; k++) {
    for (long i = 0; i < n; i++)
      y[i] = 1.0f / (float)(i % 1000 + 1);
    result = 0;
    double start = now();
    region();
    double seconds = now() - start;
    best = seconds < best ? seconds : best;
  }
  loft_last_region(report, sizeof *report);
  *hash = check();
  return best;
}

// Prints the times of a region that takes "bytes" of the device.
static void
measure(const char *name, void (*region)(void), double bytes) {
  loft_region_report report;
  uint64_t right = 0, hash;
  loft_set("LOFT_OFFLOAD", "disabled");
  double original = run(region, &report, &hash);
  printf("%-11s original   %9.1f ms\n", name, original * 1e3);
  loft_set("LOFT_OFFLOAD", NULL);
  for (int part = 1; part <= 8; part *= 2) {
    char memory[32];
    snprintf(memory, sizeof memory, "%.0fK", bytes / part / 1024);
    loft_set("LOFT_MEMORY", part == 1 ? NULL : memory);
    double seconds = run(region, &report, &hash);
    right = part == 1 ? hash : right;
    double moved = (double)(report.bytes_up + report.bytes_down);
    printf("%-11s %-10s %9.1f ms %6.2f GB/s on %.24s%s\n", name,
           part == 1 ? "at once" : memory, seconds * 1e3, moved / seconds / 1e9,
           report.device, hash == right ? "" : " DIFFERS");
  }
}

// Maps the file of "bytes" bytes, written where it is shorter.
static const int *
map_file(const char *name, size_t bytes) {
  static int block[1 << 20];
  int fd = open(name, O_RDWR | O_CREAT, 0600);
  if (fd < 0)
    return NULL;
  for (size_t at = (size_t)lseek(fd, 0, SEEK_END); at < bytes;) {
    for (int i = 0; i < 1 << 20; i++)
      block[i] = (int)(at / sizeof *block + (size_t)i) * 2654435761u >> 3;
    ssize_t wrote = write(fd, block, sizeof block);
    if (wrote <= 0)
      return NULL;
    at += (size_t)wrote;
  }
  void *p = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  return p == MAP_FAILED ? NULL : p;
}

int
main(int argc, char **argv) {
  size_t bytes = (size_t)(argc > 1 ? atol(argv[1]) : 64) << 20;
  n = (long)(bytes / sizeof *x);
  x = malloc(bytes);
  y = malloc(bytes);
  file = map_file(argc > 2 ? argv[2] : "chunks.bin", bytes);
  if (!x || !y || !file) {
    fprintf(stderr, "chunks: no memory, or no file\n");
    return 1;
  }
  for (long i = 0; i < n; i++)
    x[i] = (float)(i % 1013) * 0.01f;
  if (!getenv("LOFT_DEVICE"))
    loft_set("LOFT_DEVICE", "0");
  measure("axpy", axpy, 2.0 * (double)bytes);
  measure("blur", blur, 2.0 * (double)bytes);
  measure("sum, file", sum_ints, (double)bytes);
  measure("sum, floats", sum_floats, (double)bytes);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("at most %.0f MiB of memory in use, %.0f of them arrays and file\n",
         (double)used.ru_maxrss / 1024, 3.0 * (double)bytes / (1 << 20));
  return 0;
}
