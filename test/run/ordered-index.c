// A sum in C's order beside the minimum of the loop's index itself: what is
// folded in parallel and what is put down for later share the index.
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

int
main(void)
{
  enum { N = 1000 };
  static double x[N];
  long first = N;
  double sum = 1;
  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 101) / 8.0;
#pragma loft exact
  for (long i = 0; i < N; i++) {
    if (i < first)
      first = i;
    sum += fabs(sin(x[i])) * cos(x[i]) * exp(-x[i]) / (1 + x[i]);
  }
  printf("%ld %d\n", first, sum > 1.5);
}
