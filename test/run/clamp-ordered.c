// Sums between two bounds that are parameters, in one choice: lifted where the
// bounds are in order, which the guard asks.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// CHECK-COUNT-3: remark: lifted to scan of 3 values
// LOG: whole ({{.*}}): cpu
// LOG-NEXT: whole ({{.*}}): cpu
// LOG-NEXT: whole ({{.*}}): original: {{.*}}guard failed
// LOG: floats ({{.*}}): cpu
// LOG-NEXT: floats ({{.*}}): original: {{.*}}guard failed
// LOG-NEXT: floats ({{.*}}): original: {{.*}}guard failed
#include <math.h>
#include <stdio.h>

enum { N = 1500 };
static int a[N], b[N];
static float x[N], y[N];

#define FN __attribute__((noinline)) static

FN void
whole(const int *in, int *out, int n, int lo, int hi) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += in[i];
    s = s < lo ? lo : s > hi ? hi : s;
    out[i] = s;
  }
}

FN void
branches(const int *in, int *out, int n, int lo, int hi) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s -= in[i];
    if (s >= hi)
      s = hi;
    else if (lo > s)
      s = lo;
    out[i] = s;
  }
}

FN void
floats(const float *in, float *out, int n, float lo, float hi) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += in[i];
    s = s < lo ? lo : s > hi ? hi : s;
    out[i] = s;
  }
}

static void
show(void) {
  unsigned h = 0;
  double t = 0;
  for (int i = 0; i < N; i++) {
    h = h * 31 + (unsigned)b[i];
    t = t * 0.5 + (y[i] == y[i] ? y[i] : 77);
  }
  printf("%u %a\n", h, t);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 7919 % 101 - 50;
    x[i] = (float)a[i] / 4;
  }
  whole(a, b, N, -30, 40);
  show();
  whole(a, b, N, 5, 5);
  show();
  whole(a, b, N, 6, 5);
  show();
  branches(a, b, N, -30, 40);
  show();
  branches(a, b, N, 40, -30);
  show();
  floats(x, y, N, -3, 3);
  show();
  floats(x, y, N, 3, -3);
  show();
  floats(x, y, N, NAN, 3);
  show();
}
