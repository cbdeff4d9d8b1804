// test/run/Inputs/call_const.c: functions that call-const.c does not see. They
// end the program where it must not call them.
#include <math.h>
#include <stdlib.h>

double
bend(double x, int k) {
  if (!(x >= 0))
    abort();
  for (int i = 0; i < k; i++)
    x = x < 1 ? x * 1.5 : x - 1;
  return x;
}

long double
longer(long double x) {
  return expl(x) / 3;
}

float
halve(float x) {
  return x / 2;
}

unsigned long
mixed(unsigned a, long b) {
  return a * 77ul ^ (unsigned long)b >> 3;
}
