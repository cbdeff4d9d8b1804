// Arithmetic on every integer width, with C's promotions.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

enum { N = 256 };
static int8_t a[N];
static uint8_t b[N];
static int16_t c[N];
static uint16_t d[N];
static int32_t e[N];
static uint32_t f[N];
static int64_t g[N];
static uint64_t h[N];

int
main(void)
{
  for (int i = 0; i < N; i++) {
    a[i] = (int8_t)(i - 128), b[i] = (uint8_t)i;
    c[i] = (int16_t)(i * 257 - 30000), d[i] = (uint16_t)(i * 255);
    e[i] = i * 7654321 - 1000000000, f[i] = (uint32_t)i * 0x1010101u;
    g[i] = (int64_t)e[i] * 1234567, h[i] = (uint64_t)f[i] * 0x123456789u;
  }
#pragma loft map
  for (int i = 0; i < N; i++) {
    int8_t a0 = a[i];
    a[i] += b[i];
    b[i] = (uint8_t)(a0 >> 1 ^ b[i] << 3);
    c[i] = (int16_t)(c[i] / (a0 | 1) + d[i]);
    d[i] -= (uint16_t)(c[i] % 77);
    e[i] = (e[i] >> (b[i] & 31)) - (a0 < 0 ? -a0 : a0);
    f[i] = f[i] * 3 + (uint32_t)e[i] / (b[i] + 1u);
    g[i] ^= ~g[i] >> (i & 63);
    h[i] = (h[i] << (b[i] % 64)) | (h[i] >> 5) % (f[i] | 1);
  }
  for (int i = 0; i < N; i++)
    printf("%d %d %d %d %d %u %lld %llu\n", a[i], b[i], c[i], d[i], e[i], f[i],
           (long long)g[i], (unsigned long long)h[i]);
}
