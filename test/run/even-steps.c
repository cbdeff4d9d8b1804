// Loops down to 0, and up to a bound, in steps that get there: rounds, and pairs
// of rows. Where they do not get there the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: down ({{.*}}): cpu
// CHECK-DAG: short_up ({{.*}}): cpu
// CHECK-DAG: short_up ({{.*}}): original
// CHECK-DAG: mix ({{.*}}): cpu
#include <stdint.h>
#include <stdio.h>

enum { N = 800 };
static uint32_t x[N + 2], y[N];

__attribute__((noinline)) static uint32_t
down(const uint32_t *a, uint32_t n)
{
  uint32_t s = 0;
#pragma loft required
  for (uint32_t i = 2 * n; i > 0; i -= 2)
    s = s * 3 + (a[i] ^ i);
  return s;
}

// A type that C wraps at 256: 254 is followed by 258 - 256.
__attribute__((noinline)) static uint32_t
short_up(const uint32_t *a, uint8_t from)
{
  uint32_t s = 0, n = 0;
#pragma loft
  for (uint8_t i = from; i < 253; i += 4) {
    s += a[i] * 7;
    if (++n == 1000)
      break;
  }
  return s;
}

// Rounds of what each number is made of.
__attribute__((noinline)) static void
mix(const uint32_t *restrict a, uint32_t *restrict out, int n)
{
#pragma loft required
  for (int k = 0; k < n; k++) {
    uint32_t p = a[k], q = (uint32_t)k;
    for (unsigned i = 20; i > 0; i -= 2) {
      p += q;
      q = (q ^ p) << 7 | (q ^ p) >> 25;
    }
    out[k] = p ^ q;
  }
}

int
main(void)
{
  for (int i = 0; i < N + 2; i++)
    x[i] = (uint32_t)i * 2654435761u;
  for (uint32_t n = 0; n <= N / 2; n = 5 * n + 1)
    printf("%u ", down(x, n));
  printf("%u %u\n", short_up(x, 1), short_up(x, 0));
  mix(x, y, N);
  uint32_t s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + y[i];
  printf("%u\n", s);
  return 0;
}
