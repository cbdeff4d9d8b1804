// What does not compile is left alone: clang's own errors, and no others.
// RUN: not %clang -O1 -c %s -o %t 2>&1 | FileCheck %s
// CHECK: error: expression is not assignable
// CHECK-NOT: LOFT
// CHECK: error: use of undeclared identifier 'unknown'
// CHECK-NOT: LOFT0{{[013-9]}}
// CHECK: 2 errors generated
void
f(int n, int (*z)[4])
{
#pragma loft
  for (int i = 0; i < n; i++)
    *(z[i] + 1)++;
}

static int
h(int i)
{
  return unknown[i];
}

void
g(int n, int *z)
{
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] = h(i);
}
