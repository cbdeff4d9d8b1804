// loft.h is silent in other compilers and in Clang without the plugin, and
// LOFT(...) may stand before any loop, in C and in C++.
// RUN: %clang-plain -Wall -Wextra -Werror -pedantic -std=c99 -c %s -I%root/include -o %t.o
// RUN: %clang-plain -Wall -Wextra -Werror -x c++ -c %s -I%root/include -o %t.o
// RUN: gcc -ansi -Wall -Wextra -Werror -fsyntax-only -x c %root/include/loft/loft.h
// RUN: %clang-plain -ansi -Wall -Wextra -Werror -fsyntax-only -x c %root/include/loft/loft.h
// RUN: gcc -Wall -Wextra -Werror -c %s -I%root/include -o %t.o
// RUN: g++ -Wall -Wextra -Werror -x c++ -c %s -I%root/include -o %t.o
#include "loft/loft.h"

float sum(const float *x, float *y, int n);

float
sum(const float *x, float *y, int n) {
  float s = 0;
  LOFT()
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  LOFT(reduce(+ : s))
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
