// rewrites/pass_dce.c: dead code elimination alone (see rw_dce.c).
#include "rewrites/rw_private.h"

bool pass_dce(loft_cx *cx, ir_func *f, rw_options *o);

bool
pass_dce(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return rw_dce(f, o);
}
