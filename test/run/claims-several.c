// Iterations that make several claims, one behind another: searches over links
// of a fixed number, from a list until it is empty, with marks and with
// distances, and the ends of edges.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { NODES = 400 };

static unsigned char seen[NODES];
static int dist[NODES], list[NODES], left[NODES], right[NODES];
static int out[2 * NODES], from[2 * NODES];

__attribute__((noinline)) static int
tree(int tail, unsigned char *seen, int *q, const int *l, const int *r)
{
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++];
    if (l[v] >= 0 && !seen[l[v]]) {
      seen[l[v]] = 1;
      q[tail++] = l[v];
    }
    if (r[v] >= 0 && !seen[r[v]]) {
      seen[r[v]] = 1;
      q[tail++] = r[v];
    }
  }
  return tail;
}

// The third is one that the others may be, too.
__attribute__((noinline)) static int
distances(int tail, int *dist, int *q, const int *l, const int *r)
{
  int head = 0;
#pragma loft required
  while (head < tail) {
    int v = q[head++], d = dist[v] + 1;
    int a = l[v], b = r[v], c = a ^ 1;
    if (dist[a] < 0) {
      dist[a] = d;
      q[tail++] = a;
    }
    if (dist[b] < 0) {
      q[tail++] = b;
      dist[b] = d;
    }
    if (dist[c] < 0) {
      dist[c] = d;
      q[tail++] = c;
    }
  }
  return tail;
}

__attribute__((noinline)) static int
ends(int n, int *mark, int *out, int *from, const int *u, const int *v)
{
  int m = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!mark[u[i]]) {
      mark[u[i]] = 7;
      from[m] = i;
      out[m++] = u[i];
    }
    if (!mark[v[i]]) {
      mark[v[i]] = 7;
      from[m] = -i;
      out[m++] = v[i];
    }
  }
  return m;
}

static void
tell(int n)
{
  printf("%d %08x %08x %08x %08x %08x\n", n, hash(list, sizeof list), hash(seen, sizeof seen),
         hash(dist, sizeof dist), hash(out, sizeof out), hash(from, sizeof from));
}

int
main(void)
{
  for (int n = 2; n <= NODES; n = n * 5 / 2) {
    unsigned x = (unsigned)n;
    memset(seen, 0, sizeof seen);
    memset(dist, -1, sizeof dist);
    for (int v = 0; v < n; v++) {
      x = x * 1664525u + 1013904223u;
      left[v] = (int)(x >> 9) % n;
      x = x * 1664525u + 1013904223u;
      right[v] = (int)(x >> 9) % (n + n / 8 + 1) - n / 8 - 1;
    }
    seen[1] = 1;
    list[0] = 1;
    tell(tree(1, seen, list, left, right));
    for (int v = 0; v < n; v++)
      right[v] = right[v] < 0 ? left[v] : right[v];
    dist[1] = 0;
    tell(distances(1, dist, list, left, right));
    memset(dist, 0, sizeof dist);
    tell(ends(n, dist, out, from, left, right));
  }
}
