// Shortest paths and labels by relaxation until nothing changes: least values
// with a flag that says whether one became less.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/graph.h"
#include "Inputs/hash.h"

static int weight[8 * N], distance[N], old[N];
static long label[N], next[N];

// Distances over rows of edges; the rounds.
__attribute__((noinline)) static int
rows(int n, const int *ptr, const int *node, const int *w, int *d, int *was) {
  int changed = 1, rounds = 0;
#pragma loft required
  while (changed) {
    changed = 0;
    for (int v = 0; v < n; v++)
      was[v] = d[v];
    for (int v = 0; v < n; v++)
      for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (was[v] + w[e] < d[node[e]]) {
          d[node[e]] = was[v] + w[e];
          changed = 1;
        }
    rounds++;
  }
  return rounds;
}

// The same over a list of edges.
__attribute__((noinline)) static int
edges(int n, int m, const int *a, const int *b, const int *w, int *d,
      int *was) {
  int changed, rounds = 0;
#pragma loft required
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      was[v] = d[v];
    for (int e = 0; e < m; e++) {
      int x = was[a[e]] + w[e];
      if (d[b[e]] > x) {
        d[b[e]] = x;
        changed = 1;
      }
    }
    rounds++;
  } while (changed);
  return rounds;
}

// Greatest labels, pushed; a flag that is set where they are equal, too.
__attribute__((noinline)) static int
push(int m, const int *a, const int *b, const long *l, long *out) {
  int any = 4;
#pragma loft required
  for (int e = 0; e < m; e++)
    if (out[b[e]] <= l[a[e]]) {
      out[b[e]] = l[a[e]];
      any = 2;
    }
  return any;
}

// How often a value becomes less depends on their order.
__attribute__((noinline)) static int
often(int m, const int *a, const int *b, int *d) {
  int n = 0;
#pragma loft
  for (int e = 0; e < m; e++)
    if (a[e] < d[b[e]]) {
      d[b[e]] = a[e];
      n++;
    }
  return n;
}

int
main(void) {
  int m = build_graph(5, 4);
  for (int e = 0; e < m; e++)
    weight[e] = (from[e] * 7 + (e - first[from[e]]) * 11) % 13;
  for (int start = 1; start < N; start += 13) {
    for (int v = 0; v < N; v++)
      distance[v] = v == start ? 0 : 100000;
    printf("%d ", rows(N, first, to, weight, distance, old));
    printf("%08x ", hash(distance, sizeof distance));
    for (int v = 0; v < N; v++) {
      distance[v] = v == start ? 0 : 100000;
      next[v] = label[v] = (v * 17 + start) % N;
    }
    printf("%d ", edges(N, m, from, to, weight, distance, old));
    printf("%08x ", hash(distance, sizeof distance));
    printf("%d ", push(m, from, to, label, next));
    printf("%d ", push(start, from, to, label, next));
    printf("%d ", push(0, from, to, label, next));
    printf("%08x ", hash(next, sizeof next));
    printf("%d ", often(m, from, to, distance));
    printf("%08x\n", hash(distance, sizeof distance));
  }
}
