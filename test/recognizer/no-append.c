// Nothing that iterations append of their own: the counter may wrap or go down,
// other elements are read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

// It is read before the next iteration overwrites it.
int
read(const int *x, int *out, int *y, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    y[i] = out[0];
    k += x[i] > 3; // CHECK: [[@LINE]]:{{.*}}LOFT082
  }
  return k;
}

int
far(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      out[k + 1] = x[i];
      out[k++] = 1; // CHECK: [[@LINE]]:{{.*}}LOFT147
    }
  return k;
}

// The element before is read.
int
top(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] / 2 > out[k])
      out[++k] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
  return k;
}

int
both(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[++k] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT143
    else
      out[k++] = x[i];
  return k;
}

int
wraps(const int *x, int *out, int n)
{
  unsigned k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      out[k] = x[i];
      k = (k + 1) & 7; // CHECK: [[@LINE]]:{{.*}}LOFT082
    }
  return (int)k;
}

int
down(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
    else if (x[i] < 0)
      k--;
  return k;
}

// An element that the next row writes again.
int
rows(const int *x, int *out, int n, int m)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      out[k] = x[i * m + j] * k; // CHECK: [[@LINE]]:{{.*}}LOFT091
      if (x[i * m + j] > 3)
        k++;
    }
  }
  return k;
}
