// Floats of 16 bits: all of them as floats, and floats and doubles rounded to
// them, at and beside the middles between two of them; arithmetic that Clang
// rounds where the value is used.
// REQUIRES: x86
// RUN: %clang -O2 %s -o %t -lm %link
// RUN: %three %t
// RUN: %clang -O1 -mfma %s -o %t -lm %link
// RUN: %three %t
// RUN: %clang -O1 -DHALF=__bf16 %s -o %t -lm %link
// RUN: %three %t
#include "Inputs/hash.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef HALF
#define HALF _Float16
#endif
typedef HALF half;
enum { N = 1 << 16, M = 3 * N };

static half x[N], y[N], down[M];
static float wide[N], f[M];
static double d[M];
static int truth[N];
static struct particle {
  half at, speed;
  float mass;
} p[N];

// The library's functions, which not every libgcc has, for __bf16 alone.
static uint16_t
to_bf16(uint32_t u)
{
  if ((u & 0x7fffffff) > 0x7f800000)
    return (uint16_t)(u >> 16 | 0x40);
  return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static __bf16
as_bf16(uint16_t u)
{
  __bf16 h;
  memcpy(&h, &u, sizeof h);
  return h;
}

__bf16
__truncsfbf2(float v)
{
  uint32_t u;
  memcpy(&u, &v, sizeof u);
  return as_bf16(to_bf16(u));
}

__bf16
__truncdfbf2(double v)
{
  uint32_t w;
  float near = (float)v;
  if ((double)near != v && isfinite(v)) { // rounded to odd
    if (fabs((double)near) > fabs(v))
      near = nextafterf(near, 0);
    memcpy(&w, &near, sizeof w);
    w |= 1;
  } else {
    memcpy(&w, &near, sizeof w);
  }
  return as_bf16(to_bf16(w));
}

static void
convert(void)
{
#pragma loft
  for (int i = 0; i < N; i++)
    wide[i] = x[i];
}

static void
round_floats(void)
{
#pragma loft
  for (int i = 0; i < M; i++)
    down[i] = (half)f[i];
}

static void
round_doubles(void)
{
#pragma loft
  for (int i = 0; i < M; i++)
    down[i] = d[i];
}

static void
scale(float s, half by)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    y[i] = (half)((float)x[i] * s);
    y[i] += x[i] * by - (half)(x[i] * by) / y[i];
  }
}

static void
test(half a, double b)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    half old = y[i];
    if (x[i] && old < a)
      y[i] *= b;
    y[i] -= -x[i] + 3;
    short small = (short)(i & 0xff);
    truth[i] = !y[i] + 2 * (old == x[i]) + 4 * (old ? 1 : 0);
    truth[i] += (half)small > x[i] ? 8 : 0;
  }
}

static void
move(struct particle *q, const half *by)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    q[i].at = q[i].at + q[i].speed * by[1];
    q[i].mass += q[i].at * q[i].speed;
    q[i].speed = -q[i].speed;
  }
}

static half
first_above(half limit)
{
  half found = 0;
#pragma loft
  for (int i = 0; i < N; i++)
    if (x[i] > limit) {
      found = x[i];
      break;
    }
  return found + limit;
}

// NaN are equal to each other, whatever their bits.
#define SHOW(array)                                                            \
  for (int i = 0; i < (int)(sizeof array / sizeof *array); i++)                \
    if (array[i] != array[i])                                                  \
      array[i] = 0;                                                            \
  printf("%s %x\n", #array, hash(array, sizeof array));

// The value of the bits "u".
static double
value(unsigned u)
{
  uint16_t bits = (uint16_t)u;
  half h;
  memcpy(&h, &bits, sizeof h);
  return h;
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = (half)value((unsigned)i);
    double middle = (value((unsigned)i) + value((unsigned)i + 1)) / 2;
    d[3 * i] = middle;
    d[3 * i + 1] = nextafter(middle, INFINITY);
    d[3 * i + 2] = nextafter(middle, -INFINITY);
    f[3 * i] = (float)middle;
    f[3 * i + 1] = nextafterf((float)middle, INFINITY);
    f[3 * i + 2] = nextafterf((float)middle, -INFINITY);
    p[i].at = (half)(i % 97);
    p[i].speed = (half)(i % 31) / (half)7;
    p[i].mass = (float)i;
  }
  convert();
  SHOW(wide)
  round_floats();
  SHOW(down)
  round_doubles();
  SHOW(down)
  scale(1.37f, (half)0.3f);
  SHOW(y)
  scale(1e-4f, (half)33.3f);
  test((half)1.7f, 0.3);
  SHOW(y)
  SHOW(truth)
  move(p, x + 0x3c00);
  printf("%x\n", hash(p, sizeof p));
  printf("%g\n", (double)first_above((half)2.5f));
  return 0;
}
