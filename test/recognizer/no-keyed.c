// No running folds by key: which element, or by how much, depends on elements;
// operators differ, another element is read, floats have an order.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
limited(const int *key, int *y, int *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (h[key[i]] < 100)
      y[i] = h[key[i]]++; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT083
}

void
step(const int *key, int *y, int *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = h[key[i]];
    h[key[i]] += y[i] >> 1; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT083
  }
}

void
operators(const int *key, int *y, int *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = h[key[i]];
    h[key[i]] = (h[key[i]] + 1) ^ 5; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT083
  }
}

void
other(const int *key, int *y, int *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = h[key[i] + 1];
    h[key[i]]++; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT083
  }
}

void
own_keys(int *key, int *h, int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    key[i] = h[key[i - 1] & 7]++; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT140
}

void
floats(const int *key, float *y, float *h, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = h[key[i]] += 0.1f; // CHECK: [[@LINE]]:{{.*}}'h'{{.*}}LOFT083
}

// The places that a pass writes are known too late where the region makes the
// starts otherwise than by counting the keys.
void
sorts(const int *key, const int *x, int *out, int *h, int n)
{
#pragma loft region
  {
    for (int k = 0; k < n; k++)
      h[k] = x[k] * k;
    for (int i = 0; i < n; i++)
      out[h[key[i]]++] = x[i]; // CHECK: [[@LINE]]:{{.*}}'out'{{.*}}LOFT161
  }
}
