// Small unions of a number and its parts, in arrays, variables and structures.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdint.h>
#include <stdio.h>

enum { N = 500 };

typedef union {
  uint32_t w;
  uint8_t b[4];
  struct {
    uint8_t r, g, b, a;
  } c;
} pixel;
typedef union {
  double d;
  uint64_t u;
  uint32_t half[2];
} number;
typedef struct {
  int kind;
  union {
    int64_t i;
    float f[2];
  } as;
} item;

typedef union {
  float f[2];
  uint32_t u[2];
} words;

static words v[N];
static pixel p[N], q[N];
static number z[N];
static item t[N];
static uint32_t w[N];

// The bytes the other way round, in place.
__attribute__((noinline)) static void
swap(int n, pixel *x)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    uint8_t first = x[i].b[0];
    x[i].b[0] = x[i].b[3];
    x[i].b[3] = first;
    first = x[i].b[1];
    x[i].b[1] = x[i].b[2];
    x[i].b[2] = first;
  }
}

// A variable; whole unions are copied and made.
__attribute__((noinline)) static void
shade(int n, const pixel *x, pixel *y, uint32_t *o)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    pixel v = x[i], u = {.w = 0xff000000u};
    u.c.r = (uint8_t)((v.c.r * 3 + v.c.g) >> 2);
    u.c.g = v.b[2];
    y[i] = u;
    v.w ^= u.w << 3;
    o[i] = v.w + v.b[1];
  }
}

// Halves of a double.
__attribute__((noinline)) static uint32_t
halves(int n, number *x)
{
  uint32_t s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i].half[1] &= 0x7fffffffu;
    x[i].d += 1;
    s += x[i].half[0] ^ (uint32_t)(x[i].u >> 40);
  }
  return s;
}

// Arrays of two types of one size.
__attribute__((noinline)) static void
bits(int n, words *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      x[i].f[k] += 1.5f;
      x[i].u[1 - k] ^= 1u << k;
    }
}

// In a structure, by its kind.
__attribute__((noinline)) static void
by_kind(int n, item *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i].kind)
      x[i].as.f[1] *= 2;
    else
      x[i].as.i += i;
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    p[i].w = (uint32_t)i * 2654435761u;
    z[i].d = i * -1.25;
    t[i].kind = i % 3 == 0;
    if (t[i].kind)
      t[i].as.f[0] = t[i].as.f[1] = (float)i;
    else
      t[i].as.i = (int64_t)i << 30;
  }
  swap(N, p);
  shade(N, p, q, w);
  uint32_t s = halves(N, z);
  by_kind(N, t);
  bits(N, v);
  for (int i = 0; i < N; i++)
    s = s * 31 + p[i].w + q[i].w * 3 + w[i] * 5 + (uint32_t)z[i].u + z[i].half[1] +
        v[i].u[0] * 7 + v[i].u[1] + (uint32_t)t[i].as.i + (uint32_t)(t[i].as.i >> 32);
  printf("%u\n", s);
}
