// Nodes are claimed by values that are not the same in all iterations: their
// parents, the distance of those and one.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: adopt ({{.*}}): cpu
// CHECK-DAG: measure ({{.*}}): cpu
// CHECK-DAG: spread ({{.*}}): cpu
// CHECK-DAG: first_of ({{.*}}): cpu
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { NODES = 900 };
#include "Inputs/links.h"

static int queue[2 * NODES];
static int parent[NODES];
static short dist[NODES];

// Appends the nodes that those in "front" find; where the queue ends then.
__attribute__((noinline)) static int
adopt(int n, const int *front, int *q, int tail, int *by, int none) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = front[i];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (by[node[e]] == none) {
        by[node[e]] = v;
        q[tail++] = node[e];
      }
  }
  return tail;
}

// The same, with distances.
__attribute__((noinline)) static int
measure(int n, const int *front, int *q, int tail, short *d) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = front[i], far = d[v] + 1;
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (d[w] < 0) {
        d[w] = (short)far;
        q[tail++] = w;
      }
    }
  }
  return tail;
}

// The same, of distances that are read where there is something to find.
__attribute__((noinline)) static int
spread(int n, const int *front, int *q, int tail, short *d) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = front[i];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (d[w] < 0) {
        d[w] = (short)(d[v] + 1);
        q[tail++] = w;
      }
    }
  }
  return tail;
}

// The first value for each key; a value below 0 does not keep the next one off.
__attribute__((noinline)) static int
first_of(int n, const int *key, const int *value, int *of) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (of[key[i]] < 0) {
      of[key[i]] = value[i];
      found++;
    }
  return found;
}

// Searches from "start", whose parent or distance is "own": by "how" for
// parents, or distances in two ways.
static void
search(int start, int own, int how) {
  static int front[NODES];
  int head = 0, tail = 1;
  memset(queue, 0, sizeof queue);
  for (int v = 0; v < NODES; v++)
    parent[v] = -1, dist[v] = -2;
  queue[0] = start;
  parent[start] = own;
  dist[start] = (short)own;
  for (int k = 0; head < tail && k < 12; k++) {
    int n = tail - head;
    memcpy(front, queue + head, (size_t)n * sizeof *front);
    head = tail;
    tail = how == 0   ? adopt(n, front, queue, tail, parent, -1)
           : how == 1 ? measure(n, front, queue, tail, dist)
                      : spread(n, front, queue, tail, dist);
  }
  printf("%d %08x %08x %08x\n", tail, hash(queue, sizeof queue),
         hash(parent, sizeof parent), hash(dist, sizeof dist));
}

int
main(void) {
  static int key[EDGES], value[EDGES], of[NODES];
  for (int n = 8; n <= NODES; n = n * 3 + 5) {
    make(n);
    for (int own = -1; own < 2; own++)
      for (int how = 0; how < 3; how++)
        search(n - 3, own, how);
  }
  for (int below = 0; below < 2; below++)
    for (int n = 0; n < EDGES; n = n * 4 + 1) {
      for (int i = 0; i < n; i++) {
        key[i] = (int)((unsigned)i * 2654435761u >> 9) % NODES;
        value[i] = below && i % 7 == 0 ? -1 - i : i;
      }
      memset(of, -1, sizeof of);
      printf("%d %08x\n", first_of(n, key, value, of), hash(of, sizeof of));
    }
}
