// Counters that may meet: one would have to end before the other begins, they
// are as far apart as one of them goes alone, or they count in other steps.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

int
both_up(const int *x, int *out, int n, int a, int b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[a++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
    else
      out[b++] = x[i];
  return a + b;
}

int
other_steps(const int *x, int *out, int n, int a, int b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[a++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
    else
      out[2 * b--] = x[i];
  return a + b;
}

// It goes both ways.
int
stack(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
    else
      out[k--] = x[i];
  return k;
}

// The element below is written by the next iteration as well.
int
below(const int *x, int *out, int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      out[k - 1] = x[i];
      out[k--] = i; // CHECK: [[@LINE]]:{{.*}}LOFT147
    }
  return k;
}
