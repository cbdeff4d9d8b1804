// rewrites/pass_prefetch.c: folds down columns read the next steps while they
// fold these.
//
//   s = reduce (k < p) [add 0] { x[k*m + j] } {seq}     // in map (j < m)
// => where m is small,
//   t = if 0 < p/96 {
//     v0 = x[j]; v1 = x[m + j]; .. v95 = x[95*m + j]
//     t, v0, .. = loop (b < p/96 - 1) (t = 0, v0 = v0, ..) {
//       yield ((t + v0) + v1) + .., x[(b + 1)*96*m + j], .. }
//     yield ((t + v0) + v1) + ..
//   } else { 0 }
//   s = reduce (k < p%96) [add t] { x[(p/96*96 + k)*m + j] } {seq}
//
// The order stays. A matrix has few columns for a GPU, so each work-item must
// have many reads under way, at all times: of 8192 x 16384 f32 on an H200,
// steps of 32 without reads ahead take 0.233 ms, 96 with them 0.158; the bytes
// alone 0.129. Of 90 x 2^20 they take 0.092 and 0.128, for want of registers.
#include "rewrites/rw_private.h"

bool pass_prefetch(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  BYTES = 384,      // under way for a work-item
  LEAST_STEPS = 16, // at a time
  MAX_OPS = 1600,   // in the new ops
  MAX_READS = 4,    // of a step
  MANY = 1 << 16    // iterations of a map
};

// A read down a column.
typedef struct column {
  const ir_op *op;
  ir_val *at, *stride; // where the next read is, and from there to the next
  ir_val **values;     // read ahead, for each step
} column;

typedef struct prefetch {
  rw_steps *z;
  int steps, n_columns;
  column columns[MAX_READS];
} prefetch;

// -- Conditions ---------------------------------------------------------------
// True when read "x" of the fold walks down a column, of which each iteration
// of the map has its own.
static bool
is_down(const rw_steps *z, const an_access *x) {
  int64_t along = 0, across = 0;
  int down = an_affine_stride(&x->at, z->fold.s.idx[0], &along);
  return (down == 2 || (down == 1 && along != 1)) &&
         an_affine_stride(&x->at, z->map.idx[0], &across) == 1 && across == 1;
}

// True when read "x" is not of a column and may wait: it is of one element for
// all iterations of the map.
static bool
is_shared(const rw_steps *z, const an_access *x) {
  int64_t along, across;
  return an_affine_stride(&x->at, z->fold.s.idx[0], &along) >= 0 &&
         !an_affine_stride(&x->at, z->map.idx[0], &across);
}

// Finds the reads of columns. False: there are none, or others that vary.
static bool
find_columns(prefetch *p) {
  rw_steps *z = p->z;
  ir_region *body = z->fold.s.body;
  an_accesses all;
  if (z->map.n_dims != 1 || !an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    const an_access *x = &all.at[i];
    if (is_shared(z, x))
      continue;
    if (!is_down(z, x) || x->op->parent != body || map_has(z->late, x->op) ||
        !an_in_slice(x->op->ins.at[1], body, true, false) ||
        p->n_columns == MAX_READS)
      return false;
    p->columns[p->n_columns++] = (column){.op = x->op};
  }
  return p->n_columns > 0;
}

// Decides on the steps; false when they are too few to gain.
static bool
choose_steps(prefetch *p) {
  const ir_soac *s = &p->z->fold.s;
  int bytes = 0, size = 2 * (rw_size(s->body) + s->n_red);
  for (int c = 0; c < p->n_columns; c++)
    bytes += ir_size(p->columns[c].op->outs.at[0]->type.elem);
  p->steps = BYTES / bytes;
  while (p->steps * size > MAX_OPS)
    p->steps /= 2;
  return p->steps >= LEAST_STEPS;
}

// -- Building -----------------------------------------------------------------
// Where column "c" is read in step "k", a constant.
static ir_val *
build_place(const prefetch *p, ir_builder *b, const column *c, int64_t k) {
  const ir_soac *s = &p->z->fold.s;
  map *subst = map_new(p->z->a);
  map_put(subst, s->idx[0], ir_build_int(b, IR_I64, k));
  return an_copy_slice(b, c->op->ins.at[1], s->body, subst);
}

// The next value of column "c".
static ir_val *
build_read(ir_builder *b, column *c) {
  ir_val *v = ir_build_index(b, c->op->ins.at[0], c->at);
  c->at = ir_build2(b, IR_OP_ADD, c->at, c->stride);
  return v;
}

// Reads all columns' first steps.
static void
build_first_reads(prefetch *p, ir_builder *b) {
  for (int i = 0; i < p->n_columns; i++) {
    column *c = &p->columns[i];
    c->at = build_place(p, b, c, 0);
    c->stride = ir_build2(b, IR_OP_SUB, build_place(p, b, c, 1), c->at);
    c->values = NEW_ARRAY(p->z->a, ir_val *, p->steps);
    for (int k = 0; k < p->steps; k++)
      c->values[k] = build_read(b, c);
  }
}

// The steps of block "block" take "state" further by the values at hand; each
// step, where it is "ahead", then reads the value of the one a block later.
static void
build_block(prefetch *p, ir_builder *b, ir_val *block, bool ahead,
            ir_val **state) {
  const rw_steps *z = p->z;
  ir_val *first =
      ir_build2(b, IR_OP_MUL, block, ir_build_int(b, IR_I64, p->steps));
  for (int k = 0; k < p->steps; k++) {
    map *subst = map_new(z->a);
    ir_val *step = ir_build_int(b, IR_I64, k);
    map_put(subst, z->fold.s.idx[0], ir_build2(b, IR_OP_ADD, first, step));
    for (int c = 0; c < p->n_columns; c++)
      map_put(subst, p->columns[c].op->outs.at[0], p->columns[c].values[k]);
    rw_put_values(z, b, subst);
    rw_put_step(z, b, subst, state);
    for (int c = 0; c < p->n_columns && ahead; c++)
      p->columns[c].values[k] = build_read(b, &p->columns[c]);
  }
}

// All blocks but the last of "n": a loop that carries the values read ahead.
static void
build_loop(prefetch *p, ir_builder *b, ir_val *n, ir_val **state) {
  const ir_soac *s = &p->z->fold.s;
  ir_vals next = {0};
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, s->idx[0]->name);
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *block = op->regions[0]->params.at[0];
  for (int k = 0; k < s->n_red; k++)
    state[k] = rw_add_state(op, p->z, k, s->inits[k]);
  for (int i = 0; i < p->n_columns; i++) {
    column *c = &p->columns[i];
    c->at = ir_add_carried(op, c->at, "at", "at");
    for (int k = 0; k < p->steps; k++)
      c->values[k] = ir_add_carried(op, c->values[k], "ahead", "ahead");
  }
  build_block(p, &in, block, true, state);
  for (int k = 0; k < s->n_red; k++)
    vec_push(p->z->a, &next, state[k]);
  for (int i = 0; i < p->n_columns; i++) {
    vec_push(p->z->a, &next, p->columns[i].at);
    for (int k = 0; k < p->steps; k++)
      vec_push(p->z->a, &next, p->columns[i].values[k]);
  }
  ir_build_yield(&in, next.at, next.n);
  int at = 0;
  for (int k = 0; k < s->n_red; k++)
    state[k] = op->outs.at[at++];
  for (int i = 0; i < p->n_columns; i++) {
    at++; // the place
    for (int k = 0; k < p->steps; k++)
      p->columns[i].values[k] = op->outs.at[at++];
  }
}

// The steps of "n" blocks, if there are some; "state" gets their results.
static void
build_blocks(prefetch *p, ir_builder *b, ir_val *n, ir_val **state) {
  const ir_soac *s = &p->z->fold.s;
  ir_val *some = ir_build2(b, IR_OP_GT, n, ir_build_int(b, IR_I64, 0));
  ir_builder then, otherwise;
  ir_op *op = ir_build_if(b, some, &then, &otherwise);
  build_first_reads(p, &then);
  ir_val *last = ir_build2(&then, IR_OP_SUB, n, ir_build_int(&then, IR_I64, 1));
  build_loop(p, &then, last, state);
  build_block(p, &then, last, false, state);
  ir_build_yield(&then, state, s->n_red);
  ir_build_yield(&otherwise, s->inits, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    state[k] = ir_add_out(op, s->results[k]->type, s->results[k]->name);
}

// Sees "op" of z->map as a fold that reads ahead.
static bool
match(prefetch *p, rw_steps *z, ir_op *op) {
  *p = (prefetch){.z = z};
  return rw_match_steps(z, op) && find_columns(p) && choose_steps(p);
}

// rw_steps_fn: whether "op" is such a fold; nothing changes.
static bool
reads_ahead(rw_steps *z, rw_options *o, ir_op *op) {
  prefetch p;
  (void)o;
  return match(&p, z, op);
}

// rw_steps_fn: lets "op" read ahead.
static bool
read_ahead(rw_steps *z, rw_options *o, ir_op *op) {
  prefetch p;
  if (!match(&p, z, op) || !rw_fired(o, RW_RULE_prefetch))
    return false;
  ir_builder b = ir_before(op);
  ir_val **state = NEW_ARRAY(z->a, ir_val *, z->fold.s.n_red);
  ir_val *steps = ir_build_int(&b, IR_I64, p.steps);
  ir_val *n = ir_build2(&b, IR_OP_DIV, z->fold.s.extents[0], steps);
  build_blocks(&p, &b, n, state);
  rw_put_rest(z, &b, ir_build2(&b, IR_OP_MUL, n, steps), state);
  return true;
}

// map (j < m) {.. reduce (k < p) [op s] {x[k*m + j]} {seq} ..} =>
//   if m < 65536 { map (j < m) {.. reduce (k < p % 96)
//     [op loop (b < p / 96 - 1) {..}] {x[..]} ..} } else { map (j < m) {..} }
// when: a fold in order, as for strip, in a map over one dimension; it reads
//       down columns, besides elements that are one for the whole map.
// why:  384 bytes of each work-item are under way while it folds; where there
//       are many of these, registers are worth more.
// src:  folklore (software pipelining, prefetching)
static bool
try_prefetch(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  rw_steps z = {.a = cx->arena, .f = f};
  if (!ir_match_soac(op, &z.map) || z.map.n_dims != 1 ||
      !rw_try_steps_in(&z, o, reads_ahead))
    return false;
  ir_builder b = ir_before(op);
  ir_val *few =
      ir_build2(&b, IR_OP_LT, z.map.extents[0], ir_build_int(&b, IR_I64, MANY));
  ir_op *choice = ir_start_if(&b, few);
  ir_region *then = ir_add_region(choice);
  rw_end_with_copy(then, op, map_new(z.a));
  ir_match_soac(then->first, &z.map);
  bool changed = rw_try_steps_in(&z, o, read_ahead);
  rw_add_else(f, choice, op);
  return changed;
}

bool
pass_prefetch(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_prefetch);
}
