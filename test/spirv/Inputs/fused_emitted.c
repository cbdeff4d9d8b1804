// Tries what fused_to_c.py made of a module (-DMODULE=FILE): operands of all
// magnitudes, hard ones and the edges of the ranges, with all errors of the
// device's approximation up to ERROR units. fused_emitted COUNT prints how many
// results were used, and how many of them are not the correctly rounded ones.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "float_bits.h"

enum { ERROR = 6 };
static int error;

// What the device has for "x"; off by "error" where that is a number, and no
// subnormal one.
static float
approximate(double x)
{
  float y = (float)x;
  return fabsf(y) > 0x1p-120f && fabsf(y) < 0x1p120f
             ? from_bits(bits_of(y) + (uint32_t)error)
             : y;
}

#include MODULE

// Both, and their residuals' products, may be at the end of a range.
static float
operand(uint64_t r)
{
  uint32_t digits = (uint32_t)r & 0x7fffff, sign = (uint32_t)(r >> 23 & 1) << 31;
  uint32_t power = (uint32_t)(r >> 24 & 0xff);
  switch (r >> 32 & 7) {
  case 0:
    digits = 0x7fffff - (digits & 3);
    break;
  case 1:
    digits &= 3;
    break;
  case 2: // where the ranges end
    power = (uint32_t[]){66, 67, 68, 7, 8, 187, 188, 190, 191, 247, 248, 252,
                         253, 0, 1, 254}[power & 15];
    break;
  default:
    break;
  }
  return from_bits(sign | power << 23 | digits);
}

static uint64_t state = 88172645463325252u;

static uint64_t
next(void)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

int
main(int argc, char **argv)
{
  long used[4] = {0}, wrong[4] = {0}, n = argc > 1 ? atol(argv[1]) : 1000000;
  for (long k = 0; k < n; k++) {
    float a = operand(next()), b = operand(next());
    double middle = (double)(1u << 23 | (next() & 0x7fffff)) + 0.5;
    if (k % 3 == 0) // next to the middle of two floats, times b
      a = (float)(middle * 0x1p-23 * b);
    if (k % 3 == 1) // next to the square of such a middle
      a = (float)ldexp(middle * middle, (int)(next() % 200) - 150);
    error = (int)(next() % (2 * ERROR + 1)) - ERROR;
    int in[4];
    float s = sqrtf(a);
    float got[4] = {f32_div_fused(a, b, &in[0]), f32_inv_fused(b, &in[1]),
                    f32_sqrt_fused(a, &in[2]), f32_inv_sqrt_fused(a, &in[3])};
    float want[4] = {a / b, 1 / b, s, 1 / s};
    for (int f = 0; f < 4; f++) {
      used[f] += in[f] != 0;
      wrong[f] += in[f] && bits_of(got[f]) != bits_of(want[f]);
    }
  }
  for (int f = 0; f < 4; f++)
    printf("%s: %s used, %ld wrong\n",
           (const char *[]){"a / b", "1 / b", "root", "1 / root"}[f],
           used[f] > n / 10 ? "often" : "seldom", wrong[f]);
}
