// Host code between regions that may touch their arrays, in any way, sees what
// they hold; code that cannot touch them brings nothing back.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=1 %run%t \
// RUN:   2>%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: %clang -O0 -Wall -Werror %s -o %t.0 %link
// RUN: %three %t.0
//
// Each step of "apart" brings nothing back, "own" does at its end alone.
// CHECK-COUNT-1: apart{{.*}}what stayed comes back
// CHECK-NOT: apart{{.*}}what stayed
// CHECK-COUNT-5: element{{.*}}a part of what stays comes back
// CHECK: element{{.*}}what stayed comes back
// CHECK-NOT: element{{.*}}what stayed
// CHECK-COUNT-2: rarely{{.*}}what stayed comes back
// CHECK-NOT: rarely{{.*}}what stayed
// CHECK-COUNT-1: members{{.*}}what stayed comes back
// CHECK-NOT: members{{.*}}what stayed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 17 };
static int x[N], y[N], table[N], calls;

#define ROUND                                                                  \
  _Pragma("loft") for (int i = 0; i < N; i++) y[i] = x[i] * 3 + i;             \
  _Pragma("loft") for (int i = 0; i < N; i++) x[i] = y[i] - 7;

// Variables of its own, and memory that is none of the arrays.
__attribute__((noinline)) static int
apart(int times) {
  int even = 0, small[4] = {1, 2, 3, 4};
  for (int k = 0; k < times; k++) {
    ROUND
    even += k % 2 == 0;
    small[k % 4] += even;
    table[k] = small[k % 3];
    calls++;
    for (int i = 0; i < 100; i++)
      table[i] += calls;
  }
  return even + small[2];
}

// One element, each time.
__attribute__((noinline)) static int
element(int times) {
  int s = 0;
  for (int k = 0; k < times; k++) {
    ROUND
    s += x[k * 1000];
    y[k] = s;
  }
  return s;
}

// A loop, a copy and a call, but rarely.
__attribute__((noinline)) static int
rarely(int times) {
  int s = 0;
  for (int k = 0; k < times; k++) {
    ROUND
    if (k == 3) {
      for (int i = 0; i < N; i++)
        s += x[i];
      memcpy(x, y, N / 2);
      printf("%d\n", s);
    }
  }
  return s;
}

// A pointer that may be to anything.
__attribute__((noinline)) static int
pointer(int times, int *p) {
  int s = 0;
  for (int k = 0; k < times; k++) {
    ROUND
    s += *p++;
  }
  return s;
}

// An array whose life ends.
__attribute__((noinline)) static int
local(int times) {
  int s = 0;
  for (int k = 0; k < times; k++) {
    int z[1000];
#pragma loft
    for (int i = 0; i < 1000; i++)
      z[i] = i * k;
    ROUND
#pragma loft
    for (int i = 0; i < 1000; i++)
      z[i] += x[i];
#pragma loft
    for (int i = 0; i < 1000; i++)
      s += z[i];
  }
  return s;
}

// An end in the middle.
__attribute__((noinline)) static int
leave(int times) {
  for (int k = 0; k < times; k++) {
    ROUND
    if (k == 2)
      return k;
  }
  return times;
}

// Members of a structure; what is no float is not in the arrays.
struct grid {
  int n, calls;
  float *u, *v;
};

__attribute__((noinline)) static int
members(int times, struct grid *g) {
  int s = 0;
  for (int k = 0; k < times; k++) {
#pragma loft
    for (int i = 0; i < g->n; i++)
      g->v[i] = g->u[i] * 0.5f + 1;
    s += g->calls;
#pragma loft
    for (int i = 0; i < g->n; i++)
      g->u[i] = g->v[i] - 2;
  }
  return s;
}

static void
show(const char *what, int s) {
  unsigned h = (unsigned)s;
  for (int i = 0; i < N; i++)
    h = (h ^ (unsigned)x[i]) * 16777619u + (unsigned)y[i] + (unsigned)table[i];
  printf("%s %u\n", what, h);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 1000, y[i] = i;
  show("apart", apart(5));
  show("element", element(5));
  show("rarely", rarely(6));
  show("pointer", pointer(3, y + 5));
  show("local", local(3));
  show("leave", leave(5));
  struct grid g = {N, 3, (float *)malloc(N * 4), (float *)malloc(N * 4)};
  for (int i = 0; i < N; i++)
    g.u[i] = (float)i;
  show("members", members(4, &g));
  for (int i = 0; i < N; i++)
    x[i] = (int)(g.u[i] + g.v[i]);
  free(g.u), free(g.v);
  show("u", 0);
  return 0;
}
