// mathlib/mathlib.h: <math.h> as IR text, lifted by loft from the C beside it.
#ifndef LOFT_MATHLIB_H
#define LOFT_MATHLIB_H

// math.loft, NUL-terminated: a function @NAME_f32 and @NAME_f64 for each line
// of ir/ir_math.def.
extern const char mathlib_text[];

#endif
