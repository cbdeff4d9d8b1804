// Arrays of structures with scalars of several types: padding, nested structures
// and arrays, gathers, pointers to elements and along them, and fields written
// beside fields that are read. What lies between keeps its value.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 400

typedef struct {
  float x;
  int id;
  double m;
  char tag;
  short s[3];
  bool on;
} particle;
struct small {
  char c;
  float w;
};
struct big {
  struct small a[3];
  double d;
  unsigned u;
  int i;
};
struct edge {
  int to;
  float w;
};
struct graph {
  int n;
  const struct edge *edges;
  particle *p;
  const int *first;
};
static particle ps[N], qs[N];
static struct big bigs[N];
static struct edge edges[3 * N];

static void
mix(int n, particle *p, const particle *q, float dt)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    p[i].x = q[i].x * dt + (float)q[i].m;
    p[i].id += q[i].tag;
    p[i].tag = (char)(q[i].s[1] + i);
    p[i].s[2] = p[i].s[0];
    p[i].on = q[i].m > 3;
  }
}

static void
gather(struct graph *g)
{
#pragma loft map
  for (int i = 0; i < g->n; i++) {
    float sum = 0;
    for (int k = g->first[i]; k < g->first[i] + 3; k++)
      sum += g->edges[k].w * g->p[g->edges[k].to].x;
    particle *p = &g->p[i];
    p->m = sum;
  }
}

static int
walk(particle *p, int n)
{
  const particle *from = p;
#pragma loft map
  for (int i = 0; i < n; i++, p++)
    if (p->on)
      p->m += p->x;
  return (int)(p - from);
}

static unsigned
nested(int n, struct big *b)
{
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++) {
      struct small *a = &b[i].a[j];
      a->w += a->c + b[i].u;
    }
    s += b[i].u;
  }
  return s;
}

static void
print(const char *name, const void *bytes, size_t n)
{
  unsigned h = 0;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + ((const unsigned char *)bytes)[i];
  printf("%s %u\n", name, h);
}

int
main(void) {
  int *first = malloc((N + 1) * sizeof *first);
  struct graph g = {N, edges, ps, first};
  for (int i = 0; i < N; i++) {
    memset(&ps[i], i, sizeof ps[i]);
    memset(&qs[i], 3 * i, sizeof qs[i]);
    memset(&bigs[i], i, sizeof bigs[i]);
    ps[i].x = i, ps[i].m = 1, ps[i].on = i & 1, ps[i].id = i;
    qs[i].x = i * .5f, qs[i].m = i, qs[i].on = !(i & 3), qs[i].id = i % 7;
    for (int j = 0; j < 3; j++)
      bigs[i].a[j].w = i + j;
  }
  for (int i = 0; i < 3 * N; i++)
    edges[i] = (struct edge){i * 7 % N, 1.0f / (i + 1)};
  for (int i = 0; i <= N; i++)
    first[i] = 3 * i;
  mix(N, ps, qs, 0.25f);
  mix(N, qs, qs, 0.25f);
  gather(&g);
  printf("%d %u\n", walk(ps, N), nested(N, bigs));
  print("ps", ps, sizeof ps);
  print("qs", qs, sizeof qs);
  print("bigs", bigs, sizeof bigs);
}
