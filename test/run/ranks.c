// Regions that ranks share have the results of one rank, on each rank, for 2 to
// 5 of them: here ranks are forked processes, so that this runs without MPI,
// and sanitized. Random rows, columns, stencils, folds and statements that keep
// arrays.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 LOFT_THREADS=1 %run%t 2> %t.log | FileCheck %s
// CHECK: 48 rounds agree
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// LOG-DAG: rows ({{.*}}): cpu, rank 1 of 3
// LOG-DAG: columns ({{.*}}): cpu, rank 4 of 5
// LOG-DAG: stencil ({{.*}}): cpu, rank 1 of 4: {{.*}}, results stay
// LOG-DAG: tree ({{.*}}): cpu, rank 1 of 2
// LOG-DAG: rank 1 of 2: what stayed comes back
#include "Inputs/pairs.h"

enum { H = 60, W = 256, N = H * W, ROUNDS = 12 };
typedef struct cell {
  int a;
  double d;
} cell;
static int x[N], y[N];
static float f[N];
static cell cells[N];

__attribute__((noinline)) static void
rows(int h, int w, int m) {
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * W + j] = x[i * W + j] * m + i;
}

__attribute__((noinline)) static void
columns(int h, int w, int m) {
#pragma loft
  for (int j = 0; j < w; j++)
    for (int i = 0; i < h; i++)
      x[i * W + j] = y[i * W + W - 1 - j] * m + j;
}

__attribute__((noinline)) static void
stencil(int h, int by, const int *restrict from, int *restrict to) {
#pragma loft
  for (int i = by; i < h - by; i++)
    for (int j = 1; j < W - 1; j++)
      to[i * W + j] =
          from[(i - by) * W + j] - from[(i + by) * W + j] + from[i * W + j - 1];
}

__attribute__((noinline)) static float
tree(int n) {
  float s = 0.5f;
#pragma loft
  for (int i = 0; i < n; i++)
    s += f[i] * f[i];
  return s;
}

__attribute__((noinline)) static long
count(int n, int *most) {
  long s = 0;
  int m = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += (long)x[i] * i;
    m = y[i] > m ? y[i] : m;
  }
  *most = m;
  return s;
}

__attribute__((noinline)) static void
members(int n, int m) {
#pragma loft
  for (int i = 0; i < n; i++) {
    cells[i].a += m * i;
    cells[i].d = cells[i].d * 0.5 + i;
  }
}

static unsigned
next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

// All that round "r" leaves, as one number.
static unsigned long
compute(int r) {
  unsigned seed = (unsigned)r * 77 + 5;
  for (int i = 0; i < N; i++) {
    x[i] = (int)next(&seed) % 1000;
    y[i] = (int)next(&seed) % 1000;
    f[i] = (float)next(&seed) / 700;
    cells[i] = (cell){i, x[i]};
  }
  int h = 2 + (int)next(&seed) % (H - 2), m = (int)next(&seed) % 9, most;
  int *a = x, *b = y, by = 1 + (int)next(&seed) % 3;
  rows(h, 1 + (int)next(&seed) % W, m);
  columns(h, 1 + (int)next(&seed) % W, m);
  members(h * 10, m);
#pragma loft keep(a, b)
  for (int k = 0; k < 6; k++) {
    stencil(h, by, k % 2 ? b : a, k % 2 ? a : b);
    if (k == 3 && r % 2)
      columns(H, 5, 3);
    if (k == 4 && r % 3 == 0)
      break;
  }
  float s = tree(r % 2 ? N : 3 * 4096 + r);
  unsigned long hash = (unsigned long)count(h * W, &most) + (unsigned)most;
  unsigned bits;
  memcpy(&bits, &s, sizeof bits);
  hash = hash * 31 + bits;
  for (int i = 0; i < N; i++) {
    memcpy(&bits, &cells[i].d, sizeof bits);
    hash =
        hash * 31 + (unsigned)(x[i] ^ y[i] * 7) + (unsigned)cells[i].a + bits;
  }
  return hash;
}

int
main(void) {
  unsigned long want[ROUNDS];
  int agree = 0;
  for (int r = 0; r < ROUNDS; r++)
    want[r] = compute(r);
  for (int n = 2; n <= 5; n++) {
    pid_t job = fork(); // the net is of one job each
    int status = 0;
    if (job == 0) {
      pairs_begin(n);
      for (int r = 0; r < ROUNDS; r++)
        status |= compute(r) != want[r];
      _exit(!pairs_end(status));
    }
    waitpid(job, &status, 0);
    agree += status == 0 ? ROUNDS : 0;
  }
  printf("%d rounds agree\n", agree);
  return 0;
}
