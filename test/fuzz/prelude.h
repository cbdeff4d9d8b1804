// test/fuzz/prelude.h: what every file of random programs starts with.
#include <complex.h>
#undef I
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of what calls the functions under test: to optimise it would take as long as
// the functions do.
#define DRIVER __attribute__((optnone, noinline))

// From a place of a grid to those beside it.
static const int steps_x[4] = {1, -1, 0, 0}, steps_y[4] = {0, 0, 1, -1};

static uint64_t state;

static void
seed(unsigned s)
{
  state = 88172645463325252u ^ ((uint64_t)s << 20);
}

static uint64_t
next(void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 8;
}

static void *
alloc(size_t bytes)
{
  void *p = malloc(bytes);
  if (!p)
    exit(3);
  return p;
}

// Values: index 0..n-1; exact: multiples of 1/4 up to 4; any: up to 16;
// special: also not finite and, unless NO_SUBNORMALS says that the device flushes
// them, too small to be normal.
#define FILL(a, cells, kind, n)                                                \
  for (size_t c = 0; c < (cells); c++)                                         \
  a[c] = fill_##kind((__typeof__(a[0]))0.5 != 0, n)

static double
fill_index(int is_float, int n)
{
  (void)is_float;
  return n > 0 ? (double)(next() % (unsigned)n) : 0;
}

static double
fill_exact(int is_float, int n)
{
  (void)n;
  uint64_t r = next();
  return is_float ? (double)(int)(r % 33) / 4 - 4 : (double)(r % 100);
}

static double
fill_any(int is_float, int n)
{
  (void)n;
  uint64_t r = next();
  if (!is_float)
    return (double)(r % 120);
  if (r % 61 == 0)
    return r % 2 ? -0.0 : 0.0;
  return (double)(r % 1000003) / 1000003 * 32 - 16;
}

static double
fill_special(int is_float, int n)
{
#ifdef NO_SUBNORMALS
  static const double values[] = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, NAN, 3e38};
#else
  static const double values[] = {1e-40, -3e-42, HUGE_VAL, -HUGE_VAL, NAN, 3e38,
                                  5e-324, 1e-310, -0.0};
#endif
  uint64_t r = next();
  return is_float && r % 5 == 0
             ? values[r / 5 % (sizeof values / sizeof *values)]
             : fill_any(is_float, n);
}

// Prints the bits of a long double, of 80 bits, which is element "c".
static void
dump_long(const unsigned char *p, size_t c)
{
  uint64_t low = 0;
  uint16_t high = 0;
  memcpy(&low, p, sizeof low);
  memcpy(&high, p + sizeof low, sizeof high);
  if ((high & 0x7fff) == 0x7fff && low << 1) {
    low = UINT64_C(3) << 62;
    high = 0x7fff;
  }
  printf("%x%016llx%c", high, (unsigned long long)low, c % 16 == 15 ? '\n' : ' ');
}

// Prints the bits of an array, NaNs alike.
static void
dump(const void *data, size_t count, size_t size, int is_float)
{
  const unsigned char *p = data;
  for (size_t c = 0; c < count; c++, p += size) {
    uint64_t bits = 0;
    if (is_float && size == sizeof(long double)) {
      dump_long(p, c);
      continue;
    }
    memcpy(&bits, p, size);
    if (is_float && size == 2 && (bits & 0x7fff) > 0x7c00)
      bits = 0x7e00;
    if (is_float && size == 4 && (bits & 0x7fffffff) > 0x7f800000)
      bits = 0x7fc00000;
    if (is_float && size == 8 &&
        (bits & 0x7fffffffffffffff) > 0x7ff0000000000000)
      bits = 0x7ff8000000000000;
    printf("%llx%c", (unsigned long long)bits, c % 16 == 15 ? '\n' : ' ');
  }
  printf("\n");
}
