// Trigonometric functions and their inverses: the same bits on CPU and Vulkan,
// close to libm.
// COVERS: tan asin acos atan atan2
// RUN: %clang -O1 %s -o %t %link
// RUN: %run %S/Inputs/math.sh %t
#include "Inputs/math_check.h"

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
TWO(atan2)

int
main(void)
{
  fill();
  check_sin();
  check_cos();
  check_tan();
  check_asin();
  check_acos();
  check_atan();
  check_atan2();
  return far != 0;
}
