// Counters and sums in memory that conditions change: scalars of the loop,
// stored where C stores them. A pointer that C never follows may be no good.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>

enum { N = 3000 };
typedef struct list {
  int *data;
  int count;
  unsigned short narrow;
  double sum;
} list;
static int x[N], out[2 * N], few[N + 1];

static void
push(int n, const int *x, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      v->data[v->count++] = x[i];
}

static void
split(int n, int *restrict a, long *na, int *b, unsigned *nb)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      a[--*na] = x[i];
    else if (x[i] % 3 == 1)
      b[(*nb)++] = i;
}

static void
tally(int n, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 5 == 1) {
      v->sum += x[i] & 15;
      v->narrow += 3;
    }
}

static void
running(int n, int *out, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 5 == 1) {
      v->sum += x[i] & 15;
      out[i] = (int)v->sum;
    }
}

// There is no list behind a null pointer.
static void
perhaps(int n, const int *x, list *v)
{
#pragma loft region
  {
    if (v)
      for (int i = 0; i < n; i++)
        if (x[i] % 3 == 0)
          v->data[v->count++] = x[i] + 1;
  }
}

// The counter is one of the elements that it appends.
static void
itself(int n, int *a, int *k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      a[(*k)++] = i & 31;
}

static void
show(const char *what, long k)
{
  unsigned h = 0;
  for (int i = 0; i < 2 * N; i++) {
    h = h * 31 + (unsigned)out[i];
    out[i] = -i;
  }
  printf("%s %ld %u\n", what, k, h);
}

int
main(void)
{
  list v = {out, 5, 65000, 1};
  long na = 2 * N;
  unsigned nb = 3;
  for (int i = 0; i < N; i++)
    x[i] = (int)(i * 2654435761u >> 12);
  show("", 0);
  // CHECK: push ({{.*}}): cpu
  push(N, x, &v);
  show("push", v.count);
  // CHECK: split ({{.*}}): cpu
  split(N, out, &na, few, &nb);
  show("split", na * 10000 + nb);
  // CHECK: tally ({{.*}}): cpu
  tally(N, &v);
  show("tally", v.narrow + (long)v.sum * 100000);
  // CHECK: running ({{.*}}): cpu
  running(N, out, &v);
  show("running", (long)v.sum);
  // CHECK: perhaps ({{.*}}): cpu
  // CHECK: perhaps ({{.*}}): cpu
  v.count = 9;
  perhaps(N, x, &v);
  perhaps(N, x, NULL);
  show("perhaps", v.count);
  // CHECK: itself ({{.*}}): cpu
  out[40] = 50;
  itself(N, out, out + 40);
  show("itself", out[40]);
  // CHECK: itself ({{.*}}): original{{.*}}overlaps
  out[40] = 0;
  itself(N, out, out + 40);
  show("itself", out[40]);
  // CHECK: push ({{.*}}): original
  for (int i = 0; i < N; i++)
    few[i] = 1;
  push(N, few, (list *)16);
  return 0;
}
