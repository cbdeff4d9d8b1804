// mathlib/math.c: <math.h> for every device, in C, written once.
//
// These functions are lifted by loft itself: scripts/update_math.sh turns each
// into IR text (math.loft), of which the pass "math" inlines what a kernel
// calls. So the CPU and every GPU compute the same bits. To make that hold,
// only operations are used that all of them round correctly: + - * / and sqrt
// on double (compiled without contraction), conversions, and integers. No fma:
// lavapipe does not fuse it. The f32 functions work in double with shorter
// polynomials and round once, so they are all but correctly rounded.
// Errors, measured against MPFR: docs/numerics.md.
//
// Polynomials are Taylor's where a few more terms than a minimax polynomial
// has do not matter (nothing to trust), else what
// scripts/math_polynomials.sollya prints.
#include "common.h"

#include "exp_log.c"

#include "power.c"

#include "trig.c"

#include "inverse.c"

#include "hyperbolic.c"

#include "complex.c"

#include "bits.c"

#include "erf.c"

#include "gamma.c"
