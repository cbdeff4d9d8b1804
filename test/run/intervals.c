// Intervals that meet, or lie one behind another, and boxes: what covers an
// element is counted and added up, in all types.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// CHECK-NOT: warning
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FN __attribute__((noinline)) static
enum { N = 400, M = 5000, W = 64, H = 40 };
struct iv {
  int start, end;
};
static int s[N], e[N], w[N], x0[N], x1[N], y0[N], y1[N], count[M], image[H * W];
static struct iv v[N];
static unsigned char byte[M];
static double sum[M];
static long most[M];

FN void
cover(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int t = s[i]; t < e[i]; t++)
      count[t]++;
}

FN void
weigh(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int t = e[i] - 1; t >= s[i]; t--)
      sum[t] += w[i];
}

FN void
bytes(int n, int m) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int t = v[i].start; t <= v[i].end && t < m; t++)
      byte[t] += 3;
}

FN void
highest(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int t = s[i]; t < e[i]; t++)
      if (w[i] + t % 3 > most[t])
        most[t] = w[i] + t % 3;
}

FN void
boxes(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int y = y0[i]; y < y1[i]; y++)
      for (int x = x0[i]; x < x1[i]; x++)
        image[y * W + x] += w[i];
}

FN void
rounds(int n, int r) {
#pragma loft
  for (int k = 0; k < r; k++)
    for (int i = 0; i < n; i++)
      for (int t = s[i]; t < e[i]; t++)
        count[t] += w[i] + k;
}

static void
show(const char *name) {
  unsigned long h = 0;
  for (int i = 0; i < M; i++)
    h = h * 31 + (unsigned long)count[i] + byte[i] * 7UL +
        (unsigned long)(long)sum[i] * 3 + (unsigned long)most[i] * 5;
  for (int i = 0; i < H * W; i++)
    h = h * 17 + (unsigned long)image[i];
  printf("%s %lu\n", name, h);
}

// Fills intervals: one behind another, or anywhere.
static void
fill(int apart) {
  for (int i = 0, at = 3; i < N; i++) {
    int r = (int)(i * 2654435761u >> 20);
    s[i] = apart ? at : r % (M - 300);
    e[i] = s[i] + (apart ? r % 13 : r % 260 - 3);
    at = e[i] + r % 2;
    v[i] = (struct iv){s[i], e[i] - 1};
    w[i] = r % 7 + 1;
    x0[i] = r % W, x1[i] = x0[i] + (W - x0[i]) / 2;
    y0[i] = r % H, y1[i] = H - r % 11;
  }
}

int
main(void) {
  for (int apart = 0; apart < 2; apart++) {
    fill(apart);
    for (int n = N; n >= 0; n = n == N ? 1 : n - 1) {
      cover(n);
      weigh(n);
      bytes(n, M - 50);
      highest(n);
      boxes(n);
      rounds(n, 3);
      show(apart ? "apart" : "meet");
    }
  }
  return 0;
}
