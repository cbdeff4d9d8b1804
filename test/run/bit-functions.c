// GCC's builtins that count or move bits.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

enum { N = 300, OUT = 18 };

static uint64_t x[N], out[N * OUT];

__attribute__((noinline)) static int
all(const uint64_t *p, int n, uint64_t *o)
{
  int ones = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    uint64_t v = p[i];
    uint64_t *to = o + i * OUT;
    ones += __builtin_popcountll(v);
    to[0] = (uint64_t)__builtin_popcount((unsigned)v);
    to[1] = __builtin_bswap16((uint16_t)v);
    to[2] = __builtin_bswap32((uint32_t)v);
    to[3] = __builtin_bswap64(v);
    to[4] = (uint64_t)__builtin_ffs((int)v);
    to[5] = (uint64_t)__builtin_ffsll((long long)v);
    to[6] = (uint64_t)__builtin_parity((unsigned)v);
    to[7] = (uint64_t)__builtin_parityl(v);
    to[8] = (unsigned)v ? (uint64_t)__builtin_clz((unsigned)v) : 32;
    to[9] = (unsigned)v ? (uint64_t)__builtin_ctz((unsigned)v) : 32;
    to[10] = v ? (uint64_t)__builtin_clzl(v) : 64;
    to[11] = v ? (uint64_t)__builtin_ctzll(v) : 64;
    to[12] = __builtin_rotateleft32((uint32_t)v, (uint32_t)i);
    to[13] = __builtin_rotateright64(v, (uint64_t)i);
    to[14] = __builtin_rotateleft8((uint8_t)v, 3);
    to[15] = __builtin_bitreverse64(v);
    to[16] = __builtin_bitreverse16((uint16_t)v);
    to[17] = (uint64_t)__builtin_popcountg(v);
  }
  return ones;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = i < 64    ? (uint64_t)1 << i
           : i < 128 ? -((uint64_t)1 << (i - 64))
           : i < 200 ? (uint64_t)i * 0x9e3779b97f4a7c15 >> i % 64
                     : (uint64_t)i - 200;
  printf("%d\n", all(x, N, out));
  for (int i = 0; i < N; i++)
    for (int k = 0; k < OUT; k++)
      printf("%llx%c", (unsigned long long)out[i * OUT + k],
             k + 1 < OUT ? ' ' : '\n');
}
