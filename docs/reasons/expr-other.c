// The expression is none of those that loft reads.
#include <stdarg.h>
static void g(int n, int *x, ...) {
  va_list ap;
  va_start(ap, x);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i ? i : va_arg(ap, int);
  va_end(ap);
}
void f(int n, int *x) { g(n, x, 7); }
// -- instead
#include <stdarg.h>
static void g(int n, int *x, ...) {
  va_list ap;
  va_start(ap, x);
  int v = va_arg(ap, int);
  va_end(ap);
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i ? i : v;
}
void f(int n, int *x) { g(n, x, 7); }
