// Macros of several statements, in do loops of one trip: values that change
// places, break and continue in them, steps, leaving the loop around.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu vulkan
// CHECK-NOT: warning
#include <stdio.h>

enum { N = 1000 };
static float x[N], y[N];
static int k[N];

#define SWAP(a, b, T)                                                          \
  do {                                                                         \
    T t_ = (a);                                                                \
    (a) = (b);                                                                 \
    (b) = t_;                                                                  \
  } while (0)
#define CLIP(v, most)                                                          \
  do {                                                                         \
    if ((v) <= (most))                                                         \
      break;                                                                   \
    (v) = (most);                                                              \
  } while (!1)
#define NEXT(i)                                                                \
  do {                                                                         \
    (i)++;                                                                     \
  } while (0)

__attribute__((noinline)) static void
swap_all(int n, float *restrict a, float *restrict b) {
#pragma loft
  for (int i = 0; i < n; i++)
    SWAP(a[i], b[n - 1 - i], float);
}

__attribute__((noinline)) static void
turn(int n, float *a) {
#pragma loft
  for (int i = 0, j = n - 1; i < j; i++, j--)
    SWAP(a[i], a[j], float);
}

// break and continue of the inner loop alone; what follows it is always done.
__attribute__((noinline)) static void
skips(int n, float *restrict a, const int *restrict c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    do {
      if (c[i] % 3 == 0)
        continue;
      a[i] += 1;
      if (c[i] % 5 == 0)
        break;
      do {
        if (c[i] % 7 == 0)
          break;
        a[i] *= 3;
      } while (0);
      a[i] -= 0.5f;
    } while (0);
    a[i] += 0.25f;
  }
}

__attribute__((noinline)) static int
sum(int n, const int *c) {
  int s = 0, i = 0;
#pragma loft
  while (i < n) {
    s += c[i] * i;
    NEXT(i);
  }
  return s + i;
}

__attribute__((noinline)) static int
find(int n, const int *c, int wanted) {
#pragma loft
  for (int i = 0; i < n; i++)
    do {
      if (c[i] < 0)
        break;
      if (c[i] == wanted)
        return i;
    } while (0);
  return -1;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 37) - 4;
    y[i] = (float)(i % 11) * 0.5f;
    k[i] = i * 7 % 103 - 3;
  }
  swap_all(N - 1, x, y);
  turn(N, x);
  skips(N, y, k);
#pragma loft
  for (int i = 0; i < N; i++)
    CLIP(x[i], 20);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", x[i], y[i]);
  printf("%d %d %d\n", sum(N, k), find(N, k, 99), find(N, k, 500));
}
