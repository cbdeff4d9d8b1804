// Pointers in memory of which only is asked whether they are null: to functions,
// to anything, to structures.
// RUN: %clang -w -O2 -fno-strict-aliasing %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: cmp %t.original %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe %run%t > %t.vulkan 2> %t.log
// RUN: cmp %t.original %t.vulkan
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s

// CHECK-COUNT-7: asks {{.*}}: cpu
// CHECK: asks {{.*}}: original: it gets to a call
// CHECK: overwrites {{.*}}: original: the memory
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 500 };
struct part {
  int value;
};
struct context {
  void (*step)(int);
  void *data;
  struct part *part;
};
static int y[N], calls;

static void
count(int i)
{
  calls += y[i];
}

static void
asks(const struct context *c, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = i;
    if (c->data)
      y[i] ^= ((const int *)c->data)[i];
    if (c->part && c->part->value > 3)
      y[i] -= c->part->value;
    if (c->step != 0)
      c->step(i);
  }
}

// A pointer that may be null besides.
static int
chosen(const struct context *c, int m, int n)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    const void *q = m > 2 ? c->data : 0;
    if (q)
      s += i;
    if (i % 3 && (m > 3 ? c->step : 0))
      s += 1000;
    y[i] = s;
  }
  return s;
}

struct __attribute__((packed)) tight {
  char a;
  int *first, *second;
};

// Devices load no words at odd addresses.
static int
packed(const struct tight *t, int n)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (y[i] > 3) {
      if (t->second)
        s += 1;
      if (t->first)
        s += 100;
    }
  return s;
}

static void
overwrites(struct context *c, char *bytes, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!c->data)
      bytes[i] = (char)(i + 1);
}

int
main(void)
{
  static int data[N];
  struct part parts[2] = {{2}, {9}};
  for (int i = 0; i < N; i++)
    data[i] = i * 7 % 31;
  for (int k = 0; k < 7; k++) {
    struct context c = {0, k & 1 ? data : 0, k > 1 ? &parts[k & 1] : 0};
    asks(&c, N);
    printf("%u\n", hash(y, sizeof y));
  }
  struct tight t = {1, 0, data};
  struct context c = {count, data, 0};
  for (int m = 1; m < 5; m++)
    printf("%d\n", chosen(&c, m, N));
  printf("%d\n", packed(&t, N));
  asks(&c, N);
  asks(0, 0);
  c.data = 0;
  overwrites(&c, (char *)&c, (int)sizeof c);
  printf("%u %d %d\n", hash(y, sizeof y), calls, c.data != 0);
  return 0;
}
