// A queue that is read and appended to: what iterations read lies before all
// that they write, or is checked to.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: level ({{.*}}): cpu
// CHECK-DAG: level ({{.*}}): original: its run-time guard failed
// CHECK-DAG: halves ({{.*}}): cpu
// CHECK-DAG: downwards ({{.*}}): cpu
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { NODES = 900 };
#include "Inputs/links.h"

static int queue[4 * NODES];
static int dist[NODES];

// Appends what the nodes in the queue from "head" to "end" find.
__attribute__((noinline)) static int
level(int head, int end, int tail, int *q, int *d) {
#pragma loft required
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
  return tail;
}

// Appends the even numbers, halved; where the loop ends is where they begin.
__attribute__((noinline)) static int
halves(int head, int tail, int *q) {
  int end = tail;
#pragma loft required
  for (int i = head; i < end; i++)
    if (q[i] % 2 == 0)
      q[tail++] = q[i] / 2;
  return tail;
}

// The same towards the front of the array.
__attribute__((noinline)) static int
downwards(int from, int to, int *q) {
  int first = from;
#pragma loft required
  for (int i = from; i < to; i++) {
    int x = q[i];
    if (x % 5)
      q[--first] = x / 5;
  }
  return first;
}

// Prints what is in the queue and the distances.
static void
tell(int tail) {
  printf("%d %08x %08x\n", tail, hash(queue, sizeof queue),
         hash(dist, sizeof dist));
}

int
main(void) {
  for (int n = 8; n <= NODES; n = n * 3 + 5) {
    make(n);
    memset(queue, 0, sizeof queue);
    for (int v = 0; v < NODES; v++)
      dist[v] = -2;
    queue[0] = n - 3;
    dist[n - 3] = 0;
    int head = 0, tail = 1;
    for (int k = 0; head < tail && k < 12; k++) {
      int end = tail;
      tail = level(head, end, tail, queue, dist);
      head = end;
    }
    tell(tail);
    for (int v = 0; v < n; v++) // appended where they are read afterwards
      dist[v] = v % 5 ? -1 : 1, queue[v] = v / 5 * 5;
    tell(level(0, n / 5, n / 10, queue, dist));
    for (int v = 0; v < n; v++)
      queue[v] = v * 4;
    tell(halves(0, n, queue));
    for (int v = 0; v < n; v++)
      queue[3 * NODES + v] = v * 7 % 64;
    tell(downwards(3 * NODES, 3 * NODES + n, queue));
  }
}
