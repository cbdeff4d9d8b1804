// The first iteration that claims an element does something: values that occur
// for the first time, how many there are, who found a node.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: unique ({{.*}}): cpu
// CHECK: distinct ({{.*}}): cpu
// CHECK: mark ({{.*}}): cpu
// CHECK: find ({{.*}}): cpu
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 5000, KEYS = 700 };

static int key[N], other[N], out[N], mark_of[KEYS], parent[KEYS];
static unsigned char seen[KEYS];
static char is_new[N];

// Keys in the order in which they occur first.
__attribute__((noinline)) static int
unique(int n, const int *k, unsigned char *s, int *to) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!s[k[i]]) {
      s[k[i]] = 1;
      to[found++] = k[i];
    }
  return found;
}

// How many keys there are that have not "mark" or less yet, of the odd ones.
__attribute__((noinline)) static int
distinct(int n, const int *k, int *m, int mark) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if ((k[i] & 1) && m[k[i]] > mark) {
      m[k[i]] = mark;
      found++;
    }
  return found;
}

// Which keys occur for the first time; the others count.
__attribute__((noinline)) static int
mark(int n, const int *k, unsigned char *s, char *first) {
  int again = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (s[k[i]] == 1) {
      s[k[i]] = 2;
      first[i] = 1;
    } else {
      first[i] = 0;
      again++;
    }
  return again;
}

// Nodes found over edges, and from where; in order where "level" is negative.
__attribute__((noinline)) static int
find(int n, const int *from, const int *to, int *level, int *by, int now) {
  int found = 0;
#pragma loft required
  for (int e = 0; e < n; e++)
    if (level[to[e]] < 0) {
      level[to[e]] = now;
      by[to[e]] = from[e];
      found++;
    }
  return found;
}

// Several stores an iteration.
__attribute__((noinline)) static int
both(int n, const int *k, int *m) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      if (m[k[i] / 2 + j] == 0) {
        m[k[i] / 2 + j] = 7;
        found++;
      }
  return found;
}

// The next front of a breadth-first search, in C's order; some edges are double.
__attribute__((noinline)) static int
advance(int n, const int *front, const int *ptr, const int *node, int *level,
        int *next, int now) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = front[i];
    for (int e = ptr[v]; e < ptr[v + 1]; e++) {
      int w = node[e];
      if (level[w] < 0) {
        level[w] = now;
        next[found++] = w;
      }
    }
  }
  return found;
}

// Searches a graph level by level; the sum of what is found where.
static unsigned
search(int n) {
  static int ptr[KEYS + 1], node[8 * KEYS], front[KEYS], next[8 * KEYS];
  int m = 0, count = 1, now = 1;
  unsigned sum = 0;
  for (int v = 0; v < n; v++) {
    ptr[v] = m;
    for (int k = 0; k < v % 5; k++)
      node[m++] = (v * 7 + k * k * k) % n;
    if (v % 3 == 0 && v % 5)
      node[m] = node[m - 1], m++;
  }
  ptr[n] = m;
  memset(mark_of, -1, sizeof mark_of);
  mark_of[front[0] = n - 2] = 0;
  for (; count && now < 50; now++) {
    count = advance(count, front, ptr, node, mark_of, next, now);
    memcpy(front, next, (size_t)count * sizeof *front);
    sum = sum * 31 + hash(next, (size_t)count * sizeof *next);
  }
  return sum + hash(mark_of, sizeof mark_of) + (unsigned)now;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    key[i] = (int)((unsigned)i * 2654435761u >> 7) % KEYS;
    other[i] = (int)((unsigned)i * 40503u >> 3) % KEYS;
  }
  for (int n = 0; n <= N; n = n * 5 + 1) {
    memset(seen, 0, sizeof seen);
    memset(mark_of, 1, sizeof mark_of);
    printf("%d ", unique(n, key, seen, out));
    printf("%08x %08x ", hash(out, sizeof out), hash(seen, sizeof seen));
    printf("%d ", distinct(n, key, mark_of, n));
    printf("%d ", distinct(n, other, mark_of, n / 2));
    printf("%08x ", hash(mark_of, sizeof mark_of));
    printf("%d ", mark(n, other, seen, is_new));
    printf("%08x %08x ", hash(is_new, sizeof is_new), hash(seen, sizeof seen));
    for (int now = -1; now < 2; now++) {
      memset(mark_of, -1, sizeof mark_of);
      printf("%d ", find(n, key, other, mark_of, parent, now));
      printf("%08x ", hash(parent, sizeof parent));
    }
    printf("%08x ", search(n < KEYS ? n + 4 : KEYS));
    memset(mark_of, 0, sizeof mark_of);
    printf("%d ", both(n, key, mark_of));
    printf("%08x\n", hash(mark_of, sizeof mark_of));
  }
}
