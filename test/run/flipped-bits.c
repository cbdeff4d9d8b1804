// Places that are turned round in blocks, by an exclusive or of the subscript or
// of the address: images that keep four bytes in a word, the first one highest.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { W = 61, H = 40, WORDS = (W + 3) / 4, N = H * WORDS };
static uint32_t x[N], y[N];
static int32_t a[8 * W], b[8 * W];

#define BYTE(line, j) (*(uint8_t *)((uintptr_t)((uint8_t *)(line) + (j)) ^ 3))
#define HALF(line, j) (*(uint16_t *)((uintptr_t)((uint16_t *)(line) + (j)) ^ 2))

__attribute__((noinline)) static void
edges(const uint32_t *restrict from, uint32_t *restrict to)
{
#pragma loft required
  for (int i = 1; i < H - 1; i++) {
    const uint32_t *line = from + i * WORDS;
    for (int j = 1; j < W - 1; j++) {
      int d = BYTE(line - WORDS, j) - BYTE(line + WORDS, j) +
              BYTE(line, j - 1) - BYTE(line, j + 1);
      BYTE(to + i * WORDS, j) = d < 0 ? 0 : d > 255 ? 255 : d;
    }
  }
}

__attribute__((noinline)) static void
halves(uint32_t *data, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    HALF(data, i) = (uint16_t)(HALF(data, i) * 3 + i);
}

__attribute__((noinline)) static int
ends(const uint32_t *data, int n)
{
  int sum = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    sum += *(const uint8_t *)((uintptr_t)((const uint8_t *)data + i) & ~3ul) -
           *(const uint8_t *)((uintptr_t)((const uint8_t *)data + i) | 3);
  return sum;
}

__attribute__((noinline)) static void
turn(const int32_t *restrict from, int32_t *restrict to, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i ^ 7] = from[i ^ 1];
}

__attribute__((noinline)) static void
turn_below(const int32_t *restrict from, int32_t *restrict to, int n)
{
#pragma loft required
  for (int i = -n; i < 0; i++)
    to[(i ^ 15) + n] = from[i + n];
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (uint32_t)i * 2654435761u;
  for (int i = 0; i < 8 * W; i++)
    a[i] = i * i % 1009;
  edges(x, y);
  printf("%08x\n", hash(y, sizeof y));
  halves(y, 2 * N);
  printf("%08x\n", hash(y, sizeof y));
  printf("%d\n", ends(y, 4 * N));
  turn(a, b, 8 * W);
  printf("%08x\n", hash(b, sizeof b));
  turn_below(a, b, 16 * 30);
  printf("%08x\n", hash(b, sizeof b));
}
