// mathlib/mathlib.c: math.loft as data of the compiler.
#include "mathlib/mathlib.h"

const char mathlib_text[] = {
#include "math_text.h" // made of math.loft by CMakeLists.txt
    0};
