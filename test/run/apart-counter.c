// A second counter that starts anywhere: the loop runs lifted where all that it
// writes is behind all that it reads.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN: copy (/{{.*}}: cpu
// RAN-NEXT: copy (/{{.*}}: cpu
// RAN-NEXT: copy (/{{.*}}: cpu
// RAN-NEXT: copy (/{{.*}}: original: its run-time guard failed
// RAN-NEXT: copy (/{{.*}}: cpu
// RAN-NEXT: add (/{{.*}}: cpu
// RAN-NEXT: keep (/{{.*}}: cpu
// RAN-NEXT: keep (/{{.*}}: cpu
// RAN-NEXT: keep (/{{.*}}: original: its run-time guard failed
#include <stdio.h>

enum { N = 900 };
static int a[4 * N];

#define FN __attribute__((noinline)) static

FN void
copy(int n, int k, int *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    v[k++] = v[i] * 2 + 1;
}

FN void
add(int n, int k, int *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    v[i] += v[k--];
}

FN int
keep(int n, int k, int *v) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (v[i] > 300)
      v[k++] = v[i] + 3;
  return k;
}

int
main(void) {
  for (int i = 0; i < 4 * N; i++)
    a[i] = i * 7 % 1013;
  copy(N, N, a);
  copy(N, 2 * N, a);
  copy(N, -1, a + N);
  copy(N, 1, a);
  copy(0, 1, a);
  add(N, 2 * N, a);
  printf("%d\n", keep(N, N, a));
  printf("%d\n", keep(N, 0, a));
  printf("%d\n", keep(N, 1, a));
  unsigned h = 0;
  for (int i = 0; i < 4 * N; i++)
    h = h * 31 + (unsigned)a[i];
  printf("%u\n", h);
}
