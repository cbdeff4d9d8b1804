// Rows behind pointers in structures, of which two are the same, or lie where
// the pointers are, or where other fields are written: the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=disabled %run%t | FileCheck %s --check-prefix=OUT
// RUN: env LOFT_OFFLOAD=cpu %run%t | FileCheck %s --check-prefix=OUT
// CHECK: add {{.*}}: cpu,
// CHECK: add {{.*}}: original: {{.*}}overlaps
// CHECK: add {{.*}}: original: {{.*}}overlaps
// CHECK: sums {{.*}}: original: {{.*}}overlaps
// CHECK: sums {{.*}}: cpu,
// OUT: 14 15 63 48
// OUT: 63 6
#include <stdio.h>

enum { N = 8, M = 4 };
struct row {
  long *p;
  long sum;
};

static void
add(int n, int m, struct row *s) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[i].p[j] += i;
}

static void
sums(int n, int m, struct row *s) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long t = 0;
    for (int j = 0; j < m; j++)
      t += s[i].p[j];
    s[i].sum = t;
  }
}

static long x[N][M];
static struct row s[N];

int
main(void) {
  for (int i = 0; i < N; i++)
    s[i].p = x[i];
  add(N, M, s);
  s[3].p = x[4];
  add(N, M, s);
  s[3].p = &s[4].sum;
  add(N, 1, s);
  s[3].p = &s[2].sum;
  sums(N, 1, s);
  long first = s[3].sum;
  s[3].p = x[3];
  sums(N, M, s);
  printf("%ld %ld %ld %ld\n", x[7][1], x[4][0], s[7].sum, s[4].sum);
  printf("%ld %ld\n", s[7].sum, first);
}
