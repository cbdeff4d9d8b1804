// Rounds that lower elements in place until nothing changes read what these were
// before the round, where no order of the iterations leaves anything else.
// COVERS: shape-relax
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: relax.c:[[@LINE+4]]:3: remark: lifted to loop of (map + map + reduce or
void paths(int m, const int *u, const int *v, const int *w, int *d) {
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (d[u[e]] + w[e] < d[v[e]]) {
        d[v[e]] = d[u[e]] + w[e];
        changed = 1;
      }
  } while (changed);
}

// How many rounds there are is seen.
// CHECK: relax.c:[[@LINE+8]]:{{[0-9]+}}: warning: loop stays as it is
int counted(int m, const int *u, const int *v, const int *w, int *d) {
  int changed, rounds = 0;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (d[u[e]] + w[e] < d[v[e]]) {
        d[v[e]] = d[u[e]] + w[e];
        changed = 1;
      }
    rounds++;
  } while (changed);
  return rounds;
}

// C's unsigned sums go round.
// CHECK: relax.c:[[@LINE+8]]:{{[0-9]+}}: warning: loop stays as it is
void wraps(int m, const int *u, const int *v, const unsigned *w, unsigned *d) {
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (d[u[e]] + w[e] < d[v[e]]) {
        d[v[e]] = d[u[e]] + w[e];
        changed = 1;
      }
  } while (changed);
}

// What one element loses another gains.
// CHECK: relax.c:[[@LINE+8]]:{{[0-9]+}}: warning: loop stays as it is
void falls(int m, const int *u, const int *v, const int *w, int *d) {
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (w[e] - d[u[e]] < d[v[e]]) {
        d[v[e]] = w[e] - d[u[e]];
        changed = 1;
      }
  } while (changed);
}

// An element that was lowered may no longer be looked at.
// CHECK: relax.c:[[@LINE+8]]:{{[0-9]+}}: warning: loop stays as it is
void above(int m, const int *u, const int *v, const int *w, int *d) {
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (d[u[e]] > 3 && d[u[e]] + w[e] < d[v[e]]) {
        d[v[e]] = d[u[e]] + w[e];
        changed = 1;
      }
  } while (changed);
}

// Not all that is lowered brings another round.
// CHECK: relax.c:[[@LINE+8]]:{{[0-9]+}}: warning: loop stays as it is
void silent(int m, const int *u, const int *v, const int *w, int *d) {
  int changed;
#pragma loft
  do {
    changed = 0;
    for (int e = 0; e < m; e++)
      if (d[u[e]] + w[e] < d[v[e]]) {
        d[v[e]] = d[u[e]] + w[e];
        if (w[e] > 3)
          changed = 1;
      }
  } while (changed);
}
