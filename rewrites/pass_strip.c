// rewrites/pass_strip.c: folds in order take several steps at a time.
//
//   s = reduce (k < p) [add 0] { x[k] } {seq}
// =>
//   t = loop (b < p/4) (s = 0) {
//     v0 = x[4b]; v1 = x[4b+1]; v2 = x[4b+2]; v3 = x[4b+3]
//     yield (((s + v0) + v1) + v2) + v3 }
//   s = reduce (k < p%4) [add t] { x[p/4*4 + k] } {seq}
//
// The order stays. For GPUs: the reads of all steps are on their way before the
// first value is needed, and what they share is computed once. Work-items that
// walk rows of their own take as many steps as a cache line has elements, so
// that the line is used up while it is there.
#include "rewrites/rw_private.h"

bool pass_strip(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  STEPS = 4,        // at a time
  LINE_BYTES = 128, // a cache line
  MAX_OPS = 1200    // in the new loop
};

typedef struct stripper {
  arena *a;
  ir_func *f;
  ir_soac map, red; // the fold, and the map around it
  int steps;
} stripper;

// -- Conditions -------------------------------------------------------

// True when "op" is a fold in order over one dimension, without dests, loops in
// it, or a short constant length. Fills z->red.
static bool
match_fold(stripper *z, ir_op *op) {
  int64_t n;
  if (op->code != IR_OP_REDUCE || !op->seq || op->level != IR_LEVEL_NONE ||
      op->n_dims != 1 || !ir_match_soac(op, &z->red) || z->red.n_dests ||
      (ir_match_int(z->red.extents[0], &n) && n < 2 * STEPS))
    return false;
  ir_foreach_op (inner, z->red.body)
    if (rw_any(inner, rw_iterates))
      return false;
  return true;
}

// How many steps fill a cache line that a neighbour in the map does not read: 0
// when there is no such read.
static int
steps_of_line(stripper *z) {
  rw_accesses all;
  int steps = 0;
  const ir_val *lane = z->map.idx[z->map.n_dims - 1], *k = z->red.idx[0];
  if (!rw_accesses_of(z->a, z->map.op, &all))
    return 0;
  for (int i = 0; i < all.n; i++) {
    int64_t along = 0, across = 0;
    const ir_affine *at = &all.at[i].at;
    bool walks = ir_affine_stride(at, k, &along) == 1 && along == 1;
    int jump = ir_affine_stride(at, lane, &across);
    int line = LINE_BYTES / ir_size(all.at[i].root->type.elem);
    if (walks && (jump > 1 || (jump == 1 && across >= line)) && line > steps)
      steps = line;
  }
  return steps;
}

// Decides on the steps; false when two are too many.
static bool
choose_steps(stripper *z) {
  int line = steps_of_line(z), size = rw_size(z->red.body) + z->red.n_red;
  z->steps = line > STEPS ? line : STEPS;
  while (z->steps > 1 && z->steps * size > MAX_OPS)
    z->steps /= 2;
  return z->steps > 1;
}

// -- Building ---------------------------------------------------------

// Clones the fold's body at "k" and gives its values.
static ir_val **
build_values(stripper *z, ir_builder *b, ir_val *k) {
  map *subst = map_new(z->a);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, z->red.n_red);
  map_put(subst, z->red.idx[0], k);
  ir_clone_region_ops(b, z->red.body, subst, values);
  return values;
}

// loop (b < n) (s = init) { z->steps steps }; "state" gets its results.
static void
build_loop(stripper *z, ir_builder *b, ir_val *n, ir_val **state) {
  int n_red = z->red.n_red;
  ir_op *op = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  ir_builder in = ir_at_end(r);
  ir_val ***values = NEW_ARRAY(z->a, ir_val **, z->steps);
  op->n_dims = 1;
  ir_add_in(op, n);
  ir_val *at = ir_region_add_param(r, ir_ty(IR_I64), z->red.idx[0]->name);
  for (int k = 0; k < n_red; k++) {
    ir_add_in(op, z->red.inits[k]);
    ir_add_out(op, state[k]->type, state[k]->name);
    state[k] = ir_region_add_param(r, state[k]->type, state[k]->name);
  }
  at = ir_build2(&in, IR_OP_MUL, at, ir_build_int(&in, IR_I64, z->steps));
  for (int s = 0; s < z->steps; s++)
    values[s] = build_values(
        z, &in, ir_build2(&in, IR_OP_ADD, at, ir_build_int(&in, IR_I64, s)));
  for (int s = 0; s < z->steps; s++)
    for (int k = 0; k < n_red; k++)
      state[k] = ir_build2(&in, z->red.op->red_ops[k], state[k], values[s][k]);
  ir_build_yield(&in, state, n_red);
  for (int k = 0; k < n_red; k++)
    state[k] = op->outs.at[k];
}

// The steps from "done" on, "n" of them, as a fold; "state" gets its results.
static void
build_rest(stripper *z, ir_builder *b, ir_val *done, ir_val *n,
           ir_val **state) {
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *r = ir_add_region(op);
  ir_builder in = ir_at_end(r);
  op->n_dims = 1;
  op->seq = true;
  op->exact = z->red.op->exact;
  op->n_red = z->red.n_red;
  op->red_ops = z->red.op->red_ops;
  ir_add_in(op, n);
  ir_val *k = ir_region_add_param(r, ir_ty(IR_I64), z->red.idx[0]->name);
  ir_val **values = build_values(z, &in, ir_build2(&in, IR_OP_ADD, done, k));
  for (int i = 0; i < op->n_red; i++) {
    ir_add_in(op, state[i]);
    state[i] = ir_add_out(op, state[i]->type, z->red.results[i]->name);
  }
  ir_build_yield(&in, values, op->n_red);
}

// reduce (k < p) [op s] {A(k)} {seq} =>
//   reduce (k < p % 4) [op loop (b < p / 4) {A(4b); ..}] {A(p / 4 * 4 + k)}
// when: a fold in order inside a map, over one dimension, without dests or
//       loops in it, not short, not too much code.
// why:  a GPU's work-item waits for a read once for all steps.
// src:  folklore (strip mining, unrolling)
static bool
try_strip(stripper *z, rw_options *o, ir_op *op) {
  if (!match_fold(z, op) || !choose_steps(z) || !rw_fired(o, RW_RULE_strip))
    return false;
  ir_builder b = ir_before(op);
  ir_val **state = NEW_ARRAY(z->a, ir_val *, z->red.n_red);
  ir_val *steps = ir_build_int(&b, IR_I64, z->steps);
  ir_val *n = ir_build2(&b, IR_OP_DIV, z->red.extents[0], steps);
  ir_val *done = ir_build2(&b, IR_OP_MUL, n, steps);
  ir_val *left = ir_build2(&b, IR_OP_SUB, z->red.extents[0], done);
  for (int k = 0; k < z->red.n_red; k++)
    state[k] = z->red.results[k];
  build_loop(z, &b, n, state);
  build_rest(z, &b, done, left, state);
  for (int k = 0; k < z->red.n_red; k++)
    ir_replace_uses(z->f, z->red.results[k], state[k]);
  ir_remove(op);
  return true;
}

// Tries the folds in the body "r" of z->map.
static bool
visit_kernel(stripper *z, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions; k++)
      changed |= visit_kernel(z, o, op->regions[k]);
    changed |= try_strip(z, o, op);
  }
  return changed;
}

// Looks for the maps of the host.
static bool
visit_host(stripper *z, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_foreach_op (op, r)
    for (int k = 0; k < op->n_regions; k++)
      changed |= ir_match_soac(op, &z->map) ? visit_kernel(z, o, op->regions[k])
                                            : visit_host(z, o, op->regions[k]);
  return changed;
}

bool
pass_strip(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  stripper z = {.a = f->module->arena, .f = f};
  return visit_host(&z, o, f->body);
}
