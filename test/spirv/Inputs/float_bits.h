// float_bits.h: floats as the bits they are stored as.
#ifndef FLOAT_BITS_H
#define FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static uint32_t
bits_of(float x)
{
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float
from_bits(uint32_t bits)
{
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#endif
