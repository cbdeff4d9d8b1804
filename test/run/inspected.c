// Elements that an iteration reads, and that others write at places that data
// say: graphs by levels, lists of places, messages to neighbours. A look at the
// places says in each call whether an iteration reads what an earlier one wrote.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: level ({{.*}}): cpu
// CHECK-DAG: pass_on ({{.*}}): cpu
// CHECK-DAG: to_own ({{.*}}): cpu
// CHECK-DAG: gather_twice ({{.*}}): cpu
// CHECK-DAG: ahead ({{.*}}): cpu
// CHECK-DAG: both_ends ({{.*}}): cpu
#include <stdbool.h>
#include <stdio.h>

enum { N = 700, DEGREE = 5, E = N * DEGREE };

typedef struct row {
  int first, n;
} row;

static row rows[N];
static int to[E], cost[N], at[N], from[N], x[3 * N];
static bool on[N], next_on[N], seen[N];
static double v[2 * N];

// One level of a breadth-first search: an element may be set by several rows.
__attribute__((noinline)) static int
level(int n, const row *r, const int *e, bool *active, bool *next,
      const bool *visited, int *c) {
  int any = 0;
#pragma loft required
  for (int t = 0; t < n; t++)
    if (active[t]) {
      active[t] = false;
      for (int i = r[t].first; i < r[t].first + r[t].n; i++) {
        int id = e[i];
        if (!visited[id]) {
          c[id] = c[t] + 1;
          next[id] = true;
          any = 1;
        }
      }
    }
  return any;
}

// What is passed on was there before, or has been passed on already.
__attribute__((noinline)) static void
pass_on(int n, const int *p, int *a) {
#pragma loft required
  for (int i = 0; i < n; i++)
    a[p[i]] = a[i] * 3 + 1;
}

// The element is read before it is written, perhaps by the same iteration.
__attribute__((noinline)) static void
to_own(int n, const int *p, const int *q, int *a, int *kept) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int old = a[q[i]];
    a[p[i]] = old - i;
    kept[i] = old;
  }
}

__attribute__((noinline)) static void
gather_twice(int n, const int *p, const int *q, double *a) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (q[i] >= 0)
      a[p[i]] = a[q[i]] * 0.5 + a[n + i];
}

// Reads are of places before, writes of such behind; and the other way around.
__attribute__((noinline)) static void
ahead(int n, int by, const int *p, int *a) {
#pragma loft required
  for (int i = 0; i < n; i++)
    a[p[i] + by] = a[i + 2 * n] + i;
}

__attribute__((noinline)) static void
both_ends(int n, const int *p, const int *q, int *a) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (p[i] < q[i])
      a[p[i]] = a[i] + 1;
    else if (p[i] > q[i])
      a[q[i]] = a[i] - 1;
  }
}

static unsigned state = 1;

static int
any_below(int n) {
  state = state * 1103515245u + 12345;
  return (int)(state >> 8) % n;
}

static void
print(void) {
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)cost[i] + 2 * on[i] + 4 * next_on[i];
  for (int i = 0; i < 3 * N; i++)
    h = h * 31 + (unsigned)x[i];
  double s = 0;
  for (int i = 0; i < 2 * N; i++)
    s = s * 0.75 + v[i];
  printf("%u %.17g\n", h, s);
}

static void
search(void) {
  for (int i = 0; i < N; i++) {
    rows[i] = (row){i * DEGREE, any_below(DEGREE + 1)};
    on[i] = seen[i] = i == 3;
    next_on[i] = false;
    cost[i] = i == 3 ? 0 : -1;
  }
  for (int i = 0; i < E; i++)
    to[i] = any_below(N);
  while (level(N, rows, to, on, next_on, seen, cost))
    for (int i = 0; i < N; i++)
      if (next_on[i]) {
        on[i] = seen[i] = true;
        next_on[i] = false;
      }
  print();
  for (int i = 0; i < N; i++) // active rows are not all seen
    on[i] = i % 3 == 0, seen[i] = i % 7 == 0;
  level(N, rows, to, on, next_on, seen, cost);
  print();
  level(0, rows, to, on, next_on, seen, cost);
  print();
}

// Places of kind "k": apart, behind, one place, anywhere, in order.
static void
fill(int k) {
  for (int i = 0; i < N; i++) {
    at[i] = k == 0   ? (i * 37 + 11) % N
            : k == 1 ? i
            : k == 2 ? N / 2
            : k == 3 ? any_below(N)
            : k == 4 ? (i > 0 ? i - 1 : 0)
                     : (i + 1) % N;
    from[i] = k == 0 ? N - 1 - i : k == 3 ? any_below(N) : i;
    if (k == 5)
      from[i] = i % 2 ? i : -1;
  }
  for (int i = 0; i < 3 * N; i++)
    x[i] = i * 7 % 1001;
  for (int i = 0; i < 2 * N; i++)
    v[i] = i % 100;
}

int
main(void) {
  search();
  for (int k = 0; k < 6; k++) {
    fill(k);
    pass_on(N, at, x);
    print();
    fill(k);
    if (k < 5)
      to_own(N, at, from, x, x + 2 * N);
    print();
    gather_twice(N, at, from, v);
    print();
    fill(k);
    ahead(N, N, at, x);
    print();
    ahead(N, 2 * N, at, x);
    print();
    fill(k);
    if (k < 5)
      both_ends(N, at, from, x);
    print();
    pass_on(k, at, x);
    print();
  }
}
