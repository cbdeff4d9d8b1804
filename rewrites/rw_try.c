// rewrites/rw_try.c: walks over the ops that a pass tries.
#include "rewrites/rw_private.h"

// The arguments of the pass's function, for a walk.
typedef struct walk {
  loft_cx *cx;
  ir_func *f;
  rw_options *o;
  rw_try_fn try;
  bool host; // not into maps, reduces and scans
  bool down; // an op before those in its regions
} walk;

// Tries the ops of "r".
static bool
try_region(const walk *w, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    changed |= w->down && w->try(w->cx, w->f, w->o, op);
    for (int k = 0; k < op->n_regions && !(w->host && ir_is_soac(op)); k++)
      changed |= try_region(w, op->regions[k]);
    changed |= !w->down && w->try(w->cx, w->f, w->o, op);
  }
  return changed;
}

bool
rw_try_all(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try) {
  return try_region(&(walk){cx, f, o, try, false, false}, f->body);
}

bool
rw_try_host(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try) {
  return try_region(&(walk){cx, f, o, try, true, false}, f->body);
}

bool
rw_try_host_down(loft_cx *cx, ir_func *f, rw_options *o, rw_try_fn try) {
  return try_region(&(walk){cx, f, o, try, true, true}, f->body);
}
