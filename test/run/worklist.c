// Work lists that a loop takes from and appends to until they are empty, as
// they are written: one queue, by rounds or one element at a time; two lists
// that take turns, or of which one is copied back. No more is appended than can
// be claimed, and elements behind the list's end hold no places.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: rounds ({{.*}}): cpu
// CHECK-DAG: queue ({{.*}}): cpu
// CHECK-DAG: parents ({{.*}}): cpu
// CHECK-DAG: swapped ({{.*}}): cpu
// CHECK-DAG: copied ({{.*}}): cpu
// CHECK-DAG: flood ({{.*}}): cpu
// CHECK-DAG: again ({{.*}}): cpu
// CHECK-DAG: again ({{.*}}): original: its run-time guard failed
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { NODES = 120, NOWHERE = 0x7ffffff0 };
#include "Inputs/links.h"

static int dist[NODES], parent[NODES];
static int list[NODES + 1], other[NODES + 1];
static unsigned char seen[NODES];

// A queue, by rounds.
__attribute__((noinline)) static int
rounds(int tail, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int end = tail;
    for (int i = head; i < end; i++) {
      int v = q[i];
      for (int e = ptr[v]; e < ptr[v + 1]; e++) {
        int w = node[e];
        if (d[w] < 0) {
          d[w] = d[v] + 1;
          q[tail++] = w;
        }
      }
    }
    head = end;
  }
  return tail;
}

// The same, one element at a time.
__attribute__((noinline)) static int
queue(int tail, int *q, int *d) {
  int head = 0;
#pragma loft required
  while (tail > head) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (d[w] == -1) {
        d[w] = d[v] + 1;
        q[tail++] = w;
      }
    }
  }
  return head;
}

// What was seen in an array of bytes, with the node that it was seen from.
__attribute__((noinline)) static long
parents(long tail, int *q, unsigned char *s, int *p) {
  long head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (!s[node[e]]) {
        s[node[e]] = 1;
        p[node[e]] = v;
        q[tail++] = node[e];
      }
  }
  return tail;
}

// Two lists that take turns.
__attribute__((noinline)) static int
swapped(int n, int *from, int *to, int *d) {
  int level = 0;
#pragma loft required
  while (n > 0) {
    int m = 0;
    for (int i = 0; i < n; i++)
      for (int e = ptr[from[i]]; e < ptr[from[i] + 1]; e++)
        if (d[node[e]] < 0) {
          d[node[e]] = level + 1;
          to[m++] = node[e];
        }
    int *t = from;
    from = to;
    to = t;
    n = m;
    level++;
  }
  return level;
}

// Two lists, of which one is copied back.
__attribute__((noinline)) static int
copied(int n, int *from, int *to, int *d) {
  int level = 0;
#pragma loft required
  do {
    int m = 0;
    for (int i = 0; i < n; i++)
      for (int e = ptr[from[i]]; e < ptr[from[i] + 1]; e++)
        if (d[node[e]] < 0) {
          d[node[e]] = level + 1;
          to[m++] = node[e];
        }
    for (int i = 0; i < m; i++)
      from[i] = to[i];
    n = m;
    level++;
  } while (n);
  return level;
}

// The neighbours of each place of a grid of 16 columns.
__attribute__((noinline)) static int
flood(int tail, int rows, int *q, int *d) {
  static const int right[4] = {1, -1, 0, 0}, down[4] = {0, 0, 1, -1};
  int head = 0;
#pragma loft required
  while (head < tail) {
    int at = q[head++];
    int x = at & 15, y = at >> 4;
    for (int k = 0; k < 4; k++) {
      int nx = x + right[k], ny = y + down[k];
      if (nx < 0 || ny < 0 || nx >= 16 || ny >= rows)
        continue;
      if (d[ny * 16 + nx] < 0) {
        d[ny * 16 + nx] = d[at] + 1;
        q[tail++] = ny * 16 + nx;
      }
    }
  }
  return tail;
}

// What is claimed can be claimed again where the number of a node is small.
__attribute__((noinline)) static int
again(int tail, int *q, int *d, int least) {
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (d[node[e]] < least) {
        d[node[e]] = v;
        q[tail++] = node[e];
      }
  }
  return tail;
}

// Starts from node "v" alone; the rest of the lists is no node.
static void
start(int v) {
  for (int k = 0; k < NODES; k++) {
    dist[k] = -1;
    parent[k] = -1;
    list[k] = other[k] = NOWHERE + k % 7;
    seen[k] = 0;
  }
  list[NODES] = other[NODES] = 77;
  list[0] = v;
  dist[v] = 0;
  seen[v] = 1;
}

// Prints what a search found.
static void
tell(long n) {
  printf("%ld %08x %08x %08x %08x %08x\n", n, hash(list, sizeof list),
         hash(other, sizeof other), hash(dist, sizeof dist),
         hash(parent, sizeof parent), hash(seen, sizeof seen));
}

int
main(void) {
  for (int n = 8; n <= NODES; n = n * 3 + 5) {
    make(n);
    start(n - 3);
    tell(rounds(1, list, dist));
    start(n - 3);
    tell(queue(1, list, dist));
    start(n - 2);
    list[1] = n / 2;
    seen[n / 2] = 1;
    tell(parents(2, list, seen, parent));
    start(n - 3);
    tell(swapped(1, list, other, dist));
    start(n - 3);
    tell(copied(1, list, other, dist));
    start(0);
    tell(rounds(0, list, dist));
  }
  for (int rows = 1; rows < 8; rows += 3) {
    start(rows * 8);
    for (int v = 0; v < NODES; v++)
      dist[v] = v % 5 == 3 ? 0 : dist[v];
    tell(flood(1, rows, list, dist));
  }
  make(20);
  start(17);
  tell(again(1, list, dist, 0));
  start(17);
  tell(again(1, list, dist, 1));
}
