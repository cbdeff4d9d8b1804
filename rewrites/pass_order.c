// rewrites/pass_order.c: folds of floats that iterations share get one order on
// every device (rw_privatise.c).
#include "rewrites/rw_private.h"

bool pass_order(loft_cx *cx, ir_func *f, rw_options *o);

// Gives combining of floats an order.
static bool
try_order(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  return rw_privatise(f, o, true, op);
}

bool
pass_order(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_order);
}
