// No extrema of floats by key: a NaN is taken, or let go; the zero that comes
// last is to stay, exactly; beside a fold, as pass "order" takes maps alone.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
taken(const int *key, const float *x, float *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (!(x[i] >= h[key[i]]))
      h[key[i]] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
}

void
let_go(const int *key, const float *x, float *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]] = h[key[i]] < x[i] ? h[key[i]] : x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
}

void
last(const int *key, const float *x, float *h, int n)
{
#pragma loft exact
  for (int i = 0; i < n; i++) // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT085
    if (x[i] <= h[key[i]])
      h[key[i]] = x[i];
}
