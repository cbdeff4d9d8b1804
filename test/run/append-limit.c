// Counters that stop at a limit, up and down, in all types, at once, and never.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>

enum { N = 3000 };
typedef struct list {
  int *data;
  int count;
  unsigned room;
} list;
static int x[N], out[2 * N], count[N];

static int
keep(int n, int k, int most)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0 && k < most)
      out[k++] = x[i];
  return k;
}

static unsigned long
upto(int n, unsigned long k, unsigned long most)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    count[i] = (int)k;
    if (k <= most && x[i] % 3 == 0)
      out[k++] = x[i];
  }
  return k;
}

static long
down(int n, long k, long least)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0) {
      if (k == least)
        continue;
      out[--k] = x[i];
    }
  return k;
}

static void
push(int n, const int *x, list *v)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (v->count < (long)v->room && x[i] % 3 == 0)
      v->data[v->count++] = i;
}

static void
show(const char *what, long k)
{
  unsigned h = 0;
  for (int i = 0; i < 2 * N; i++) {
    h = h * 31 + (unsigned)(out[i] ^ count[i / 2]);
    out[i] = -i;
  }
  printf("%s %ld %u\n", what, k, h);
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (int)(i * 2654435761u >> 12);
  show("", 0);
  // CHECK-COUNT-5: keep ({{.*}}): cpu
  show("keep", keep(N, 0, 500));
  show("keep", keep(N, 7, 7));
  show("keep", keep(N, 7, 5));
  show("keep", keep(N, 7, INT_MAX));
  show("keep", keep(N, 7, INT_MIN));
  // CHECK-COUNT-3: upto ({{.*}}): cpu
  show("upto", (long)upto(N, 0, 500));
  show("upto", (long)upto(N, 9, 8));
  show("upto", (long)upto(N, 9, 7));
  show("upto", (long)upto(N, 9, ULONG_MAX));
  // CHECK-COUNT-2: down ({{.*}}): cpu
  show("down", down(N, N, N - 500));
  show("down", down(N, N, 0));
  show("down", down(N, N, N + 1));
  // CHECK: down ({{.*}}): original
  show("down", down(N, N, LONG_MIN) + down(0, LONG_MAX, 0) % 1000);
  list v = {out, 3, 300};
  // CHECK: push ({{.*}}): cpu
  push(N, x, &v);
  show("push", v.count);
  // C does not read on where the list is full.
  int *page =
      mmap(0, 2 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  for (int i = 0; i < 1024; i++)
    page[i] = i;
  // CHECK: push ({{.*}}): original
  v.count = 0;
  push(N, page, &v);
  show("push", v.count);
  return 0;
}
