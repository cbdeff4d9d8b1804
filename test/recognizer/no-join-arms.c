// The regions of an if store at two places: they are no store behind it.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s

void
elsewhere(const char *a, char c, const int *restrict prev, int *restrict cur, int n)
{
#pragma loft
  for (int j = 1; j <= n; j++) {
    if (a[j] == c)
      cur[j + 1] = prev[j - 1] + 1; // CHECK: [[@LINE]]:{{.*}}LOFT140
    else
      cur[j] = cur[j - 1] > prev[j] ? cur[j - 1] : prev[j];
  }
}
