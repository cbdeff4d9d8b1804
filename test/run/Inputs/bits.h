// bits.h: random bits, and floating numbers of them.
#include <stdint.h>
#include <string.h>

// Of next(): any but 0.
static uint64_t state = 88172645463325252u;

// The next of a fixed random sequence.
static inline uint64_t
next(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 2685821657736338717u;
}

// The float with these bits.
static inline float
float_of(uint32_t bits)
{
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// The bits of a float.
static inline uint32_t
float_bits(float x)
{
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// The double with these bits.
static inline double
double_of(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// The bits of a double.
static inline uint64_t
double_bits(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
