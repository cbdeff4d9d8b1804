// Places that are in rows behind pointers: neighbours and adjacency lists, each
// row of a length of its own, null where it has none, several in one array;
// places in structures, of several types; what is read, scattered, and added up
// there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, K = 5 };
typedef struct {
  double x, nx;
  int n;
  int *nbr;
} vertex;
struct graph {
  int n;
  vertex *v;
};
struct cell {
  unsigned short n, *at;
};

#define FN __attribute__((noinline)) static

FN void
average(const double *x, int **near, double *restrict out, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < K; k++)
      s += x[near[i][k]];
    out[i] = s / 4;
  }
}

FN void
rank(const double *x, int **adj, const int *deg, double *restrict out, int n) {
#pragma loft required
  for (int v = 0; v < n; v++) {
    double s = 0;
    for (int k = 0; k < deg[v]; k++)
      s += x[adj[v][k]] * deg[adj[v][k]];
    out[v] = s;
  }
}

FN void
relax(struct graph *g) {
#pragma loft required
  for (int v = 0; v < g->n; v++) {
    double s = 0;
    for (int k = 0; k < g->v[v].n; k++)
      if (g->v[g->v[v].nbr[k]].x > s)
        s = g->v[g->v[v].nbr[k]].x;
    g->v[v].nx = s;
  }
}

FN void
scatter(const vertex *v, int n, double *restrict out) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 0; k < v[i].n; k++)
      out[v[i].nbr[k]] += v[i].x;
}

FN long
highest(const long *level, long **adj, const int *deg, int n) {
  long most = -1;
#pragma loft required
  for (int v = 0; v < n; v++)
    for (int k = deg[v] - 1; k >= 0; k--)
      if (level[adj[v][k]] > most)
        most = level[adj[v][k]];
  return most;
}

FN void
mark(const struct cell *c, int n, unsigned char *restrict seen) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int k = 1; k <= c[i].n; k++)
      seen[c[i].at[k - 1] + 1] = 1;
}

// Places in rows that a pointer in structures behind pointers leads to.
FN void
behind(vertex **p, const double *x, double *restrict out, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < p[i]->n; k++)
      if (x[p[i]->nbr[k]] > s)
        s = x[p[i]->nbr[k]];
    out[i] = s;
  }
}

static void
print(const char *what, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i % 7 + 1);
  printf("%s %g\n", what, s);
}

static void
run(int n, int kind) {
  static double x[N + 1], out[N + 1];
  static long level[N + 1];
  static int deg[N], pool[N * K], *near[N], *adj[N];
  static long *wide[N];
  static vertex v[N], *p[N];
  static struct cell c[N];
  static unsigned char seen[N + 2];
  printf("%d %d\n", n, kind);
  for (int i = 0; i < n * K; i++)
    pool[i] = (int)(i * 7919L % n);
  for (int i = 0; i < n; i++) {
    x[i] = i * 13 % 31;
    out[i] = 0;
    level[i] = i * 71L % 1001;
    deg[i] = i * 5 % 9 % (K + 1);
    near[i] = kind ? malloc(K * sizeof *near[i]) : pool + i * K;
    for (int k = 0; k < K && kind; k++)
      near[i][k] = pool[i * K + k];
    // rows of length 0 are null; of kind 2 all are the start of one array
    adj[i] = deg[i] ? kind == 2 ? pool : malloc(deg[i] * sizeof(int)) : NULL;
    for (int k = 0; k < deg[i] && kind != 2; k++)
      adj[i][k] = (i * 3 + k * 17) % n;
    wide[i] = deg[i] ? malloc(deg[i] * sizeof(long)) : NULL;
    for (int k = 0; k < deg[i]; k++)
      wide[i][k] = adj[i][k];
    v[i] = (vertex){x[i], 0, deg[i], adj[i]};
    p[i] = &v[kind ? i * 7 % n : i];
    c[i].n = (unsigned short)deg[i];
    c[i].at = deg[i] ? malloc(deg[i] * sizeof *c[i].at) : NULL;
    for (int k = 0; k < deg[i]; k++)
      c[i].at[k] = (unsigned short)adj[i][k];
    seen[i] = 0;
  }
  average(x, near, out, n);
  print("average", out, n);
  rank(x, adj, deg, out, n);
  print("rank", out, n);
  relax(&(struct graph){n, v});
  for (int i = 0; i < n; i++)
    out[i] = v[i].nx;
  print("relax", out, n);
  scatter(v, n, out);
  print("scatter", out, n);
  behind(p, x, out, n);
  print("behind", out, n);
  printf("highest %ld\n", highest(level, wide, deg, n));
  mark(c, n, seen);
  unsigned h = 0;
  for (int i = 0; i <= n; i++)
    h = h * 31 + seen[i];
  printf("%u\n", h);
  for (int i = 0; i < n; i++) {
    if (kind)
      free(near[i]);
    if (kind != 2)
      free(adj[i]);
    free(wide[i]);
    free(c[i].at);
  }
}

int
main(void) {
  for (int kind = 0; kind < 3; kind++)
    for (int n = 1; n <= N; n = n * 9 + 3)
      run(n, kind);
}
