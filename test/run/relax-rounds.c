// Values that rounds lower in place until nothing changes: lengths of paths by
// edges and by nodes, with and without a mark for what was not reached, and
// labels of components. A sum that is too great for its type lowers nothing.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: edges ({{.*}}): cpu
// CHECK-DAG: marked ({{.*}}): cpu
// CHECK-DAG: nodes ({{.*}}): cpu
// CHECK-DAG: labels ({{.*}}): cpu
// CHECK-DAG: widest ({{.*}}): cpu
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { NODES = 500, DEGREE = 4, EDGES = NODES * DEGREE };

static int first[NODES + 1], from[EDGES], to[EDGES], len[EDGES], d[NODES];

__attribute__((noinline)) static void
edges(int m, const int *u, const int *v, const int *w, int *dist) {
  int changed;
#pragma loft required
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (dist[u[e]] + w[e] < dist[v[e]]) {
        dist[v[e]] = dist[u[e]] + w[e];
        changed = 1;
      }
  } while (changed);
}

__attribute__((noinline)) static void
marked(int m, const int *u, const int *v, const int *w, int *dist) {
  bool changed = true;
#pragma loft required
  while (changed) {
    changed = false;
    for (int e = 0; e < m; e++)
      if (dist[u[e]] != INT_MAX && dist[v[e]] > dist[u[e]] + w[e]) {
        dist[v[e]] = dist[u[e]] + w[e];
        changed = true;
      }
  }
}

__attribute__((noinline)) static void
nodes(int n, const int *ptr, const int *v, const int *w, int *dist) {
  int changed = 1;
#pragma loft required
  while (changed) {
    changed = 0;
    for (int u = 0; u < n; u++) {
      if (dist[u] == INT_MAX)
        continue;
      for (int e = ptr[u]; e < ptr[u + 1]; e++) {
        int other = dist[u] + w[e];
        if (other < dist[v[e]]) {
          dist[v[e]] = other;
          changed = 1;
        }
      }
    }
  }
}

__attribute__((noinline)) static void
labels(int n, const int *ptr, const int *v, int *label) {
  int again;
#pragma loft required
  do {
    again = 0;
    for (int u = 0; u < n; u++)
      for (int e = ptr[u]; e < ptr[u + 1]; e++)
        if (label[v[e]] < label[u]) {
          label[u] = label[v[e]];
          again = 1;
        }
  } while (again);
}

// The least of the widths on the way, of ways the one on which it is least.
__attribute__((noinline)) static void
widest(int m, const int *u, const int *v, const int *w, int *width) {
  int changed = 1;
#pragma loft required
  while (changed) {
    changed = 0;
    for (int e = 0; e < m; e++) {
      int x = width[u[e]] > w[e] ? width[u[e]] : w[e];
      if (x < width[v[e]]) {
        width[v[e]] = x;
        changed = 1;
      }
    }
  }
}

static void
start(int far) {
  for (int i = 0; i < NODES; i++)
    d[i] = far;
  d[7] = 0;
}

static void
show(const char *what) {
  printf("%s %08x\n", what, hash(d, sizeof d));
}

int
main(void) {
  unsigned r = 1;
  for (int i = 0; i <= NODES; i++)
    first[i] = i * DEGREE;
  for (int e = 0; e < EDGES; e++) {
    r = r * 1664525 + 1013904223;
    from[e] = e / DEGREE;
    // Some nodes are not found, and half of all edges lead on by one.
    to[e] = e & 1 ? (from[e] + 1) % (NODES - 20) : (r >> 8) % (NODES - 20);
    len[e] = (r >> 20) % 1000 - (e % 3 == 0 && to[e] > from[e] ? 5 : 0);
    if (len[e] < 0)
      len[e] = 0;
  }
  start(INT_MAX - 2000);
  edges(EDGES, from, to, len, d);
  show("edges");
  start(INT_MAX);
  marked(EDGES, from, to, len, d);
  show("marked");
  start(INT_MAX);
  nodes(NODES, first, to, len, d);
  show("nodes");
  start(INT_MAX);
  widest(EDGES, from, to, len, d);
  show("widest");
  for (int i = 0; i < NODES; i++)
    d[i] = (i * 7919) % NODES;
  labels(NODES, first, to, d);
  show("labels");
  // In C's order d[1] is lowered before it is added to.
  static const int u[2] = {7, 1}, v[2] = {1, 2}, w[2] = {5, 100};
  start(INT_MAX);
  edges(2, u, v, w, d);
  show("order");
}
