// mathlib/lift.c: each function of ir/ir_math.def as the body of a
// region, named as the pass "math" looks for it. scripts/update_math.sh reads
// the IR that the plugin emits for them.
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
#define IR_MATH(ID, name, operands, doc)                                       \
  LIFT##operands(name##_f32, float, loft_##name##_f32)                         \
      LIFT##operands(name##_f64, double, loft_##name##_f64)
#include "../ir/ir_math.def"
