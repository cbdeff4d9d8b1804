// A function with the name of one of <math.h> that the compiler does not take
// for it: by an option, an attribute of the function that calls it, a symbol of
// its own, another prototype.
// RUN: %clang -fsyntax-only -Xclang -verify=any %s
// RUN: %clang -fsyntax-only -fno-builtin -Xclang -verify=any,off,all %s
// RUN: %clang -fsyntax-only -ffreestanding -Xclang -verify=any,off,all %s
// RUN: %clang -fsyntax-only -fno-builtin-sin -Xclang -verify=any,off %s
#include <math.h>
void f(int n, double *x, int *sign) {
#pragma loft // off-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = sin(x[i]); // off-warning{{call to 'sin', whose body is not visible}}
#pragma loft // all-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = lgamma_r(x[i], &sign[i]); // all-warning{{call to 'lgamma_r', whose}}
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = __builtin_sin(x[i]);
}
__attribute__((no_builtin("cos", "sin"))) static double g(double x) {
  return sin(x); // any-warning{{call to 'sin', whose body is not visible}}
}
__attribute__((no_builtin)) void h(int n, double *x) {
#pragma loft // any-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = exp(x[i]); // any-warning{{call to 'exp', whose body is not visible}}
#pragma loft // any-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(x[i]);
}
double cbrt(double) __asm__("my_root");
#pragma redefine_extname exp2 my_power
void symbols(int n, double *x) {
#pragma loft // any-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = cbrt(x[i]); // any-warning{{call to 'cbrt', whose body is not}}
#pragma loft // any-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = exp2(x[i]); // any-warning{{call to 'exp2', whose body is not}}
}
