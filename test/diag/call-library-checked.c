// What checks the sizes of a C library function is named as that function.
// RUN: %clang -O2 -D_FORTIFY_SOURCE=2 -fsyntax-only %s 2>&1 | FileCheck %s
#include <string.h>

void
copy(char *d, const char *s, int n)
{
  // CHECK: :[[#@LINE+3]]:5: warning: loop stays as it is: call to 'strcpy', a library function that loft does not have; {{.*}}[LOFT131]
#pragma loft
  for (int i = 0; i < n; i++)
    strcpy(d + 10 * i, s + 10 * i);
}
