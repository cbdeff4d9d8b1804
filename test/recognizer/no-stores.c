// No stores of one value: it depends on the iteration, two values are stored,
// the array is read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
two(const int *key, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    h[key[i]] = 1; // CHECK: [[@LINE]]:{{.*}}LOFT083
    h[key[i] / 2] = 2;
  }
}

void
seen(const int *key, int *h, int *y, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = h[i];
    h[key[i]] = 1; // CHECK: [[@LINE]]:{{.*}}LOFT083
  }
}
