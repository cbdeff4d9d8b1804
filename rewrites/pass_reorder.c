// rewrites/pass_reorder.c: the dimension that walks memory best goes last.
//
//   map (i < n, j < m) { .. x[j*n + i] .. }
// =>
//   map (j < m, i < n) { .. x[j*n + i] .. }
//
// Iterations of a map are independent, so their order is free. (A reduction
// keeps its order: its tree depends on it.) The measure, strided accesses along
// the last dimension, goes down.
#include "rewrites/rw_private.h"

bool pass_reorder(loft_cx *cx, ir_func *f, rw_options *o);

// The cost of running along "x": each access counts 1 when it jumps, more in
// inner loops.
static long
cost_along(const an_accesses *all, const ir_val *x) {
  long sum = 0;
  for (int k = 0; k < all->n; k++) {
    int depth = all->at[k].n_inner < 4 ? all->at[k].n_inner : 4;
    if (!an_affine_is_near(&all->at[k].at, x))
      sum += 1l << (3 * depth);
  }
  return sum;
}

// Moves dimension "d" of the map behind the others.
static void
move_last(ir_op *op, int d) {
  ir_region *r = op->regions[0];
  ir_val *extent = op->ins.at[d], *idx = r->params.at[d];
  for (int k = d; k < op->n_dims - 1; k++) {
    op->ins.at[k] = op->ins.at[k + 1];
    r->params.at[k] = r->params.at[k + 1];
    r->params.at[k]->index = k;
  }
  op->ins.at[op->n_dims - 1] = extent;
  r->params.at[op->n_dims - 1] = idx;
  idx->index = op->n_dims - 1;
}

// map (i, j) {A} => map (j, i) {A}
// when: fewer accesses jump along i than along j.
// why:  neighbours in the last dimension are neighbours in a vector and on the
//       grid: unit stride, coalesced.
// src:  Berenyi et al., flip; Henriksen et al., coalescing
static bool
try_reorder(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)f;
  an_accesses all;
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE || op->n_dims < 2 ||
      !an_accesses_of(cx->arena, op, &all))
    return false;
  int best = op->n_dims - 1;
  long cost = cost_along(&all, op->regions[0]->params.at[best]);
  for (int d = op->n_dims - 2; d >= 0; d--) {
    long c = cost_along(&all, op->regions[0]->params.at[d]);
    if (c < cost) {
      cost = c;
      best = d;
    }
  }
  if (best == op->n_dims - 1 || !rw_fired(o, RW_RULE_reorder))
    return false;
  move_last(op, best);
  return true;
}

bool
pass_reorder(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_reorder);
}
