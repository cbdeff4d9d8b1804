// Stores at a counter that do not wait until it moves: another iteration reads
// the element, others of the array are stored by another subscript, or one
// store is where the counter stands before its steps, one where it does behind
// them.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

int
read(const int *x, int *restrict out, int *restrict y, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] & 1)
      out[k] = x[i];
    y[i] = out[k];
    if (x[i] > 3)
      k++; // CHECK: [[@LINE]]:{{.*}}LOFT147
  }
  return k;
}

int
beside(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      out[k] = x[i];
    if (x[i] > 3)
      k++; // CHECK: [[@LINE]]:{{.*}}LOFT147
    out[2 * k] = 1;
  }
  return k;
}

int
two(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      out[k] = x[i];
    if (x[i] > 3)
      k++; // CHECK: [[@LINE]]:{{.*}}LOFT147
    if (x[i] > 5)
      out[k] = 1;
  }
  return k;
}

// C may wrap the counter, so that the last iteration's element is not bounded.
int
wraps(const int *x, int *out, int n, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      k++; // CHECK: [[@LINE]]:{{.*}}LOFT147
    if (x[i] > 5)
      out[2 * k + 1] = 1;
  }
  return (int)k;
}
