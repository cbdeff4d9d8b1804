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
  STEPS = RW_LEAST_STEPS,
  SHARED_STEPS = 8, // where all work-items read the same
  LINE_BYTES = 128, // a cache line
  MAX_OPS = 1200    // in the new loop
};

// -- Conditions -------------------------------------------------------

// How many steps fill a cache line that a neighbour in the map does not read: 0
// when there is no such read.
static int
steps_of_line(rw_steps *z) {
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
steps_of_column(rw_steps *z) {
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
is_shared(rw_steps *z) {
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

// How many steps are taken at a time; 1 when two are too many.
static int
choose_steps(rw_steps *z) {
  int line = steps_of_line(z), size = rw_size(z->fold.s.body) + z->fold.s.n_red;
  int column = steps_of_column(z);
  line = line > column ? line : column;
  int steps = line > STEPS ? line : is_shared(z) ? SHARED_STEPS : STEPS;
  while (steps > 1 && steps * size > MAX_OPS)
    steps /= 2;
  return steps;
}

// -- Building ---------------------------------------------------------

// Does the fold's fixed reads before the loop over "n", if that runs; the
// values by those in the fold.
static map *
build_fixed_reads(rw_steps *z, ir_builder *b, ir_val *n) {
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

// loop (b < n) (s = init) { "steps" steps }; "state" gets its results.
static void
build_loop(rw_steps *z, int steps, ir_builder *b, ir_val *n, ir_val **state) {
  const ir_soac *s = &z->fold.s;
  map *fixed = build_fixed_reads(z, b, n);
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, s->idx[0]->name);
  ir_builder in = ir_at_end(op->regions[0]);
  map **substs = NEW_ARRAY(z->a, map *, steps);
  ir_val *at = op->regions[0]->params.at[0];
  for (int k = 0; k < s->n_red; k++)
    state[k] = rw_add_state(op, z, k, s->inits[k]);
  at = ir_build2(&in, IR_OP_MUL, at, ir_build_int(&in, IR_I64, steps));
  for (int i = 0; i < steps; i++) {
    substs[i] = map_copy(z->a, fixed);
    map_put(substs[i], s->idx[0],
            ir_build2(&in, IR_OP_ADD, at, ir_build_int(&in, IR_I64, i)));
    rw_put_values(z, &in, substs[i]);
  }
  for (int i = 0; i < steps; i++)
    rw_put_step(z, &in, substs[i], state);
  ir_build_yield(&in, state, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    state[k] = op->outs.at[k];
}

// reduce (k < p) [op s] {A(k)} {seq} =>
//   reduce (k < p % 4) [op loop (b < p / 4) {A(4b); ..}] {A(p / 4 * 4 + k)}
// when: a fold in order inside a map, over one dimension, without dests or
//       loops in it, not short, not too much code; a counting loop that carries
//       scalars and reads likewise.
// why:  a GPU's work-item waits for a read once for all steps.
// src:  folklore (strip mining, unrolling)
static bool
try_strip(rw_steps *z, rw_options *o, ir_op *op) {
  int steps = rw_match_steps(z, op) ? choose_steps(z) : 1;
  if (steps == 1 || !rw_fired(o, RW_RULE_strip))
    return false;
  ir_builder b = ir_before(op);
  ir_val **state = NEW_ARRAY(z->a, ir_val *, z->fold.s.n_red);
  ir_val *n_steps = ir_build_int(&b, IR_I64, steps);
  ir_val *n = ir_build2(&b, IR_OP_DIV, z->fold.s.extents[0], n_steps);
  build_loop(z, steps, &b, n, state);
  rw_put_rest(z, &b, ir_build2(&b, IR_OP_MUL, n, n_steps), state);
  return true;
}

bool
pass_strip(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return rw_try_steps(f, o, try_strip);
}
