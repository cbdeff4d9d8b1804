// Calls that do not return, of which the loop computes whether they are reached
// from what it writes: elements of an iteration's own, and counters in memory.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <setjmp.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 400 };
typedef struct buffer {
  int *data;
  unsigned long len, cap;
} buffer;
static int x[N], y[N], z[N], out[N];
static jmp_buf failed;

static _Noreturn void
fail(void)
{
  longjmp(failed, 1);
}
#define check(c) ((c) ? (void)0 : fail())

static void
before(int *restrict y, const int *restrict x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    check(y[i] < 1000);
    y[i] += x[i];
  }
}

static void
behind(int *restrict y, const int *restrict x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2;
    check(y[i] != 222);
  }
}

static void
nested(int *restrict z, const int *restrict x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++) {
      check(z[8 * i + j] != 77);
      z[8 * i + j] = x[i] - z[8 * i + j];
      check(z[8 * i + j] < 2000);
    }
}

static void
all(buffer *b, const int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    check(b->len < b->cap);
    b->data[b->len++] = x[i];
  }
}

static void
some(buffer *b, const int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 1) {
      check(b->len < b->cap);
      b->data[b->len++] = x[i];
    }
}

static void
once(int bad, int at, unsigned long cap)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * 7 % 31;
    y[i] = z[i] = i % 60;
    out[i] = 0;
  }
  buffer b = {out, 3, cap};
  x[at] = bad;
  volatile int where = 0;
  if (!setjmp(failed)) {
    before(y, x, N);
    where = 1;
    before(y, x, N);
    where = 2;
    behind(y, x, N);
    where = 3;
    nested(z, x, N / 8);
    where = 4;
    all(&b, x, N / 2);
    where = 5;
    some(&b, x, N / 4);
    where = 6;
  }
  printf("%d %lu %u %u %u\n", where, b.len, hash(y, sizeof y),
         hash(z, sizeof z), hash(out, sizeof out));
}

int
main(void)
{
  // CHECK: before ({{.*}}): cpu
  // CHECK: behind ({{.*}}): cpu
  // CHECK: nested ({{.*}}): cpu
  // CHECK: all ({{.*}}): cpu
  // CHECK: some ({{.*}}): cpu
  once(3, 7, N);
  once(1200, 7, N);
  once(1200, N - 1, N);
  once(111, 9, N);
  once(111, N - 1, N);
  once(2500, 11, N);
  once(95, 2, N);
  once(5, 0, 60);
  once(5, 0, N / 2 + 2);
  once(5, 0, N / 2 + 3);
  once(5, 0, N / 2 + 30);
  some(NULL, x, 0);
  all((buffer *)16, x, -1);
  return 0;
}
