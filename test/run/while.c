// Loops that end where the data says, inside a map.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static void
collatz(int n, unsigned *steps)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    unsigned long v = (unsigned long)i + 1;
    unsigned k = 0;
    for (; k < 500 && v != 1; k++)
      v = v % 2 ? 3 * v + 1 : v / 2;
    steps[i] = k;
  }
}

int
main(void)
{
  static unsigned steps[2000];
  collatz(2000, steps);
  for (int i = 0; i < 2000; i++)
    printf("%u\n", steps[i]);
}
