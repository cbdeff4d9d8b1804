// Exponentials and logarithms, powers and roots: the same bits on CPU and
// Vulkan, close to libm.
// COVERS: exp2 expm1 log2 log10 log1p cbrt hypot
// RUN: %clang -O1 %s -o %t %link
// RUN: %run %S/Inputs/math.sh %t
#include "Inputs/math_check.h"

ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
TWO(pow)
ONE(cbrt)
TWO(hypot)

int
main(void)
{
  fill();
  check_exp();
  check_exp2();
  check_expm1();
  check_log();
  check_log2();
  check_log10();
  check_log1p();
  check_pow();
  check_cbrt();
  check_hypot();
  return far != 0;
}
