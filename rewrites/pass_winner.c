// rewrites/pass_winner.c: loops that keep a winner keep one for each lane of
// vectors.
//
//   b, k = loop (j < m) (b0, k0) {     n = m >= 128 ? m / 16 : 0
//     A(j)                             if n > 0 {
//     c = e(j) < b              =>       B, K, Q = 16 losers
//     c ? e : b, c ? v(j) : k            loop (q < n) { map (l < 16) {
//   }                                      A(q * 16 + l); c = e < B[l]
//                                          B[l] = c ? e : B[l]
//                                          K[l] = ..; Q[l] = c ? q : Q[l] } }
//                                        b1, k1 = the first of the least
//                                        b1 < b0 ? b1, k1 : b0, k0
//                                      } else { b0, k0 }
//                                      the loop from n * 16 on
//
// The first winner among equals is in the first block, and there in the first
// lane. Where equals win (integers) it is the last one. Least and greatest
// floats alone, reduce (j < m) [min b0], go by lanes in the same way, without
// Q.
#include "rewrites/rw_private.h"

bool pass_winner(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  LANE_BYTES = 64,    // of the widest scalar
  LEAST_BLOCKS = 8,   // of a loop that goes by them
  MAX_OPS = 40,       // in the loop
  LEAST_IN_VECTOR = 4 // lanes
};

typedef struct racer {
  arena *a;
  ir_func *f;
  rw_fold fold;
  rw_winner won; // op NULL: extrema alone
  int lanes;
  int n_arrays;      // of lanes
  ir_scalar counter; // the type of Q
  ir_val *n_blocks, *n_lanes;
} racer;

// -- Conditions ---------------------------------------------------------------
// The bytes of the widest scalar that the loop keeps.
static int
widest(const rw_fold *fold) {
  int bytes = 4;
  for (int k = 0; k < fold->s.n_red; k++) {
    int size = ir_size(fold->s.results[k]->type.elem);
    bytes = size > bytes ? size : bytes;
  }
  return bytes;
}

// True when lanes read neighbours, the same, or elements of small structures.
static bool
is_near(racer *z) {
  enum { MAX_STRIDE = 4 };
  an_accesses all;
  if (!an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int k = 0; k < all.n; k++) {
    int64_t stride;
    int kind = an_affine_stride(&all.at[k].at, z->fold.s.idx[0], &stride);
    if (kind != 0 && (kind != 1 || stride < -MAX_STRIDE || stride > MAX_STRIDE))
      return false;
  }
  return true;
}

// True when the fold is of floats alone, whose order changes no bits. Compilers
// make vectors of integers by themselves.
static bool
keeps_extrema(const rw_fold *fold) {
  for (int k = 0; k < fold->s.n_red; k++)
    if (!ir_is_float(fold->s.results[k]->type.elem))
      return false;
  return fold->s.n_dims == 1 && rw_is_orderless(fold);
}

// Sees "op" as a loop that keeps a winner, or as a fold of extrema, long enough
// as far as is known.
static bool
match_loop(racer *z, const rw_options *o, ir_op *op) {
  int64_t n;
  if ((op->code != IR_OP_LOOP && op->code != IR_OP_REDUCE) ||
      op->level != IR_LEVEL_NONE || op->has_while || !rw_in_soac(op->parent) ||
      rw_size(op->regions[0]) > MAX_OPS || !rw_match_fold(op, &z->fold) ||
      !(z->fold.carried ? rw_match_winner(z->a, &z->fold, &z->won)
                        : keeps_extrema(&z->fold)))
    return false;
  z->n_arrays = z->fold.s.n_red + (z->won.op ? 1 : 0);
  ir_foreach_op (inner, z->fold.s.body)
    if (inner->code != IR_OP_INDEX && inner->code != IR_OP_YIELD &&
        !ir_is_scalar_op(inner->code))
      return false;
  int bytes = widest(&z->fold);
  z->lanes = LANE_BYTES / bytes;
  z->counter = bytes > 4 ? IR_I64 : IR_I32;
  bool is_short =
      ir_match_int(z->fold.s.extents[0], &n) && n < LEAST_BLOCKS * z->lanes;
  return !is_short && o->vector_bytes / bytes >= LEAST_IN_VECTOR && is_near(z);
}

// -- Building -----------------------------------------------------------------
// The blocks of z->lanes iterations at "b"; none of short loops, nor of those
// whose blocks Q cannot count.
static void
build_blocks(racer *z, ir_builder *b) {
  ir_val *m = z->fold.s.extents[0];
  z->n_lanes = ir_build_int(b, IR_I64, z->lanes);
  ir_val *n = ir_build2(b, IR_OP_DIV, m, z->n_lanes);
  ir_val *enough =
      ir_build2(b, IR_OP_GE, n, ir_build_int(b, IR_I64, LEAST_BLOCKS));
  ir_val *few = ir_build2(b, IR_OP_LE, n, ir_build_int(b, IR_I64, INT32_MAX));
  z->n_blocks = ir_build3(b, IR_OP_SELECT, ir_build2(b, IR_OP_AND, enough, few),
                          n, ir_build_int(b, IR_I64, 0));
}

// A map over the lanes at "b" that updates "arrays": *in is in it, *l its
// index. Its parameters follow the index.
static ir_op *
start_lanes(racer *z, ir_builder *b, ir_val **arrays, ir_builder *in,
            ir_val **l) {
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  op->n_dims = 1;
  ir_add_in(op, z->n_lanes);
  *l = ir_region_add_param(ir_add_region(op), ir_ty(IR_I64), "l");
  for (int k = 0; k < z->n_arrays; k++)
    rw_add_dest(op, arrays[k]);
  *in = ir_at_end(op->regions[0]);
  return op;
}

// The arrays of the lanes at "b", full of losers; the last one of a winner's is
// Q.
static void
build_losers(racer *z, ir_builder *b, ir_val **arrays) {
  int n = z->fold.s.n_red;
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n + 1), *l;
  ir_builder in;
  for (int k = 0; k < z->n_arrays; k++) {
    ir_scalar type = k < n ? z->fold.s.results[k]->type.elem : z->counter;
    values[k] = k < n ? rw_build_none(b, &z->fold, &z->won, k)
                      : ir_build_bits(b, type, 0);
    arrays[k] =
        ir_build_alloc(b, rw_stored_type(type), z->n_lanes, IR_SPACE_PRIVATE,
                       k < n ? z->fold.s.results[k]->name : "block");
  }
  ir_op *op = start_lanes(z, b, arrays, &in, &l);
  rw_end_with_stores(&in, op, values, l, arrays);
}

// What lane "l" holds of scalar "k" of the loop, or of Q, in "arrays".
static ir_val *
build_held(const racer *z, ir_builder *b, ir_val *const *arrays, int k,
           ir_val *l) {
  return rw_build_load(b, arrays[k], l,
                       k < z->fold.s.n_red ? z->fold.s.results[k]->type.elem
                                           : z->counter);
}

// The values of a lane in block "q" at "b" to "values", where "held" are its
// arrays.
static void
build_step(racer *z, ir_builder *b, map *subst, ir_val *const *held, ir_val *l,
           ir_val *q, ir_val **values) {
  const ir_soac *s = &z->fold.s;
  int n = s->n_red;
  ir_val **old = NEW_ARRAY(z->a, ir_val *, n + 1);
  for (int k = 0; k < z->n_arrays; k++) {
    old[k] = build_held(z, b, held, k, l);
    if (z->won.op && k < n)
      map_put(subst, z->fold.carried[k], old[k]);
  }
  ir_clone_region_ops(b, s->body, subst, values);
  for (int k = 0; !z->won.op && k < n; k++)
    values[k] = ir_build2(b, s->op->red_ops[k], old[k], values[k]);
  if (!z->won.op)
    return;
  an_choice x;
  (void)an_match_either(values[z->won.rival], &x);
  ir_val *number = ir_build_convert(b, q, z->counter);
  values[n] = ir_build3(b, IR_OP_SELECT, x.c, z->won.holds ? number : old[n],
                        z->won.holds ? old[n] : number);
}

// The loop over the blocks at "b".
static void
build_race(racer *z, ir_builder *b, ir_val **arrays) {
  const ir_soac *s = &z->fold.s;
  int n = z->n_arrays;
  ir_op *loop = ir_build_raw(b, IR_OP_LOOP);
  ir_region *body = ir_add_region(loop);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n), *l;
  ir_builder in, at = ir_at_end(body);
  map *subst = map_new(z->a);
  loop->n_dims = 1;
  ir_add_in(loop, z->n_blocks);
  ir_val *q = ir_region_add_param(body, ir_ty(IR_I64), "block");
  ir_val **held = NEW_ARRAY(z->a, ir_val *, n);
  for (int k = 0; k < n; k++)
    held[k] = rw_add_dest(loop, arrays[k]);
  ir_val *first = ir_build2(&at, IR_OP_MUL, q, z->n_lanes);
  ir_op *op = start_lanes(z, &at, held, &in, &l);
  map_put(subst, s->idx[0], ir_build2(&in, IR_OP_ADD, first, l));
  for (int k = 0; k < n; k++)
    held[k] = op->regions[0]->params.at[1 + k];
  build_step(z, &in, subst, held, l, q, values);
  rw_end_with_stores(&in, op, values, l, held);
  ir_build_yield(&at, held, n);
  for (int k = 0; k < n; k++)
    arrays[k] = loop->outs.at[k];
}

// The fold of all lanes at "b", from the initial values: its results.
static ir_val *const *
build_fold(racer *z, ir_builder *b, ir_val *const *arrays) {
  int n = z->fold.s.n_red;
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n);
  ir_op *op = rw_build_fold(b, &z->fold, &z->n_lanes, n);
  for (int k = 0; k < n; k++)
    rw_add_fold(op, &z->fold, k, z->fold.s.inits[k], NULL);
  ir_builder in = ir_at_end(op->regions[0]);
  for (int k = 0; k < n; k++)
    values[k] = build_held(z, &in, arrays, k, op->regions[0]->params.at[0]);
  ir_build_yield(&in, values, n);
  return op->outs.at;
}

// The winner of all lanes at "b", as a loop over them: its scalars.
static ir_val *const *
build_final(racer *z, ir_builder *b, ir_val *const *arrays) {
  int n = z->fold.s.n_red;
  ir_op *loop = ir_build_raw(b, IR_OP_LOOP);
  ir_region *body = ir_add_region(loop);
  ir_builder before = ir_before(loop), in = ir_at_end(body);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n + 1);
  ir_val **states = NEW_ARRAY(z->a, ir_val *, n + 1);
  loop->n_dims = 1;
  ir_add_in(loop, z->n_lanes);
  ir_val *l = ir_region_add_param(body, ir_ty(IR_I64), "l");
  for (int k = 0; k <= n; k++) {
    ir_scalar type = k < n ? z->fold.s.results[k]->type.elem : z->counter;
    const char *name = k < n ? z->fold.s.results[k]->name : "block";
    ir_add_in(loop, k < n ? rw_build_none(&before, &z->fold, &z->won, k)
                          : ir_build_bits(&before, type, 0));
    states[k] = ir_region_add_param(body, ir_ty(type), name);
    ir_add_out(loop, ir_ty(type), name);
    values[k] = build_held(z, &in, arrays, k, l);
  }
  ir_val *new = values[z->won.rival], *old = states[z->won.rival];
  ir_val *wins = rw_build_wins(&in, &z->won, new, old);
  ir_val *is_same = ir_build2(&in, IR_OP_EQ, new, old);
  ir_val *order =
      ir_build2(&in, z->won.strict ? IR_OP_LT : IR_OP_GE, values[n], states[n]);
  wins = ir_build3(&in, IR_OP_SELECT, is_same, order, wins);
  for (int k = 0; k <= n; k++)
    values[k] = ir_build3(&in, IR_OP_SELECT, wins, values[k], states[k]);
  ir_build_yield(&in, values, n + 1);
  return loop->outs.at;
}

// Lets the loop go on behind the blocks, from "starts".
static void
go_on(racer *z, ir_builder *b, ir_val *const *starts) {
  const ir_soac *s = &z->fold.s;
  ir_op *op = s->op;
  ir_val *done = ir_build2(b, IR_OP_MUL, z->n_blocks, z->n_lanes);
  op->ins.at[0] = ir_build2(b, IR_OP_SUB, s->extents[0], done);
  for (int k = 0; k < s->n_red; k++)
    op->ins.at[1 + k] = starts[k];
  ir_shift_index(z->f, s->body, done);
}

// loop (j < m) (b, k) { c = e < b; c ? e : b, c ? v : k } => blocks of lanes, a
//     winner in each; the winner of these; the rest of the loop
// reduce (j < m) [min b] {e} => blocks of lanes, a least one in each; ..
// when: inside a map; the loop computes and reads alone, along memory; the CPU
//       has vectors of four lanes.
// why:  a comparison waits for the one before it: an eighth of the bandwidth.
// src:  folklore (vectorised minimum with index)
static bool
try_winner(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  racer z = {.a = cx->arena, .f = f};
  if (!match_loop(&z, o, op) || !rw_fired(o, RW_RULE_winner))
    return false;
  int n = z.fold.s.n_red;
  ir_builder b = ir_before(op), yes, no;
  b.loc = op->loc;
  build_blocks(&z, &b);
  ir_val *any =
      ir_build2(&b, IR_OP_GT, z.n_blocks, ir_build_int(&b, IR_I64, 0));
  ir_op *choice = ir_build_if(&b, any, &yes, &no);
  ir_val **arrays = NEW_ARRAY(z.a, ir_val *, n + 1);
  ir_val **values = NEW_ARRAY(z.a, ir_val *, n);
  build_losers(&z, &yes, arrays);
  build_race(&z, &yes, arrays);
  memcpy(values,
         z.won.op ? build_final(&z, &yes, arrays)
                  : build_fold(&z, &yes, arrays),
         (size_t)n * sizeof *values);
  if (z.won.op)
    rw_build_winner(&yes, &z.won, values, z.fold.s.inits, n);
  ir_build_yield(&yes, values, n);
  ir_build_yield(&no, z.fold.s.inits, n);
  for (int k = 0; k < n; k++)
    values[k] = ir_add_out(choice, z.fold.s.results[k]->type, NULL);
  go_on(&z, &b, values);
  return true;
}

bool
pass_winner(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_winner);
}
