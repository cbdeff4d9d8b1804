// rewrites/math/lift.c: each function of math.c as the body of a region, named
// as the pass "math" looks for it. scripts/update_math.sh reads the IR that the
// plugin emits for them.
#include "math.c"

#define LIFT1(name, type, call)                                                \
  type name(type x) {                                                          \
    type y;                                                                    \
    _Pragma("loft region") { y = call(x); }                                    \
    return y;                                                                  \
  }
#define LIFT2(name, type, call)                                                \
  type name(type x, type z) {                                                  \
    type y;                                                                    \
    _Pragma("loft region") { y = call(x, z); }                                 \
    return y;                                                                  \
  }

LIFT1(exp_f32, float, loft_exp_f32)
LIFT1(exp_f64, double, loft_exp_f64)
LIFT1(log_f32, float, loft_log_f32)
LIFT1(log_f64, double, loft_log_f64)
LIFT1(sin_f32, float, loft_sin_f32)
LIFT1(sin_f64, double, loft_sin_f64)
LIFT1(cos_f32, float, loft_cos_f32)
LIFT1(cos_f64, double, loft_cos_f64)
LIFT2(pow_f32, float, loft_pow_f32)
LIFT2(pow_f64, double, loft_pow_f64)
