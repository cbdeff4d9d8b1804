// Counters whose limit changes, that do something else behind it, move by one
// or by two, or by what depends on them.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

int
changes(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < x[0] * i)
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT149
  return k;
}

int
starts_again(const int *x, int *out, int n, int most)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < most)
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT149
    else if (x[i] > 2)
      k = 0;
  return k;
}

int
by_one_or_two(const int *x, int *out, int n, int most)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < most) {
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT148
      if (x[i] > 5)
        out[k++] = i;
    }
  return k;
}

int
itself(const int *x, int *out, int n, int most)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[k] > 3 && k < most)
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
  return k;
}
