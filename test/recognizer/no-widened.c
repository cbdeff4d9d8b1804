// Integers that stay as they are: C wraps those without a sign of 32 bits, and
// what goes on by a product is no fold within bounds.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
wraps(int n, const unsigned *restrict x, unsigned *restrict y)
{
#pragma loft
  for (int j = 1; j <= n; j++) // CHECK: [[@LINE+1]]:{{.*}}LOFT140
    y[j] = y[j - 1] + 1 < x[j] ? y[j - 1] + 1 : x[j];
}

void
products(int n, const short *restrict x, short *restrict y)
{
#pragma loft
  for (int j = 1; j <= n; j++) // CHECK: [[@LINE+1]]:{{.*}}LOFT140
    y[j] = y[j - 1] * x[j] < 9 ? y[j - 1] * x[j] : 9;
}
