// Does with fmaf what spirv/gen_exact_fused.c emits for devices that fuse fma, for all
// digits and all errors of the device's approximation up to ERROR units.
//   fused_accuracy QUOTIENTS
// prints how often the result is not the correctly rounded one.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "float_bits.h"

enum { ERROR = 6 };

static float
reciprocal(float b, float y)
{
  y = fmaf(fmaf(-b, y, 1), y, y);
  return fmaf(fmaf(-b, y, 1), y, y);
}

static float
near_reciprocal(float b, float y)
{
  float r = fmaf(-b, y, 1);
  r = fmaf(r, r, r);
  return fmaf(r, y, y);
}

// |e| b < 2^-23 (1 - |e|) for e = b*y - 1, b in [1, 2): exact, in units of 2^-47
// for e and 2^-70 for both sides.
static int
is_near_enough(float b, float y)
{
  int64_t digits = (int64_t)(b * 0x1p23f), one = INT64_C(1) << 47;
  int64_t e = digits * (int64_t)(y * 0x1p24f) - one;
  e = e < 0 ? -e : e;
  return (__int128)e * digits < one - e;
}

static float
quotient(float a, float b, float y)
{
  y = near_reciprocal(b, y);
  float q = a * y;
  q = fmaf(fmaf(-q, b, a), y, q);
  return fmaf(fmaf(-q, b, a), y, q);
}

static float
root(float x, float y, float *h)
{
  float s = x * y;
  *h = y * 0.5f;
  float r = fmaf(-*h, s, 0.5f);
  s = fmaf(s, r, s);
  *h = fmaf(*h, r, *h);
  return fmaf(fmaf(-s, s, x), *h, s);
}

int
main(int argc, char **argv)
{
  long wrong[4] = {0}, n = argc > 1 ? atol(argv[1]) : 1000000;
  uint64_t r = 88172645463325252u;
  for (uint32_t k = bits_of(1); k < bits_of(2) - 1; k++)
    for (int e = -ERROR; e <= ERROR; e++) {
      float b = from_bits(k), y = from_bits(bits_of(1 / b) + (uint32_t)e);
      wrong[0] += reciprocal(b, y) != 1 / b;
      wrong[2] += !is_near_enough(b, near_reciprocal(b, y));
    }
  for (uint32_t k = bits_of(1); k < bits_of(4); k++)
    for (int e = -ERROR; e <= ERROR; e++) {
      float x = from_bits(k), s = sqrtf(x);
      uint32_t y = bits_of((float)(1 / sqrt((double)x)));
      float h, found = root(x, from_bits(y + (uint32_t)e), &h);
      wrong[1] += found != s;
      if ((bits_of(s) & 0x7fffff) != 0x7fffff)
        wrong[3] += reciprocal(found, h + h) != 1 / s;
    }
  for (long k = 0; k < n; k++) {
    r ^= r << 13, r ^= r >> 7, r ^= r << 17;
    float a = from_bits(bits_of(1) | (r & 0x7fffff));
    float b = from_bits(bits_of(1) | (r >> 23 & 0x7fffff));
    if (bits_of(b) == bits_of(2) - 1)
      continue;
    if (k % 2) // next to the middle of two floats, times b
      a = (float)(((double)(r >> 39) + 0x1p25 + 1) * 0x1p-25 * b);
    int e = (int)((r >> 58) % (2 * ERROR + 1)) - ERROR;
    float y = from_bits(bits_of(1 / b) + (uint32_t)e);
    wrong[2] += quotient(a, b, y) != a / b;
  }
  printf("wrong: %ld reciprocals, %ld roots, %ld quotients, %ld of roots\n",
         wrong[0], wrong[1], wrong[2], wrong[3]);
}
