// Writes at places that are data which stay: the array is read there, the places
// are made of what the loop writes, or depend on values that iterations pass on.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
seen(const int *key, int *h, int *y, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = h[i] & h[key[i]];
    h[key[i]] = i; // CHECK: [[@LINE]]:{{.*}}LOFT083
  }
}

void
own_places(int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    key[i] = x[i] & 7;
    h[key[i] + x[i]] = i; // CHECK: [[@LINE]]:{{.*}}LOFT083
  }
}

int
passed_on(const int *x, int *h, int n)
{
  int last = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    h[last] = i;
    last = x[last]; // CHECK: [[@LINE]]:{{.*}}LOFT152
  }
  return last;
}
