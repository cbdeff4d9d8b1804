// Numbers in arrays of smaller ones, read and written through casts of pointers
// and through unions: the bytes are the array's.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 600, SIZE = 8 * N + 16 };

typedef union {
  uint32_t i;
  uint16_t w[2];
  uint8_t b[4];
} __attribute__((may_alias)) any32;
#define M32(p) (((any32 *)(p))->i)

static uint8_t from[SIZE], to[SIZE];
static int16_t moves[2 * N + 2];
static uint32_t out[2 * N];
static double sums[N];

// Rows of four bytes, at a stride.
__attribute__((noinline)) static void
rows(int n, int stride, uint8_t *dst, const uint8_t *src) {
#pragma loft required
  for (int y = 0; y < n; y++)
    M32(dst + y * stride) = M32(&src[4 * y + 1]);
}

// Two numbers of 16 bits as one of 32.
__attribute__((noinline)) static void
pairs(int n, int16_t *mv, const uint8_t *src) {
#pragma loft required
  for (int y = 0; y < n; y++) {
    M32(&mv[2 * y]) = M32(&src[4 * y]) * 5u;
    mv[2 * y + 1] ^= (int16_t)((any32 *)&src[4 * y])->w[1];
  }
}

__attribute__((noinline)) static void
casts(int n, uint32_t *y, const uint8_t *src) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    const uint16_t *p = (const uint16_t *)(src + 4 * i);
    y[i] = *(const uint32_t *)(src + 4 * i) + p[1];
    y[i] += *++p;
  }
}

// A pointer to the larger numbers walks.
__attribute__((noinline)) static unsigned
walk(long bytes, const uint8_t *src) {
  unsigned s = 0;
#pragma loft required
  for (long i = 0; i < bytes; i += 8) {
    const uint32_t *p = (const uint32_t *)(src + i), *end = p + 2;
    unsigned t = 0;
    while (p < end)
      t = t * 3 + *p++;
    s += t;
  }
  return s;
}

__attribute__((noinline)) static unsigned
stride(const uint8_t *src, int n) {
  unsigned s = 0;
#pragma loft
  for (const uint32_t *p = (const uint32_t *)src, *e = p + n; p < e; p += 2)
    s += *p;
  return s;
}

__attribute__((noinline)) static void
floats(int n, double *y, uint8_t *src) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    double *x = (double *)(src + 8 * i);
    *x += 1.5;
    y[i] = x[0];
  }
}

int
main(void) {
  unsigned sum = 0;
  for (int i = 0; i < SIZE; i++)
    from[i] = (uint8_t)(i * 7919 >> 4);
  rows(N, 5, to, from);
  pairs(N, moves, from);
  casts(N, out, to);
  sum = walk(8 * N, to) + stride(from, N);
  for (int i = 0; i < N; i++) {
    double x = i * 0.37;
    memcpy(to + 8 * i, &x, 8);
  }
  floats(N, sums, to);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)moves[i] + out[i] + (unsigned)sums[i];
  for (int i = 0; i < SIZE; i++)
    sum = sum * 31 + to[i];
  printf("%u\n", sum);
  return 0;
}
