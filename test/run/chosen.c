// Extrema kept in memory, with their places: *p, s->best, an element of an array.
// What no iteration sets is not written (its page cannot be).
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2> %t.log
// RUN: FileCheck --input-file=%t.log %s
// RUN: %three %t
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
struct stats {
  int best, hits;
  long at;
};
// CHECK: lifted to reduce of 2 values; x read, p read and written
static void
least(int n, const float *x, float *p) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < *p)
      *p = x[i];
}
// CHECK: lifted to reduce of 3 values; p read and written, x read, q written
static void
where(int n, const float *x, float *p, int *q) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (*p <= x[i]) {
      *p = x[i];
      *q = i;
    }
}
// CHECK: lifted to reduce of 3 values; x read, s->best read and written, s->at written
static void
best(int n, const int *x, struct stats *s) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = x[i] ^ 5;
    if (!(v > s->best))
      continue;
    s->best = v;
    s->at = i;
  }
}
// CHECK: lifted to reduce of 2 values; x read, h read and written
static void
element(int n, const int *x, int *h, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[k])
      h[k] = x[i];
}
// A place that changes is none of these.
// CHECK: loop stays as it is
static void
moves(int n, const int *x, int *h) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[i / 2])
      h[i / 2 + 1] = x[i];
}
static float x[5000];
static int y[5000];

int
main(void) {
  int h[4] = {0}, q = -1,
      *never = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  float p = INFINITY, r = -1;
  struct stats s = {-9, 7, -1};
  for (int i = 0; i < 5000; i++) {
    x[i] = i % 7 == 3 ? NAN : (float)(i * 37 % 1009) - 300;
    y[i] = i * 7919 % 5003 - 2500;
  }
  for (int n = 0; n <= 5000; n = n * 9 + 4) {
    least(n, x, &p);
    where(n, x, &r, &q);
    best(n, y, &s);
    element(n, y, h, n & 3);
    printf("%g %g %d, %d %d %ld, %d %d\n", p, r, q, s.best, s.hits, s.at, h[0],
           h[3]);
  }
  p = NAN;
  least(5000, x, &p);
  moves(50, y, (int *)x);
  for (int i = 0; i < 5000; i++)
    y[i] = -1;
  element(5000, y, never, 3);
  printf("%d %d\n", isnan(p), never[3]);
}
