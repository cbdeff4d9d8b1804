// rewrites/pass_privatise.c: maps combine integers into copies
// (rw_privatise.c).
#include "rewrites/rw_private.h"

bool pass_privatise(loft_cx *cx, ir_func *f, rw_options *o);

bool
pass_privatise(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return rw_privatise(f, o, false);
}
