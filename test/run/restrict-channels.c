// Interleaved channels are one array with two offsets where both pointers are
// made of one, and two arrays that C keeps apart where they are restrict
// parameters: either way the loop is lifted, and each keeps its own elements.
// RUN: %clang -O2 -Werror %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 500 };

__attribute__((noinline)) static void
made(float *buf, int n) {
  float *l = buf, *r = &buf[1];
#pragma loft map required
  for (int i = 0; i < n; i++) {
    float mid = 0.5f * (l[2 * i] + r[2 * i]);
    l[2 * i] = mid - r[2 * i];
    r[2 * i] = mid;
  }
}

__attribute__((noinline)) static void
given(float *restrict l, float *restrict r, int n) {
#pragma loft map required
  for (int i = 0; i < n; i++) {
    l[2 * i] += 1;
    r[2 * i] *= 2;
  }
}

int
main(void) {
  static float buf[2 * N];
  for (int i = 0; i < 2 * N; i++)
    buf[i] = (float)(i % 17);
  made(buf, N);
  given(buf, buf + 1, N);
  for (int i = 0; i < 2 * N; i++)
    printf("%a\n", buf[i]);
  return 0;
}
