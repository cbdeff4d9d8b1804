// Elements that are counted down, and taken by who counts them down to a
// number: topological orders as they are written, one element at a time, by
// rounds in two lists, and in one round; leaves that are taken off a tree; and
// elements that get below the number, or start there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: kahn ({{.*}}): cpu
// CHECK-DAG: behind ({{.*}}): cpu
// CHECK-DAG: whole ({{.*}}): cpu
// CHECK-DAG: rounds ({{.*}}): cpu
// CHECK-DAG: one_round ({{.*}}): cpu
// CHECK-DAG: leaves ({{.*}}): cpu
// CHECK-DAG: core ({{.*}}): cpu
// CHECK-NOT: original
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { NODES = 300, LINKS = 4000 };

static int first[NODES + 1], to[LINKS];
static int deg[NODES], level[NODES], parent[NODES];
static int list[NODES + 1], other[NODES + 1], order[NODES];

__attribute__((noinline)) static int
kahn(int tail, int *q, int *deg)
{
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = first[v]; e < first[v + 1]; e++)
      if (--deg[to[e]] == 0)
        q[tail++] = to[e];
  }
  return tail;
}

// What was counted is looked at behind, and the order is an array of its own.
__attribute__((noinline)) static int
behind(int tail, int *q, int *order, int *deg)
{
  int head = 0, m = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    order[m++] = v;
    for (int e = first[v]; e < first[v + 1]; e++) {
      int w = to[e];
      deg[w]--;
      if (!deg[w])
        q[tail++] = w;
    }
  }
  return m;
}

// With the counts, in the same region.
__attribute__((noinline)) static int
whole(int n, int count, int *q, int *deg)
{
#pragma loft region required
  {
    for (int i = 0; i < n; i++)
      deg[i] = 0;
    for (int e = 0; e < first[n]; e++)
      deg[to[e]]++;
    for (int head = 0; head < count; head++) {
      int v = q[head];
      for (int e = first[v]; e < first[v + 1]; e++)
        if (deg[to[e]]-- == 1)
          q[count++] = to[e];
    }
  }
  return count;
}

__attribute__((noinline)) static int
rounds(int n, int *now, int *next, int *deg, int *level)
{
  int r = 0;
#pragma loft required
  while (n > 0) {
    int m = 0;
    for (int i = 0; i < n; i++) {
      level[now[i]] = r;
      for (int e = first[now[i]]; e < first[now[i] + 1]; e++) {
        int w = to[e];
        if (--deg[w] == 0)
          next[m++] = w;
      }
    }
    int *t = now;
    now = next;
    next = t;
    n = m;
    r++;
  }
  return r;
}

__attribute__((noinline)) static int
one_round(int n, const int *now, int *next, int *deg)
{
  int m = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int e = first[now[i]]; e < first[now[i] + 1]; e++)
      if (--deg[to[e]] == 0)
        next[m++] = to[e];
  return m;
}

// One element each.
__attribute__((noinline)) static int
leaves(int tail, int *q, int *deg)
{
  int head = 0;
#pragma loft required
  while (head < tail) {
    int p = parent[q[head++]];
    if (p >= 0 && --deg[p] == 0)
      q[tail++] = p;
  }
  return tail;
}

// To a number, in steps of 2.
__attribute__((noinline)) static int
core(int tail, int *q, int *deg, int k)
{
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = first[v]; e < first[v + 1]; e++) {
      int w = to[e];
      deg[w] -= 2;
      if (w != 5 && deg[w] == k)
        q[tail++] = w;
    }
  }
  return tail;
}

// Links from nodes to later ones, if "back" is 0.
static void
make(int n, int back)
{
  unsigned r = 7;
  int m = 0;
  memset(first, 0, sizeof first);
  for (int v = 0; v < n; v++) {
    first[v] = m;
    parent[v] = v % 9 ? v - 1 - v % 9 / 2 : v / 9 - 1;
    for (int k = 0; k < (v * 5) % 12 && m < LINKS; k++) {
      r = r * 1664525u + 1013904223u;
      int w = v + 1 + (int)(r >> 9) % (k % 3 ? 9 : 40);
      if (back && r % 13 == 0)
        w = (int)(r >> 20) % n;
      if (w < n)
        to[m++] = w;
    }
  }
  for (int v = n; v <= NODES; v++)
    first[v] = m;
}

// Starts from nodes without links to them; "more" is added to some degrees.
static int
start(int n, int more)
{
  int m = 0;
  memset(deg, 0, sizeof deg);
  for (int i = 0; i <= NODES; i++)
    list[i] = other[i] = 0x7ffffff0;
  for (int e = 0; e < first[n]; e++)
    deg[to[e]]++;
  for (int v = 0; v < n; v++)
    if (!deg[v])
      list[m++] = v;
  for (int v = 0; v < n; v++) {
    deg[v] += v % 7 == 3 ? more : 0;
    level[v] = -1;
  }
  return m;
}

static void
tell(const char *what, int n)
{
  printf("%s %d %08x %08x %08x\n", what, n, hash(list, sizeof list), hash(deg, sizeof deg),
         hash(level, sizeof level) ^ hash(other, sizeof other) ^ hash(order, sizeof order));
}

static void
all(int n, int back, int more)
{
  make(n, back);
  tell("kahn", kahn(start(n, more), list, deg));
  tell("behind", behind(start(n, more), list, order, deg));
  tell("whole", whole(n, start(n, 0), list, deg));
  tell("rounds", rounds(start(n, more), list, other, deg, level));
  tell("one round", one_round(start(n, more), list, other, deg));
  tell("core", core(start(n, more), list, deg, -2 * more));
  memset(deg, 0, sizeof deg);
  for (int v = 0; v < n; v++)
    if (parent[v] >= 0)
      deg[parent[v]]++;
  int m = 0;
  for (int v = 0; v < n; v++)
    if (!deg[v])
      list[m++] = v;
  tell("leaves", leaves(m, list, deg));
}

int
main(void)
{
  for (int n = 1; n <= NODES; n = n * 3 + 3)
    for (int back = 0; back < 2; back++)
      for (int more = -2; more < 2; more++)
        all(n, back, more);
}
