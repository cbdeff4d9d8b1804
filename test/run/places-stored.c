// Places that are in an array which the loop stores into, other elements: what
// an iteration left for a later call, in one array and in rows behind pointers
// of structures. How long rows are follows from several such values together.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 40, FRAMES = 6, M = 16, SIDE = 64 };
struct point {
  int no;
  int *row, *at;
  float *in, *mask;
};
static struct point p[N];
static float frame[SIDE * SIDE], mask[N * M];
static int at[N * FRAMES];
__attribute__((noinline)) static void
one_array(int n, float *mask, int *at, int m, int frames, int t) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      mask[i * m + k] = 0;
    mask[i * m + at[i * frames + t - 1]] = 1;
    float s = 0;
    for (int k = 0; k < m; k++)
      s += mask[i * m + k] * k;
    at[i * frames + t] = (int)(s + i) % m;
  }
}
__attribute__((noinline)) static void
in_rows(struct point *p, int n, const float *frame, int m, int frames, int t, int side) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int low = p[i].row[p[i].no] - 3;
    for (int k = 0; k < m; k++)
      p[i].in[k] = frame[(low + k) * side + low];
    int at = 3 + p[i].at[p[i].no * frames + t - 1] - low;
    for (int k = 0; k < m; k++)
      p[i].mask[k] = 0;
    p[i].mask[at] = 1;
    float best = 0;
    int where = 0;
    for (int k = 0; k < m; k++)
      if (p[i].in[k] * p[i].mask[k] > best) {
        best = p[i].in[k];
        where = k;
      }
    p[i].at[p[i].no * frames + t] = low + where;
  }
}
int
main(void) {
  double s = 0;
  for (int i = 0; i < SIDE * SIDE; i++)
    frame[i] = i % 97;
  for (int i = 0; i < N; i++) {
    p[i].no = i % 3;
    p[i].row = malloc(3 * sizeof *p[i].row);
    p[i].at = malloc(3 * FRAMES * sizeof *p[i].at);
    p[i].in = malloc(M * sizeof *p[i].in);
    p[i].mask = malloc((M + 3) * sizeof *p[i].mask);
    for (int k = 0; k < 3; k++)
      p[i].row[k] = 5 + i * k % 20;
    for (int k = 0; k < 3 * FRAMES; k++)
      p[i].at[k] = p[i].row[p[i].no] + k % 8;
  }
  for (int t = 1; t < FRAMES; t++)
    one_array(N, mask, at, M, FRAMES, t);
  for (int i = 0; i < N * FRAMES; i++)
    s = s * 0.9 + at[i];
  printf("%.17g\n", s);
  for (int t = 1; t < FRAMES; t++)
    in_rows(p, N, frame, M, FRAMES, t, SIDE);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3 * FRAMES; k++)
      s = s * 0.9 + p[i].at[k];
  printf("%.17g\n", s);
}
