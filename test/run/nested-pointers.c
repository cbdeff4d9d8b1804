// Rows behind pointers in structures in structures, in arrays of these, and in
// arrays of pointers in structures; copies of such structures; rows written,
// and ones that overlap, which are the original's.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: inner ({{.*}}): cpu
// CHECK: pairs ({{.*}}): cpu
// CHECK: parts ({{.*}}): cpu
// CHECK: added ({{.*}}): cpu
// CHECK: points ({{.*}}): cpu
// CHECK: copied ({{.*}}): cpu
// CHECK: added ({{.*}}): original
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 300, MOST = 40 };

struct vector {
  double *at;
  int n;
};
struct two {
  double *of[2];
  int n;
};
struct point {
  float x, y;
};
struct cell {
  char mark;
  struct vector v, u[2];
  struct point *p[3];
  struct {
    struct point *q;
    short m;
  } in[2];
};

static struct cell cells[N];
static struct two two[N];
static double memory[N][7][MOST], y[N];
static struct point more[N][4][MOST];
static float z[N];

__attribute__((noinline)) static void
inner(const struct cell *c, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < c[i].v.n; k++)
      s = s * 0.5 + c[i].v.at[k];
    y[i] = s;
  }
}

// The one before, too.
__attribute__((noinline)) static void
pairs(const struct cell *c, int n) {
#pragma loft required
  for (int i = 1; i < n; i++) {
    double s = c[i - 1].v.at[0];
    for (int k = 0; k < c[i].u[1].n; k++)
      s = s * 0.5 + c[i].u[1].at[k] * c[i].u[0].at[0];
    y[i] = s;
  }
}

__attribute__((noinline)) static void
parts(const struct two *t, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i] = t[i].of[1][0] + t[i].of[0][t[i].n - 1];
}

__attribute__((noinline)) static void
added(struct two *t, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < t[i].n; k++)
      t[i].of[1][k] += t[i].of[0][k];
}

__attribute__((noinline)) static void
points(const struct cell *c, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < c[i].in[1].m; k++)
      s = s * 0.5f + c[i].p[2][k].x * c[i].in[1].q[k].y;
    z[i] = s;
  }
}

__attribute__((noinline)) static void
copied(const struct cell *c, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct vector v = c[i].v;
    double s = c[i].mark;
    for (int k = 0; k < v.n; k++)
      s = s * 0.5 + v.at[k];
    y[i] = s;
  }
}

static unsigned
all(void) {
  unsigned h = hash(memory, sizeof memory) * 31 + hash(y, sizeof y);
  return h * 31 + hash(z, sizeof z);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    struct cell *c = &cells[i];
    for (int r = 0; r < 7; r++)
      for (int k = 0; k < MOST; k++)
        memory[i][r][k] = (i * 7 + r * 5 + k * 3) % 101;
    for (int r = 0; r < 4; r++)
      for (int k = 0; k < MOST; k++)
        more[i][r][k] = (struct point){(float)(i % 9 + k), (float)(r - k)};
    c->mark = (char)i;
    c->v = (struct vector){memory[i][0], i % MOST};
    c->u[0] = (struct vector){memory[N - 1 - i][1], 1};
    c->u[1] = (struct vector){memory[i][2], i * 3 % MOST};
    for (int r = 0; r < 3; r++)
      c->p[r] = more[i][r];
    c->in[0].q = NULL;
    c->in[1].q = more[N - 1 - i][3];
    c->in[1].m = (short)(i % 20);
    two[i] = (struct two){{memory[i][3], memory[i * 7 % N][4]}, i % MOST + 1};
  }
  for (int n = 1; n <= N; n = n * 7 + 1) {
    inner(cells, n);
    printf("%d %08x ", n, all());
    pairs(cells, n);
    printf("%08x ", all());
    parts(two, n);
    printf("%08x ", all());
    added(two, n);
    printf("%08x ", all());
    points(cells, n);
    printf("%08x ", all());
    copied(cells, n);
    printf("%08x\n", all());
  }
  two[8].of[1] = two[7].of[1] + 1;
  added(two, 20);
  printf("%08x\n", all());
  return 0;
}
