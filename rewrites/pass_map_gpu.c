// rewrites/pass_map_gpu.c: levels for a GPU (see rw_map.c).
#include "rewrites/rw_private.h"

bool pass_map_gpu(loft_cx *cx, ir_func *f, rw_options *o);

bool
pass_map_gpu(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_map_levels(cx, f, o, IR_LEVEL_GRID);
}
