// Hyperbolic functions and their inverses: the same bits on CPU and Vulkan,
// close to libm.
// COVERS: sinh cosh tanh asinh acosh atanh
// RUN: %clang -O1 %s -o %t %link
// RUN: %run %S/Inputs/math.sh %t
#include "Inputs/math_check.h"

ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)

int
main(void)
{
  fill();
  check_sinh();
  check_cosh();
  check_tanh();
  check_asinh();
  check_acosh();
  check_atanh();
  return far != 0;
}
