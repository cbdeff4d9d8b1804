// No extrema by key: another value is stored than the one compared, more is done
// under the condition, the condition holds elsewhere too.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
changed(const int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[key[i]])
      h[key[i]] = x[i] + 1; // CHECK: [[@LINE]]:{{.*}}LOFT083
}

void
more(const int *key, const int *x, int *h, int *place, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[key[i]]) {
      h[key[i]] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
      place[key[i]] = i;
    }
}

void
either(const int *key, const int *x, const int *on, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (on[i] || x[i] > h[key[i]])
      h[key[i]] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
}

void
narrow(const int *key, const int *x, signed char *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > h[key[i]])
      h[key[i]] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT083
}
