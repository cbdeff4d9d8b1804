// Pragmas in macros, and in functions of a header.
// RUN: %clang -O1 -Wall -Werror %s -o %t %link
// RUN: %three %t
#include "Inputs/header.h"
#include <stdio.h>
#define LIFT _Pragma("loft map")
#define FILL(a, n, e)                                                          \
  do {                                                                         \
    LIFT for (int i = 0; i < (n); i++)(a)[i] = (e);                            \
  } while (0)
#define EACH(v, n) _Pragma("loft") for (int v = 0; v < n; v++)

int main(void) {
  static double a[500], b[500];
  FILL(a, 500, i * 0.5);
  FILL(b, 500, a[i] + 1);
  EACH(k, 500)
  b[k] *= a[k];
  scale(500, 3, b);
  printf("%.17g %.17g\n", b[7], b[499]);
}
