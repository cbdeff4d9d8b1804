// Breadth-first searches: nodes that several others claim, tests that say the
// same before and after, the loop in order where they do not, and loops in which
// it matters who is first.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/graph.h"
#include "Inputs/hash.h"

static int distance[N];
static unsigned char seen[N];
static short mark[N];

// Rounds of a search from the nodes at distance "level".
__attribute__((noinline)) static int
push(int n, const int *ptr, const int *node, int *d, int level) {
  int changed;
#pragma loft required
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      if (d[v] == level)
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
          if (d[node[e]] < 0) {
            d[node[e]] = level + 1;
            changed = 1;
          }
    level++;
  } while (changed);
  return level;
}

// The same by nodes that look for a neighbour.
__attribute__((noinline)) static int
pull(int n, const int *ptr, const int *node, int *d, int level) {
  int changed = 1;
#pragma loft required
  for (; changed; level++) {
    changed = 0;
    for (int v = 0; v < n; v++)
      if (d[v] < 0)
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
          if (d[node[e]] == level) {
            d[v] = level + 1;
            changed = 1;
            break;
          }
  }
  return level;
}

// The same by edges, one way.
__attribute__((noinline)) static int
edges(int m, const int *a, const int *b, int *d, int level) {
  int changed = 0;
#pragma loft required
  for (int e = 0; e < m; e++)
    if (d[a[e]] == level && d[b[e]] == -1) {
      d[b[e]] = level + 1;
      changed = 1;
    }
  return changed;
}

// Bytes that are set once, of nodes at some distance.
__attribute__((noinline)) static int
visit(int n, const int *ptr, const int *node, const int *d, unsigned char *s) {
  int news = 0;
#pragma loft required
  for (int v = 0; v < n; v++)
    if (d[v] & 1)
      for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (!s[node[e]]) {
          s[node[e]] = 1;
          news = 1;
        }
  return news;
}

// The loop in order runs where "old" is "level": a mark would be met again.
__attribute__((noinline)) static int
chain(int m, const int *a, const int *b, short *k, int old, int level,
      int next) {
  int any = 0;
#pragma loft
  for (int e = 0; e < m; e++)
    if (k[a[e]] >= level)
      if (k[b[e]] == old) {
        k[b[e]] = (short)next;
        any = 1;
      }
  return any;
}

// Each node counts once, for whoever is first.
__attribute__((noinline)) static int
count(int m, const int *a, const int *b, short *k, int *by) {
  int n = 0;
#pragma loft
  for (int e = 0; e < m; e++)
    if (k[b[e]] == 0) {
      k[b[e]] = 1;
      by[b[e]] = a[e];
      n++;
    }
  return n;
}

// A flag of the first claim, and one of those that come too late.
__attribute__((noinline)) static int
late(int m, const int *a, const int *b, short *k) {
  int odd = 0, again = 0;
#pragma loft
  for (int e = 0; e < m; e++)
    if (k[b[e]] == 0) {
      k[b[e]] = 1;
      if (a[e] & 1)
        odd = 1;
    } else {
      again = 1;
    }
  return odd * 2 + again;
}

int
main(void) {
  int m = build_graph(5, 4);
  for (int start = -2; start < 3; start++) {
    memset(distance, -1, sizeof distance);
    distance[7] = start;
    printf("%d ", push(N, first, to, distance, start));
    printf("%08x ", hash(distance, sizeof distance));
    memset(distance, -1, sizeof distance);
    distance[7] = distance[9] = start;
    if (start != -1) // else it does not end
      printf("%d ", pull(N, first, to, distance, start));
    printf("%08x ", hash(distance, sizeof distance));
    printf("%d ", edges(m, from, to, distance, 1));
    printf("%08x\n", hash(distance, sizeof distance));
  }
  printf("%d", visit(N, first, to, distance, seen));
  printf("%d %08x\n", visit(N, first, to, distance, seen),
         hash(seen, sizeof seen));
  for (int k = 0; k < 27; k++) {
    memset(mark, 0, sizeof mark);
    mark[1] = mark[3] = 1, mark[5] = 2;
    printf("%d ", chain(m, from, to, mark, k % 3, k / 3 % 3, k / 9));
    printf("%08x\n", hash(mark, sizeof mark));
  }
  memset(mark, 0, sizeof mark);
  printf("%d ", count(m, from, to, mark, distance));
  printf("%08x %08x\n", hash(mark, sizeof mark),
         hash(distance, sizeof distance));
  for (int k = 1; k < m; k += 7) {
    memset(mark, 0, sizeof mark);
    printf("%d %08x\n", late(k, from, to, mark), hash(mark, sizeof mark));
  }
}
