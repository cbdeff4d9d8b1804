// Pointers of several structures that lead to one list, of which each has a part
// of its own: iterations at once, and in order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 40, FRAMES = 5, M = 16 };
struct point {
  int no;
  int *at;
  float *mask;
};
static struct point p[N];
static int at[N * FRAMES];
__attribute__((noinline)) static void
at_once(struct point *p, int n, int frames, int t) {
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].at[p[i].no * frames + t] = p[i].at[p[i].no * frames + t - 1] + i;
}
__attribute__((noinline)) static void
in_order(struct point *p, int n, int m, int frames, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      p[i].mask[k] = 0;
    p[i].mask[p[i].at[p[i].no * frames + t - 1]] = 1;
    float s = 0;
    for (int k = 0; k < m; k++)
      s += p[i].mask[k] * k;
    p[i].at[p[i].no * frames + t] = s / 2 + 3;
  }
}
int
main(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    p[i] = (struct point){N - 1 - i, at, malloc(M * sizeof(float))};
  for (int t = 1; t < FRAMES; t++)
    at_once(p, N, FRAMES, t);
  for (int i = 0; i < N * FRAMES; i++)
    s = s * 0.99 + at[i];
  for (int i = 0; i < N * FRAMES; i++)
    at[i] %= M;
  for (int t = 1; t < FRAMES; t++)
    in_order(p, N, M, FRAMES, t);
  for (int i = 0; i < N * FRAMES; i++)
    s = s * 0.99 + at[i];
  printf("%.17g\n", s);
}
