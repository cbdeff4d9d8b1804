// Searches that mark what they have not found by the largest number, signed or
// not, and ones that start their list, or all of it, themselves.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: queue ({{.*}}): cpu
// CHECK-DAG: naturals ({{.*}}): cpu
// CHECK-DAG: copied ({{.*}}): cpu
// CHECK-DAG: from ({{.*}}): cpu
// CHECK-DAG: whole ({{.*}}): cpu
// CHECK-DAG: near ({{.*}}): original: its run-time guard failed
#include <limits.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { NODES = 150, EDGES = 6 * NODES };

static int ptr[NODES + 1], node[EDGES];
static int dist[NODES], list[NODES], other[NODES];
static unsigned steps[NODES];

__attribute__((noinline)) static int
queue(int tail, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (d[w] == INT_MAX) {
        d[w] = d[v] + 1;
        q[tail++] = w;
      }
    }
  }
  return tail;
}

__attribute__((noinline)) static int
naturals(int tail, int *q, unsigned *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (d[node[e]] == UINT_MAX) {
        q[tail++] = node[e];
        d[node[e]] = d[v] + 1;
      }
  }
  return tail;
}

// Each round's list is copied back.
__attribute__((noinline)) static int
copied(int n, int *front, int *next, int *d) {
  int rounds = 0;
#pragma loft required
  while (n > 0) {
    int m = 0;
    for (int i = 0; i < n; i++) {
      int v = front[i];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = node[e];
        if (d[w] == INT_MAX) {
          d[w] = d[v] + 3;
          next[m++] = w;
        }
      }
    }
    for (int i = 0; i < m; i++)
      front[i] = next[i];
    n = m;
    rounds++;
  }
  return rounds;
}

__attribute__((noinline)) static int
from(int s, int *q, int *d) {
  int head = 0, tail = 0;
#pragma loft region required
  {
    d[s] = 0;
    q[tail++] = s;
    while (head < tail) {
      int v = q[head++];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = node[e];
        if (d[w] == INT_MAX) {
          d[w] = d[v] + 1;
          q[tail++] = w;
        }
      }
    }
  }
  return tail;
}

__attribute__((noinline)) static int
whole(int n, int s, int *q, int *d) {
  int head = 0, tail = 0;
#pragma loft region required
  {
    for (int v = 0; v < n; v++)
      d[v] = -1;
    d[s] = 0;
    q[tail++] = s;
    while (head < tail) {
      int v = q[head++];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = node[e];
        if (d[w] < 0) {
          d[w] = d[v] + 1;
          q[tail++] = w;
        }
      }
    }
  }
  return tail;
}

// A distance could become what marks a node.
__attribute__((noinline)) static int
near(int tail, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (d[w] == 3) {
        d[w] = d[v] + 1;
        q[tail++] = w;
      }
    }
  }
  return tail;
}

// Makes a graph of "n" nodes, some edges of which are double.
static void
make(int n) {
  int m = 0;
  for (int v = 0; v < n; v++) {
    ptr[v] = m;
    for (int k = 0; k < v % 5; k++)
      node[m++] = (v * 17 + k * k * 7 + 3) % n;
    if (v % 4 == 1)
      node[m] = node[m - 1], m++;
  }
  for (int v = n; v <= NODES; v++)
    ptr[v] = m;
}

// Starts from node "v" alone, whose distance is "from"; the others hold "mark".
static void
start(int v, int from, int mark) {
  for (int k = 0; k < NODES; k++) {
    dist[k] = mark;
    steps[k] = UINT_MAX;
    list[k] = other[k] = 0x7ffffff0 + k % 7;
  }
  list[0] = v;
  dist[v] = from;
  steps[v] = (unsigned)from;
}

// Prints what a search found.
static void
tell(int n) {
  printf("%d %08x %08x %08x %08x\n", n, hash(list, sizeof list),
         hash(other, sizeof other), hash(dist, sizeof dist),
         hash(steps, sizeof steps));
}

int
main(void) {
  for (int n = 1; n <= NODES; n = n * 4 + 1) {
    make(n);
    start(n / 2, 0, INT_MAX);
    tell(queue(1, list, dist));
    start(n / 3, INT_MAX - NODES - 1, INT_MAX);
    tell(queue(1, list, dist));
    start(n / 2, 7, INT_MAX);
    tell(naturals(1, list, steps));
    start(n / 2, 0, INT_MAX);
    tell(copied(1, list, other, dist));
    start(n / 2, 5, INT_MAX);
    tell(from(n - 1, list, dist));
    start(n / 2, 5, 12345);
    tell(whole(n, n - 1, list, dist));
  }
  make(20);
  start(17, 0, 3);
  tell(near(1, list, dist));
}
