// rewrites/pass_privatise.c: maps combine integers into copies
// (rw_privatise.c).
#include "rewrites/rw_private.h"

bool pass_privatise(loft_cx *cx, ir_func *f, rw_options *o);

// Privatises combining of integers.
static bool
try_privatise(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  return rw_privatise(f, o, false, op);
}

bool
pass_privatise(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_privatise);
}
