// Time steps in one region, buffers swapped by pointer and by index.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 300 };
static float a[N], b[N], both[2][N];

static float *
by_pointer(int steps, float *u, float *v)
{
#pragma loft
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      v[i] = 0.5f * u[i] + 0.25f * (u[i - 1] + u[i + 1]);
    float *swap = u;
    u = v;
    v = swap;
  }
  return u;
}

static void
by_index(int steps)
{
#pragma loft
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < N - 1; i++)
      both[(t + 1) % 2][i] = 0.5f * both[t % 2][i] +
                             0.25f * (both[t % 2][i - 1] + both[t % 2][i + 1]);
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = b[i] = both[0][i] = both[1][i] = (float)(i % 17);
  for (int steps = 0; steps < 4; steps++) {
    float *u = by_pointer(steps, a, b);
    printf("%d\n", u == a);
    for (int i = 0; i < N; i++)
      printf("%a %a\n", a[i], b[i]);
  }
  by_index(7);
  for (int i = 0; i < N; i++)
    printf("%a %a\n", both[0][i], both[1][i]);
}
