// Words that lie at any address: an exclusive or of the address turns round the
// bytes of other blocks than one of the subscript would.
// RUN: %clang -O2 -Wno-pass-failed %s -o %t %link
// RUN: %three %t none
#include <stdint.h>
#include <stdio.h>

typedef uint32_t word __attribute__((aligned(1), may_alias));

__attribute__((noinline)) static unsigned
sum(const word *line, int n)
{
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (i + 1) *
         *(const uint8_t *)((uintptr_t)((const uint8_t *)line + i) ^ 3);
  return s;
}

int
main(void)
{
  static uint8_t a[256] __attribute__((aligned(8)));
  for (int i = 0; i < 256; i++)
    a[i] = i * 7;
  for (int k = 4; k < 8; k++)
    printf("%u\n", sum((const word *)(a + k), 200));
}
