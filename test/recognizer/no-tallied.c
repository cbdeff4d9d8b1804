// What is combined into is appended afterwards, or read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

int
ahead(int n, const int *x, int *restrict len)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      len[k++] = 0; // CHECK: [[@LINE]]:{{.*}}LOFT147
    len[k]++;
  }
  return k;
}

int
handed_out(int n, const int *x, int *restrict len, int *restrict y)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] > 3)
      len[k++] = 0; // CHECK: [[@LINE]]:{{.*}}LOFT147
    y[i] = len[k - 1]++;
  }
  return k;
}
