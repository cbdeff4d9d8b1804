// Bytes and halves of the elements of arrays of larger numbers, through casts.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 700 };

static int32_t x[N];
static uint32_t y[N], z[N];
static float f[N];
static uint8_t bytes[4 * N];
static struct {
  int n;
  uint32_t *words;
} held = {N, z};

// All of them, in their order in memory.
__attribute__((noinline)) static void
dump(int n, const int32_t *v, uint8_t *o)
{
#pragma loft
  for (int i = 0; i < 4 * n; i++)
    o[i] = ((const unsigned char *)v)[i] ^ 0x40;
}

// The other way round, in place.
__attribute__((noinline)) static void
swap(int n, uint32_t *v)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    uint8_t *p = (uint8_t *)&v[i], t = p[0];
    p[0] = p[3];
    p[3] = t;
    t = p[1];
    p[1] = p[2];
    p[2] = t;
  }
}

// Numbers, or bytes where they are cut off.
__attribute__((noinline)) static void
clip(int n, const float *from, int32_t *to)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float t = from[i] * 1e8f;
    uint8_t *u = (uint8_t *)(to + i);
    if (t >= 2147483520.f) {
      u[0] = u[1] = u[2] = 0xff;
      u[3] = 0x7f;
      continue;
    }
    to[i] = (int32_t)lrintf(t);
  }
}

// A float and its halves.
__attribute__((noinline)) static uint32_t
halves(int n, float *v)
{
  uint32_t s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += ((uint16_t *)v)[2 * i + 1];
    v[i] *= 2;
  }
  return s;
}

// Signs of floats, as integers of their size; an array that is declared.
__attribute__((noinline)) static void
signs(int n, float *v)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    ((int *)v)[i] ^= i << 31;
    v[i] += 1;
    ((int *)v)[i] &= ~1;
    ((short *)y)[2 * i] = (short)y[i];
    ((short *)y)[2 * i + 1] ^= 3;
  }
}

// Behind a pointer of a structure.
__attribute__((noinline)) static void
blue(void)
{
#pragma loft
  for (int i = 0; i < held.n; i++) {
    ((uint8_t *)held.words)[4 * i + 2] /= 2;
    held.words[i] += 3;
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * -77777;
    y[i] = (uint32_t)i * 2654435761u;
    z[i] = y[i] >> 3;
    f[i] = (float)i / 16;
  }
  dump(N, x, bytes);
  swap(N, y);
  clip(N, f, x);
  uint32_t s = halves(N, f);
  blue();
  signs(N, f);
  for (int i = 0; i < N; i++)
    s = s * 31 + (uint32_t)x[i] + y[i] * 3 + z[i] * 5 + bytes[4 * i] + bytes[4 * i + 3] * 7u +
        (uint32_t)(f[i] * 4);
  printf("%u\n", s);
}
