// No combines: sums of floats that are to stay in order, operators differ,
// another element is read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
floats(const int *key, const float *x, float *h, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++) // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT085
    h[key[i]] += x[i];
}

void
operators(const int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    h[key[i]] += x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
    h[x[i]] *= 3;
  }
}

void
other(const int *key, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]] += h[key[i] + 1]; // CHECK: [[@LINE]]:{{.*}}LOFT083
}
