// Rounds over a graph until nothing changes, or is close enough: what index
// arrays hold is looked at before the first round.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 300 };

static int begin[N + 1], to[4 * N], label[N], next[N];
static float rank[N], fresh[N], weight[4 * N];

// Gives the nodes of each component their largest number; the rounds.
__attribute__((noinline)) static int
components(int n, const int *ptr, const int *node, int *now, int *then)
{
  int changed = 1, rounds = 0;
#pragma loft
  while (changed && rounds < 1000) {
    changed = 0;
    for (int i = 0; i < n; i++) {
      int most = now[i];
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        most = now[node[k]] > most ? now[node[k]] : most;
      then[i] = most;
    }
    for (int i = 0; i < n; i++) {
      changed |= then[i] != now[i];
      now[i] = then[i];
    }
    rounds++;
  }
  return rounds;
}

// The same as a do loop.
__attribute__((noinline)) static void
components_again(int n, const int *ptr, const int *node, int *now, int *then)
{
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int i = 0; i < n; i++) {
      int most = now[i];
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        most = now[node[k]] > most ? now[node[k]] : most;
      then[i] = most;
    }
    for (int i = 0; i < n; i++) {
      changed += then[i] != now[i];
      now[i] = then[i];
    }
  } while (changed);
}

// Rounds until the largest difference is below "eps".
__attribute__((noinline)) static int
flow(int n, const int *ptr, const int *node, const float *w, float *r, float *q,
     float eps)
{
  float d = 1;
  int it;
#pragma loft
  for (it = 0; it < 100 && d > eps; it++) {
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        s += w[k] * r[node[k]];
      q[i] = 0.15f + 0.5f * s;
    }
    d = 0;
    for (int i = 0; i < n; i++) {
      d = fabsf(q[i] - r[i]) > d ? fabsf(q[i] - r[i]) : d;
      r[i] = q[i];
    }
  }
  return it;
}

// Fills in the arrays; some nodes have no neighbours.
static void
prepare(void)
{
  int m = 0;
  for (int i = 0; i < N; i++) {
    begin[i] = m;
    for (int k = 0; k < i % 5; k++, m++) {
      to[m] = (i * 7 + k * 50) % N / 3 * 3 + i % 3;
      weight[m] = 0.25f;
    }
    label[i] = i;
    rank[i] = (float)(i % 7);
  }
  begin[N] = m;
}

int
main(void)
{
  prepare();
  printf("%d", components(N, begin, to, label, next));
  printf(" %u\n", hash(label, sizeof label));
  prepare();
  components_again(N, begin, to, label, next);
  printf("%u\n", hash(label, sizeof label));
  printf("%d", flow(N, begin, to, weight, rank, fresh, 1e-3f));
  printf(" %u", hash(rank, sizeof rank));
  printf(" %d", flow(N, begin, to, weight, rank, fresh, 1e9f));
  printf(" %d\n", flow(0, begin, to, weight, rank, fresh, 0));
}
