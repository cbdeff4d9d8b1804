// rewrites/pass_order.c: sums and products of floats that iterations share get
// one order on every device (rw_privatise.c).
#include "rewrites/rw_private.h"

bool pass_order(loft_cx *cx, ir_func *f, rw_options *o);

bool
pass_order(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return rw_privatise(f, o, true);
}
