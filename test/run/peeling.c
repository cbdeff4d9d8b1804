// Rounds in which only the data of the round tells which rows are read: peeling
// of nodes of low degree, colouring by priorities, flags set in inner loops.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/graph.h"
#include "Inputs/hash.h"

static int degree[N], state[N], colour[N], next[N];
static unsigned priority[N];

// Removes nodes of less than "k" neighbours until none is left; the rounds.
static int
peel(int n, int k, const int *ptr, const int *node, int *deg, int *alive) {
  int changed, rounds = 0;
#pragma loft required
  do {
    changed = 0;
    for (int v = 0; v < n; v++)
      if (alive[v] == 1 && deg[v] < k) {
        alive[v] = 2;
        changed = 1;
      }
    for (int v = 0; v < n; v++)
      if (alive[v] == 2) {
        alive[v] = 0;
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
          deg[node[e]]--;
      }
    rounds++;
  } while (changed);
  return rounds;
}

// Colours nodes that no uncoloured neighbour comes before; the rounds.
static int
paint(int n, const int *ptr, const int *node, const unsigned *prio, int *c,
      int *nc) {
  int left = n, round = 0;
#pragma loft required
  while (left) {
    left = 0;
    for (int v = 0; v < n; v++) {
      nc[v] = c[v];
      if (c[v] >= 0)
        continue;
      int is_first = 1;
      for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (c[node[e]] < 0 && prio[node[e]] > prio[v])
          is_first = 0;
      if (is_first)
        nc[v] = round;
      else
        left++;
    }
    for (int v = 0; v < n; v++)
      c[v] = nc[v];
    round++;
  }
  return round;
}

// Whether a node of "from" has a neighbour of colour "which".
static int
touches(int n, const int *ptr, const int *node, const int *c, int which) {
  int found = -3;
#pragma loft required
  for (int v = 0; v < n; v++)
    if (c[v] != which)
      for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (c[node[e]] == which)
          found = 7;
  return found;
}

int
main(void) {
  build_graph(1, 7);
  for (int v = 0; v < N; v++) {
    degree[v] = v % 7 + v % 3;
    state[v] = 1;
    colour[v] = -1;
    priority[v] = (unsigned)v * 2654435761u;
  }
  printf("%d", peel(N, 4, first, to, degree, state));
  printf(" %08x %08x\n", hash(degree, sizeof degree), hash(state, sizeof state));
  printf("%d", paint(N, first, to, priority, colour, next));
  printf(" %08x\n", hash(colour, sizeof colour));
  for (int c = -1; c < 8; c++)
    printf("%d ", touches(N, first, to, colour, c));
  printf("%d\n", touches(0, first, to, colour, 0));
}
