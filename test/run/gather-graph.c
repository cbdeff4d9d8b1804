// A breadth-first search over structures: what is touched is known once edges
// and vertices have been looked at.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

enum { N = 400 };
typedef struct vertex {
  int first, count;
} vertex;

// One level of a breadth-first search.
static void
expand(int n, const vertex *graph, const int *edges, const int *level,
       int *next, int now) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int l = level[i];
    if (l < 0)
      for (int k = graph[i].first; k < graph[i].first + graph[i].count; k++)
        if (level[edges[k]] == now)
          l = now + 1;
    next[i] = l;
  }
}

static vertex graph[N];
static int edges[2 * N + 3], level[N], next[N];

int
main(void) {
  for (int i = 0; i < 2 * N + 3; i++)
    edges[i] = i * 77 % N;
  for (int i = 0; i < N; i++) {
    graph[i] = (vertex){i * 2, i % 3};
    level[i] = i % 4 - 1;
  }
  expand(N, graph, edges, level, next, 1);
  for (int i = 0; i < N; i++)
    printf("%d ", next[i]);
}
