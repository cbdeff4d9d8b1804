// rewrites/pass_map_cpu.c: levels for CPU threads (see rw_map.c).
#include "rewrites/rw_private.h"

bool pass_map_cpu(loft_cx *cx, ir_func *f, rw_options *o);

bool
pass_map_cpu(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_map_levels(cx, f, o, IR_LEVEL_THREAD);
}
