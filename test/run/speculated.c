// Loops that run until the device has found something go ahead of its answers,
// however many iterations wait for one together; those that were one too many
// have changed nothing.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.right
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu && cmp %t.right %t.cpu
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t > %t.0
// RUN: cmp %t.right %t.0
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_AHEAD=1 \
// RUN:   LOFT_TRACE=%t.1.json %run%t > %t.1
// RUN: cmp %t.right %t.1
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_AHEAD=3 %run%t > %t.3
// RUN: cmp %t.right %t.3
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_AHEAD=32 \
// RUN:   LOFT_TRACE=%t.32.json %run%t > %t.32
// RUN: cmp %t.right %t.32
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_AHEAD=5 \
// RUN:   LOFT_TEST_STAGING=16 LOFT_TEST_KEEP=1 %run%t > %t.5
// RUN: cmp %t.right %t.5
// RUN: python3 -c "n = [open('%t.' + k + '.json').read().count('submission') for k in ('1', '32')]; print(n); assert n[1] * 4 < n[0]"
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };

// Labels of components; the rounds are counted.
__attribute__((noinline)) static int
spread(int n, const int *next, int *label, int *other) {
  int rounds = 0, changed;
#pragma loft
  do {
    changed = 0;
    for (int v = 0; v < n; v++) {
      int x = label[v], y = label[next[v]];
      other[v] = y < x ? y : x;
    }
    for (int v = 0; v < n; v++) {
      changed |= other[v] != label[v];
      label[v] = other[v];
    }
    rounds++;
  } while (changed);
  return rounds;
}

// Halves until little is left, "most" times at most; what is left, and what the
// rounds add up to.
__attribute__((noinline)) static int
halve(int n, int least, int most, int *x, int *left) {
  int sum = *left, k = 0, hash = 1;
#pragma loft
  while (sum > least && k < most) {
    int scale = sum % 7 + 2;
    for (int i = 0; i < n; i++)
      x[i] = x[i] - x[i] / scale;
    sum = 0;
    for (int i = 0; i < n; i++)
      sum += x[i];
    k++;
    hash = hash * 31 + k;
  }
  *left = sum;
  return hash;
}

// What the device computes and what the host counts, together.
__attribute__((noinline)) static int
mix(int n, int most, int *x) {
  int s = 1, k = 3, before = 7, rounds = 0;
#pragma loft
  while (s % 64 != 63 && rounds < most) {
    int by = s + before * k;
    for (int i = 0; i < n; i++)
      x[i] = (x[i] + by) & 1023;
    s = 0;
    for (int i = 0; i < n; i++)
      s += x[i];
    for (int i = 0; i < n; i++)
      x[i] ^= s & 7;
    before = s + k;
    k = (k * 5 + 1) % 97;
    s += k;
    rounds++;
  }
  return s * 31 + before;
}

// Loops within steps of time, each until nothing is above the limit.
__attribute__((noinline)) static int
steps(int n, int t, int *restrict x, int *restrict y) {
  int all = 0;
#pragma loft
  for (int s = 0; s < t; s++) {
    int above;
    for (int i = 0; i < n; i++)
      x[i] += i % (s + 3);
    do {
      above = 0;
      for (int i = 0; i < n; i++)
        y[i] = x[i] > 40 + s ? x[i] - 3 : x[i];
      for (int i = 0; i < n; i++) {
        above |= y[i] > 40 + s;
        x[i] = y[i];
      }
      all++;
    } while (above);
  }
  return all;
}

static unsigned
hash(const int *x, int n) {
  unsigned h = 1;
  for (int i = 0; i < n; i++)
    h = h * 31 + (unsigned)x[i];
  return h;
}

int
main(void) {
  int *next = malloc(N * sizeof *next), *x = malloc(N * sizeof *x);
  int *y = malloc(N * sizeof *y);
  for (int q = 1; q < 90; q += 11) {
    for (int i = 0; i < N; i++) {
      next[i] = i % q ? i - 1 : i;
      x[i] = i * 7 % 501;
    }
    int rounds = spread(N, next, x, y);
    printf("%d %u\n", rounds, hash(x, N));
  }
  for (int most = 0; most < 70; most += 23) {
    int left = 0;
    for (int i = 0; i < N; i++)
      left += x[i] = i * 1000;
    int h = halve(N, most % 2 ? 60000 : 1000, most, x, &left);
    printf("%d %d %u\n", h, left, hash(x, N));
  }
  for (int most = 5; most < 100; most += 30) {
    int s = mix(N, most, x);
    printf("%d %u\n", s, hash(x, N));
  }
  for (int i = 0; i < N; i++)
    x[i] = i % 100;
  int all = steps(N, 4, x, y);
  printf("%d %u\n", all, hash(x, N));
#pragma loft keep(x, y, next)
  for (int t = 0; t < 3; t++) {
    all += steps(N, 2, x, y);
    all += spread(N, next, x, y);
  }
  printf("%d %u\n", all, hash(x, N));
  return 0;
}
