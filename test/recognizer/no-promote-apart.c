// What is read may be the element itself: its sum stays where it is.
// RUN: %clang -fplugin-arg-loft-emit=soac -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK-NOT: reduce
// CHECK-COUNT-2: warning: loop stays {{.*}}LOFT14{{[0-9]}}
// CHECK-NOT: reduce
void
all(int n, double *restrict x, const double *restrict l)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] -= l[j] * x[j];
}

void
up_to(int n, double *restrict x, const double *restrict l)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      x[i] -= l[j] * x[j];
}
