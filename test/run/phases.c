// Phases are unsigned integers that wrap; tables are read at their upper bits.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

enum { N = 3000 };

static short out[N], table[256];
static uint32_t hashed[N];

// Any step, as of an oscillator.
__attribute__((noinline)) static uint32_t
oscillate(int n, uint32_t phase, uint32_t step, const short *t, short *o)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    o[i] = t[phase >> 24];
    phase += step;
  }
  return phase;
}

// Two phases, one of which depends on the other's table.
__attribute__((noinline)) static void
modulate(int n, uint32_t step, const short *t, short *o)
{
  uint32_t slow = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    uint32_t phase = (uint32_t)i * step + ((uint32_t)t[slow >> 24] << 20);
    o[i] = t[phase >> 24];
    slow += 3000000u;
  }
}

// A product that wraps, and a remainder.
__attribute__((noinline)) static void
hash(int n, const short *t, uint32_t *h)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[i] = (uint32_t)t[(uint32_t)i * 2654435761u % 200];
}

static void
show(void)
{
  uint32_t s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (uint32_t)out[i] + hashed[i];
  printf("%u\n", s);
}

int
main(void)
{
  for (int i = 0; i < 256; i++)
    table[i] = (short)(i * i % 251);
  printf("%u\n", oscillate(N, 5, 123456789, table, out));
  show();
  modulate(N, 40000000, table, out);
  show();
  hash(N, table, hashed);
  show();
}
