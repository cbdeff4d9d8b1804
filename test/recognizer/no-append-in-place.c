// What the loop may have written is not read from a copy: where more elements
// are appended than read, from behind what is read, or where other elements
// than the iteration's are read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

int
twice(int n, int *x)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      x[k++] = x[i]; // CHECK: [[@LINE]]:{{.*}}LOFT147
      x[k++] = i;
    }
  return k;
}

int
other_array(int n, int *a, int *b, const int *p)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > 3) {
      a[k] = a[i];
      b[k] = b[p[i]];
      k++; // CHECK: [[@LINE]]:{{.*}}LOFT147
    }
  return k;
}

// The second read is behind the write.
int
behind(int n, int *x, int *y)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      x[k++] = i; // CHECK: [[@LINE]]:{{.*}}LOFT147
      y[i] = x[i];
    }
  return k;
}
