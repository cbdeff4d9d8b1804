// rewrites/pass_unroll.c: short folds and loops of constant length, written
// out.
//
//   s = reduce (k < 3) [add 0] { x[i+k] } {seq}
// =>
//   s = ((0 + x[i]) + x[i+1]) + x[i+2]
//
// For CPUs, inside maps: the map around is innermost then, and becomes vectors
// (LLVM vectorises innermost loops only, and unrolls nests too late).
#include "rewrites/rw_private.h"

bool pass_unroll(loft_cx *cx, ir_func *f, rw_options *o);

enum { MAX_ITERATIONS = 32, MAX_OPS = 800 };

// Results of unrolled ops are recorded in "user" (rw_resolve); uses are
// rewritten once, at the end.
// The iterations of "op" when they are constant, else -1.
static int64_t
count_iterations(const ir_op *op) {
  int64_t n, all = 1;
  for (int k = 0; k < op->n_dims; k++) {
    if (!ir_match_int(rw_resolve(op->ins.at[k]), &n) || n > MAX_ITERATIONS)
      return -1;
    all *= n > 0 ? n : 0;
  }
  return all;
}

// True when "op" holds no loop (those of constant length are gone by now).
static bool
is_innermost(ir_op *op) {
  ir_foreach_op (inner, op->regions[0])
    if (rw_any(inner, ir_iterates))
      return false;
  return true;
}

// Maps index "d" of "op" to its value in iteration "at" of the row-major order.
static void
put_indices(ir_builder *b, const ir_op *op, int64_t at, map *subst) {
  for (int d = op->n_dims - 1; d >= 0; d--) {
    int64_t n = 1;
    ir_match_int(rw_resolve(op->ins.at[d]), &n);
    map_put(subst, op->regions[0]->params.at[d],
            ir_build_int(b, IR_I64, at % n));
    at /= n;
  }
}

// Writes iteration "at" before "op": state[] are its results so far.
static void
build_iteration(ir_func *f, ir_op *op, int64_t at, ir_val **state) {
  arena *a = f->module->arena;
  ir_region *r = op->regions[0];
  ir_builder b = ir_before(op);
  map *subst = map_new(a);
  ir_val **yields = NEW_ARRAY(a, ir_val *, op->outs.n + 1);
  put_indices(&b, op, at, subst);
  for (int k = op->n_red; k < op->outs.n; k++)
    map_put(subst, r->params.at[op->n_dims + k - op->n_red], state[k]);
  ir_clone_region_ops(&b, r, subst, yields);
  for (int k = 0; k < op->outs.n; k++)
    state[k] = k < op->n_red
                   ? ir_build2(&b, op->red_ops[k], state[k], yields[k])
                   : yields[k];
}

// reduce (k < 3) [op s] {A(k)} {seq} => op(op(op(s, A(0)), A(1)), A(2))
// when: inside a map; a fold in order or a counting loop; at most 32 constant
//       iterations without loops in them, not too much code.
// why:  the map around becomes the innermost loop.
// src:  folklore
static bool
try_unroll(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  bool fold = op->code == IR_OP_REDUCE && op->seq && op->red_ops;
  bool loop = op->code == IR_OP_LOOP && op->n_dims && !op->has_while;
  if ((!fold && !loop) || op->level != IR_LEVEL_NONE ||
      !rw_in_soac(op->parent) || !is_innermost(op))
    return false;
  int64_t n = count_iterations(op);
  if (n < 0 || n > MAX_ITERATIONS || n * rw_size(op->regions[0]) > MAX_OPS ||
      !rw_fired(o, RW_RULE_unroll))
    return false;
  rw_resolve_inside(op->regions[0]); // before it is copied
  ir_val **state = NEW_ARRAY(f->module->arena, ir_val *, op->outs.n + 1);
  for (int k = 0; k < op->outs.n; k++)
    state[k] = rw_resolve(op->ins.at[op->n_dims + k]);
  for (int64_t at = 0; at < n; at++)
    build_iteration(f, op, at, state);
  for (int k = 0; k < op->outs.n; k++)
    op->outs.at[k]->user = state[k];
  ir_remove(op);
  return true;
}

bool
pass_unroll(loft_cx *cx, ir_func *f, rw_options *o) {
  rw_clear_user(f);
  bool changed = rw_try_all(cx, f, o, try_unroll);
  if (changed)
    rw_resolve_all(f);
  return changed;
}
