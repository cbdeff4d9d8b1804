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
// first value is needed, what they share is computed once, and what is the same
// for all of them is read before the loop. Work-items that walk rows of their
// own take as many steps as a cache line has elements, so that the line is used
// up while it is there; those that walk columns do, to have enough reads under
// way.
#include "rewrites/rw_private.h"

bool pass_strip(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  STEPS = 4,        // at a time
  SHARED_STEPS = 8, // where all work-items read the same
  LINE_BYTES = 128, // a cache line
  MAX_OPS = 1200    // in the new loop
};

typedef struct stripper {
  arena *a;
  ir_func *f;
  ir_soac map;  // at host level
  rw_fold fold; // in it
  map *late;    // ops in the fold that need its state, as keys
  int steps;
} stripper;

// -- Conditions -------------------------------------------------------

static bool
reads(const ir_op *op) {
  return op->code == IR_OP_INDEX;
}

// True when "op" is a fold in order over one dimension, without dests, loops in
// it, or a short constant length; one written as a loop reads, so that there is
// something to wait for. Fills z->fold.
static bool
match_fold(stripper *z, ir_op *op) {
  int64_t n;
  z->fold = (rw_fold){0};
  if (op->level != IR_LEVEL_NONE || op->n_dims != 1 || op->has_while ||
      !rw_match_fold(op, &z->fold) ||
      (ir_match_int(z->fold.s.extents[0], &n) && n < 2 * STEPS))
    return false;
  bool any = !z->fold.carried;
  ir_foreach_op (inner, z->fold.s.body) {
    any |= rw_any(inner, reads);
    if (rw_any(inner, rw_iterates))
      return false;
  }
  return any;
}

// How many steps fill a cache line that a neighbour in the map does not read: 0
// when there is no such read.
static int
steps_of_line(stripper *z) {
  an_accesses all;
  int steps = 0;
  const ir_val *lane = z->map.idx[z->map.n_dims - 1], *k = z->fold.s.idx[0];
  if (!an_accesses_of(z->a, z->fold.s.op, &all))
    return 0;
  for (int i = 0; i < all.n; i++) {
    int64_t along = 0, across = 0;
    const an_affine *at = &all.at[i].at;
    bool walks = an_affine_stride(at, k, &along) == 1 && along == 1;
    int jump = an_affine_stride(at, lane, &across);
    int line = LINE_BYTES / ir_size(all.at[i].root->type.elem);
    if (walks && (jump > 1 || (jump == 1 && across >= line)) && line > steps)
      steps = line;
  }
  return steps;
}

// How many steps down a column have as many bytes as a cache line, where the
// fold walks columns, one for each iteration of a map over one dimension: 0
// otherwise. Matrices have few columns, so that each work-item must have many
// reads under way.
static int
steps_of_column(stripper *z) {
  an_accesses all;
  int steps = 0;
  const ir_val *lane = z->map.idx[0], *k = z->fold.s.idx[0];
  if (z->map.n_dims != 1 || !an_accesses_of(z->a, z->fold.s.op, &all))
    return 0;
  for (int i = 0; i < all.n; i++) {
    int64_t along = 0, across = 0;
    const an_affine *at = &all.at[i].at;
    int down = an_affine_stride(at, k, &along);
    bool walks = down == 2 || (down == 1 && along != 1);
    bool lies = an_affine_stride(at, lane, &across) == 1 && across == 1;
    int line = LINE_BYTES / ir_size(all.at[i].root->type.elem);
    if (walks && lies && (!steps || line < steps))
      steps = line;
  }
  return steps;
}

// True when the elements that the fold's steps read one after the other are the
// same for all work-items: these come from shared memory
// (kernel/lower_shared_tile.c).
static bool
is_shared(stripper *z) {
  an_accesses all;
  int64_t along, across;
  bool any = false;
  const ir_val *k = z->fold.s.idx[0];
  if (!an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    const an_affine *at = &all.at[i].at;
    if (!an_affine_stride(at, k, &along))
      continue;
    for (int d = 0; d < z->map.n_dims; d++)
      if (an_affine_stride(at, z->map.idx[d], &across))
        return false;
    any = true;
  }
  return any;
}

// Decides on the steps; false when two are too many.
static bool
choose_steps(stripper *z) {
  int line = steps_of_line(z), size = rw_size(z->fold.s.body) + z->fold.s.n_red;
  int column = steps_of_column(z);
  line = line > column ? line : column;
  z->steps = line > STEPS ? line : is_shared(z) ? SHARED_STEPS : STEPS;
  while (z->steps > 1 && z->steps * size > MAX_OPS)
    z->steps /= 2;
  return z->steps > 1;
}

// -- Building ---------------------------------------------------------

// Clones what the fold's body does at "subst" with the state (late), or
// without it.
static void
clone_ops(stripper *z, ir_builder *b, bool late, map *subst) {
  ir_foreach_op (op, z->fold.s.body)
    if (op->code != IR_OP_YIELD && map_has(z->late, op) == late &&
        !(op->code == IR_OP_INDEX && map_has(subst, op->outs.at[0])))
      ir_clone_op(b, op, subst);
}

// The step at "subst" takes "state" further.
static void
build_step(stripper *z, ir_builder *b, map *subst, ir_val **state) {
  const ir_soac *s = &z->fold.s;
  ir_val **next = NEW_ARRAY(z->a, ir_val *, s->n_red);
  for (int k = 0; z->fold.carried && k < s->n_red; k++)
    map_put(subst, z->fold.carried[k], state[k]);
  clone_ops(z, b, true, subst);
  for (int k = 0; k < s->n_red; k++) {
    next[k] = ir_substituted(subst, s->values[k]);
    if (!z->fold.carried)
      next[k] = ir_build2(b, s->op->red_ops[k], state[k], next[k]);
  }
  for (int k = 0; k < s->n_red; k++)
    state[k] = next[k];
}

// Does the fold's fixed reads before the loop over "n", if that runs; the
// values by those in the fold.
static map *
build_fixed_reads(stripper *z, ir_builder *b, ir_val *n) {
  map *fixed = map_new(z->a), *copies = map_new(z->a);
  ir_op *op = ir_build_raw(b, IR_OP_IF);
  ir_builder then = ir_at_end(ir_add_region(op));
  ir_builder otherwise = ir_at_end(ir_add_region(op));
  ir_vals reads = {0}, zeros = {0};
  ir_foreach_op (read, z->fold.s.body) {
    if (!rw_is_fixed_read(read, z->fold.s.body))
      continue;
    ir_val *v = read->outs.at[0];
    ir_clone_op(&then, read, copies);
    vec_push(z->a, &reads, ir_substituted(copies, v));
    vec_push(z->a, &zeros, ir_build_bits(&otherwise, v->type.elem, 0));
    map_put(fixed, v, ir_add_out(op, v->type, v->name));
  }
  ir_build_yield(&then, reads.at, reads.n);
  ir_build_yield(&otherwise, zeros.at, zeros.n);
  if (!reads.n) {
    ir_remove(op);
    return fixed;
  }
  ir_builder before = ir_before(op);
  ir_val *zero = ir_build_int(&before, IR_I64, 0);
  ir_add_in(op, ir_build2(&before, IR_OP_GT, n, zero));
  return fixed;
}

// loop (b < n) (s = init) { z->steps steps }; "state" gets its results.
static void
build_loop(stripper *z, ir_builder *b, ir_val *n, ir_val **state) {
  const ir_soac *s = &z->fold.s;
  map *fixed = build_fixed_reads(z, b, n);
  ir_op *op = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  ir_builder in = ir_at_end(r);
  map **substs = NEW_ARRAY(z->a, map *, z->steps);
  op->n_dims = 1;
  ir_add_in(op, n);
  ir_val *at = ir_region_add_param(r, ir_ty(IR_I64), s->idx[0]->name);
  for (int k = 0; k < s->n_red; k++) {
    const ir_val *like = s->results[k];
    ir_add_in(op, s->inits[k]);
    ir_add_out(op, like->type, like->name);
    state[k] = ir_region_add_param(r, like->type, like->name);
  }
  at = ir_build2(&in, IR_OP_MUL, at, ir_build_int(&in, IR_I64, z->steps));
  for (int i = 0; i < z->steps; i++) {
    substs[i] = map_copy(z->a, fixed);
    map_put(substs[i], s->idx[0],
            ir_build2(&in, IR_OP_ADD, at, ir_build_int(&in, IR_I64, i)));
    clone_ops(z, &in, false, substs[i]);
  }
  for (int i = 0; i < z->steps; i++)
    build_step(z, &in, substs[i], state);
  ir_build_yield(&in, state, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    state[k] = op->outs.at[k];
}

// The steps from "done" on, "n" of them, as a fold; "state" gets its results.
static void
build_rest(stripper *z, ir_builder *b, ir_val *done, ir_val *n,
           ir_val **state) {
  const ir_soac *s = &z->fold.s;
  ir_op *op = rw_build_fold(b, &z->fold, &n, s->n_red);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  map *subst = map_new(z->a);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    state[k] = rw_add_fold(op, &z->fold, k, state[k], subst);
  map_put(subst, s->idx[0], ir_build2(&in, IR_OP_ADD, done, r->params.at[0]));
  ir_clone_region_ops(&in, s->body, subst, values);
  ir_build_yield(&in, values, s->n_red);
}

// reduce (k < p) [op s] {A(k)} {seq} =>
//   reduce (k < p % 4) [op loop (b < p / 4) {A(4b); ..}] {A(p / 4 * 4 + k)}
// when: a fold in order inside a map, over one dimension, without dests or
//       loops in it, not short, not too much code; a counting loop that carries
//       scalars and reads likewise.
// why:  a GPU's work-item waits for a read once for all steps.
// src:  folklore (strip mining, unrolling)
static bool
try_strip(stripper *z, rw_options *o, ir_op *op) {
  if (!match_fold(z, op) || !choose_steps(z) || !rw_fired(o, RW_RULE_strip))
    return false;
  ir_builder b = ir_before(op);
  ir_val **state = NEW_ARRAY(z->a, ir_val *, z->fold.s.n_red);
  ir_val *steps = ir_build_int(&b, IR_I64, z->steps);
  ir_val *n = ir_build2(&b, IR_OP_DIV, z->fold.s.extents[0], steps);
  ir_val *done = ir_build2(&b, IR_OP_MUL, n, steps);
  ir_val *left = ir_build2(&b, IR_OP_SUB, z->fold.s.extents[0], done);
  z->late = an_ops_needing(z->a, z->fold.s.body, z->fold.carried,
                           z->fold.carried ? z->fold.s.n_red : 0);
  build_loop(z, &b, n, state);
  build_rest(z, &b, done, left, state);
  for (int k = 0; k < z->fold.s.n_red; k++)
    ir_replace_uses(z->f, z->fold.s.results[k], state[k]);
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
