// Iterations that C calls independent run at once. LOFT_CHECK=1 looks for two
// that meet: then the original runs.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_CHECK=1 LOFT_LOG=1 %run%t wrong 2>&1 \
// RUN:   | FileCheck --check-prefix=CHECKED %s
// RUN: env LOFT_OFFLOAD=disabled %run%t wrong > %t.want
// RUN: env LOFT_OFFLOAD=cpu LOFT_CHECK=1 %run%t wrong 2>/dev/null > %t.got
// RUN: cmp %t.want %t.got
// CHECK-NOT: warning: loop stays
#include <stdio.h>

enum { N = 2000 };
static int a[2 * N], key[N];
static double sums[N];

#define FN __attribute__((noinline)) static

// CHECKED: shuffle (/{{.*}}: cpu, 1 thread
// CHECKED: shuffle (/{{.*}}: its iterations are not independent: element 5 of v is read by iteration 6 of map and written by another
// CHECKED: shuffle (/{{.*}}: original: its iterations are not independent
FN void
shuffle(int n, const int *k, int *v) {
#pragma loft independent required
  for (int i = 0; i < n; i++)
    v[k[i]] = v[k[i]] * 3 + i;
}

// CHECKED: rows (/{{.*}}: cpu, 1 thread
// CHECKED: rows (/{{.*}}: its iterations are not independent: element {{[0-9]+}} of v is read by iteration {{[0-9]+}} of map and written by another
FN void
rows(int n, int m, const int *at, int *v) {
#pragma loft independent required
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      v[at[i] + j] += v[at[i] + j - 1];
}

// The order of a sum of one element stays what C's is.
// CHECKED: private (/{{.*}}: cpu, 1 thread
FN void
private(int n, const int *k, double *v) {
  double t[4];
#pragma loft independent required
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      t[j] = i * 0.5 + j;
    v[k[i]] += t[0] + t[3];
  }
}

static void
show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < 2 * N; i++)
    sum = sum * 31 + (unsigned)a[i];
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)sums[i];
  printf("%s %u\n", what, sum);
}

int
main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 2 * N; i++)
    a[i] = i * 7 % 1000;
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % N;
  shuffle(N, key, a);
  show("apart");
  if (argc > 1 && argv[1][0] == 'w') {
    key[6] = 5, key[5] = 5;
    shuffle(N, key, a);
    show("meeting");
  }
  for (int i = 0; i < N; i++)
    key[i] = i % 50 * 70;
  rows(50, 70, key, a);
  show("rows");
  if (argc > 1 && argv[1][0] == 'w') {
    rows(60, 70, key, a);
    show("shared rows");
  }
  for (int i = 0; i < N; i++)
    key[i] = i * 7 % N;
  private(N, key, sums);
  show("private");
  return 0;
}
