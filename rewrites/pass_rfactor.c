// rewrites/pass_rfactor.c: folds of few long rows are factored.
//
//   map (i < n) (w = a) {                    P = few ? m / L : 0
//     P(i)                                   map (i < n, p < P) (t) {
//     s = reduce (k < m) [op s0(i)] {A(k)}     P(i); t[i, p] =
//     Q(i, s)                        =>          reduce (k < L) [op none] {
//   }                                              A(p * L + k) } }
//                                            map (i < n) (u) {
//                                              P(i); u[i] =
//                                                reduce (p < P) [op s0] {
//                                                  t[i, p] } }
//                                            map (i < n) (w = a) {
//                                              P(i); s1 = few ? u[i] : s0
//                                              s = reduce (k < m - P * L)
//                                                [op s1] {A(P * L + k)}
//                                              Q(i, s) }
//
// A row is one thread's, or one work-item's, otherwise. Where rows are many or
// short the new maps have no iterations. A loop that keeps what wins a strict
// comparison, and others with it (best and its place), is such a fold, too:
// parts start from the identity of the extremum, which never wins.
#include "rewrites/rw_private.h"

bool pass_rfactor_cpu(loft_cx *cx, ir_func *f, rw_options *o);
bool pass_rfactor_gpu(loft_cx *cx, ir_func *f, rw_options *o);

// What folds are worth it.
typedef struct limits {
  int most_rows;    // rows up to which, and
  int least_length; // their length from which they are factored, which
  int per_row;      // is as many times their number at least, or
  int long_row;     // this
  int part;         // least length of a part
  int most_parts;   // of a row
  bool rounds;      // folds whose order changes bits, too
} limits;
static const limits on_cpu = {256, 1 << 14, 0, 0, 1 << 12, 128, false},
                    columns_on_cpu = {RW_FEW_COLUMNS, 1 << 14, 0,    0,
                                      1 << 10,        128,     false},
                    on_gpu = {4096, 1 << 13, 0, 0, 1 << 10, 4096, false},
                    columns = {RW_FEW_COLUMNS, 512, 64, 1 << 14, 256,
                               4096,           true};

typedef struct factorer {
  arena *a;
  ir_func *f;
  const limits *on;
  ir_soac rows;
  rw_fold fold;
  rw_winner won; // op NULL: the loop keeps none
  // in front of the map: the length m,
  ir_val *m, *few, *length, *n_parts, *done; // L, P, P * L
  ir_val **extents;                          // of new maps
  ir_val **arrays;                           // t, then u
} factorer;

// -- Conditions ---------------------------------------------------------------
// True when the fold's operands may be folded in another order: that changes no
// bits, or may.
static bool
is_free(factorer *z) {
  if (z->fold.carried)
    return rw_match_winner(z->a, &z->fold, &z->won);
  return z->on->rounds ? z->fold.s.op->red_ops != NULL
                       : rw_is_orderless(&z->fold);
}

// True when "v" can be known to be below "n".
static bool
is_below(const ir_val *v, int64_t n) {
  int64_t c;
  return ir_match_int(v, &c) && c < n;
}

// ir_walk_fn: stops at an op that cannot be computed in front of the map, from
// the arrays as they are there.
static bool
is_repeatable(void *user, ir_op *op) {
  const factorer *z = user;
  const ir_val *array = op->ins.n ? op->ins.at[0] : NULL;
  switch ((int)op->code) {
  case IR_OP_INDEX:
    return ir_is_outside(array, z->rows.body) ||
           array->param_of == z->rows.body;
  case IR_OP_REDUCE:
  case IR_OP_LOOP:
  case IR_OP_IF:
  case IR_OP_YIELD:
    for (int k = 0; k < op->outs.n; k++)
      if (op->outs.at[k]->type.array)
        return false;
    return true;
  }
  return ir_is_scalar_op(op->code);
}

// True when the ops of the map up to the fold, and those in it, can be computed
// in front of the map.
static bool
are_repeatable(factorer *z) {
  for (ir_op *op = z->rows.body->first; op != z->fold.s.op; op = op->next)
    if (!is_repeatable(z, op))
      return false;
  return ir_walk(z->fold.s.body, is_repeatable, z);
}

// True when "m" is the same for all rows.
static bool
is_known(const factorer *z, const ir_val *m) {
  int64_t n;
  return ir_is_outside(m, z->rows.body) || ir_match_int(m, &n);
}

// Sees "op" as a map, outside of loops, with one fold of one length in it.
static bool
match_rows(factorer *z, ir_op *op) {
  enum { MOST_DIMS = 2 };
  ir_op *fold = NULL;
  if (!ir_is_under_ifs(op, z->f->body) || op->code != IR_OP_MAP ||
      op->level != IR_LEVEL_NONE || op->n_dims > MOST_DIMS ||
      !ir_match_soac(op, &z->rows))
    return false;
  ir_foreach_op (inner, z->rows.body) {
    if (!rw_any(inner, rw_iterates))
      continue;
    if (fold)
      return false;
    fold = inner;
  }
  return fold && rw_match_fold(fold, &z->fold) && !fold->has_while &&
         !fold->exact && z->fold.s.n_dims == 1 && z->fold.s.n_red > 0 &&
         z->fold.s.n_dests == 0 && is_known(z, z->fold.s.extents[0]) &&
         !is_below(z->fold.s.extents[0], z->on->least_length) &&
         are_repeatable(z) && is_free(z);
}

// -- Building -----------------------------------------------------------------
// x <= most, at "b".
static ir_val *
build_at_most(ir_builder *b, ir_val *x, int64_t most) {
  return ir_build2(b, IR_OP_LE, x, ir_build_int(b, IR_I64, most));
}

// z->few and what follows from it, at "b".
static void
build_lengths(factorer *z, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *m = z->fold.s.extents[0];
  ir_val *count = NULL;
  int64_t known;
  if (ir_match_int(m, &known))
    m = ir_build_int(b, IR_I64, known);
  z->m = m;
  z->few =
      ir_build2(b, IR_OP_GE, m, ir_build_int(b, IR_I64, z->on->least_length));
  for (int d = 0; d < z->rows.n_dims; d++) {
    ir_val *n = ir_build2(b, IR_OP_MAX, z->rows.extents[d], zero);
    z->extents[d] = n;
    count = count ? ir_build2(b, IR_OP_MUL, count, n) : n;
    z->few =
        ir_build2(b, IR_OP_AND, z->few, build_at_most(b, n, z->on->most_rows));
  }
  z->few = ir_build2(b, IR_OP_AND, z->few,
                     build_at_most(b, count, z->on->most_rows));
  if (z->on->per_row) {
    ir_val *least =
        ir_build2(b, IR_OP_MUL, count, ir_build_int(b, IR_I64, z->on->per_row));
    least = ir_build2(b, IR_OP_MIN, least,
                      ir_build_int(b, IR_I64, z->on->long_row));
    z->few = ir_build2(b, IR_OP_AND, z->few, ir_build2(b, IR_OP_GE, m, least));
  }
  z->extents[0] = ir_build3(b, IR_OP_SELECT, z->few, z->extents[0], zero);
  ir_val *part = ir_build_int(b, IR_I64, z->on->part);
  z->length =
      ir_build2(b, IR_OP_MAX, ir_build_ceil_div(b, m, z->on->most_parts), part);
  ir_val *parts = ir_build2(b, IR_OP_DIV, m, z->length);
  z->n_parts = ir_build3(b, IR_OP_SELECT, z->few, parts, zero);
  z->done = ir_build2(b, IR_OP_MUL, z->n_parts, z->length);
}

// New arrays at "b" with an element for each row of new maps, or, with
// "of_parts", each part of one.
static void
build_arrays(factorer *z, ir_builder *b, bool of_parts) {
  ir_val *n = of_parts ? z->n_parts : NULL;
  for (int d = 0; d < z->rows.n_dims; d++)
    n = n ? ir_build2(b, IR_OP_MUL, n, z->extents[d]) : z->extents[d];
  for (int k = 0; k < z->fold.s.n_red; k++) {
    const ir_val *v = z->fold.s.results[k];
    z->arrays[k] = ir_build_alloc(b, rw_stored_type(v->type.elem), n,
                                  IR_SPACE_GLOBAL, v->name);
  }
}

// A map over the rows of new maps, and their parts with "of_parts": z->arrays
// are its dests. At *in the ops in front of the fold are there, by "subst";
// returns the map, *row and *part are its row and part.
static ir_op *
start_map(factorer *z, ir_builder *b, bool of_parts, ir_builder *in, map *subst,
          ir_val **row, ir_val **part) {
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *body = ir_add_region(op);
  for (int d = 0; d < z->rows.n_dims; d++)
    rw_add_dim(op, z->extents[d], z->rows.idx[d], z->rows.idx[d]->name, subst);
  if (of_parts) {
    ir_add_in(op, z->n_parts);
    *part = ir_region_add_param(body, ir_ty(IR_I64), "part");
    op->n_dims++;
  }
  for (int k = 0; k < z->fold.s.n_red; k++)
    rw_add_dest(op, z->arrays[k]);
  *in = ir_at_end(body);
  *row = ir_build_row_major(in, subst, z->rows.idx, z->extents, z->rows.n_dims);
  for (int d = 0; d < z->rows.n_dests; d++)
    map_put(subst, z->rows.dest_params[d], z->rows.dests[d]);
  for (ir_op *pre = z->rows.body->first; pre != z->fold.s.op; pre = pre->next)
    ir_clone_op(in, pre, subst);
  return op;
}

// t = map (i < n, p < P) { P(i); reduce (k < L) [op none] {A(p * L + k)} }
static void
build_parts(factorer *z, ir_builder *b) {
  const ir_soac *s = &z->fold.s;
  ir_builder in;
  map *subst = map_new(z->a);
  ir_val *row, *part, **values = NEW_ARRAY(z->a, ir_val *, s->n_red);
  build_arrays(z, b, true);
  ir_op *op = start_map(z, b, true, &in, subst, &row, &part);
  ir_val *first = ir_build2(&in, IR_OP_MUL, part, z->length);
  ir_op *fold = rw_build_fold(&in, &z->fold, &z->length, s->n_red);
  ir_builder before = ir_before(fold);
  for (int k = 0; k < s->n_red; k++)
    rw_add_fold(fold, &z->fold, k, rw_build_none(&before, &z->fold, &z->won, k),
                subst);
  ir_builder at = ir_at_end(fold->regions[0]);
  map_put(subst, s->idx[0],
          ir_build2(&at, IR_OP_ADD, first, fold->regions[0]->params.at[0]));
  ir_clone_region_ops(&at, s->body, subst, values);
  ir_build_yield(&at, values, s->n_red);
  ir_val *place = ir_build2(&in, IR_OP_MUL, row, z->n_parts);
  place = ir_build2(&in, IR_OP_ADD, place, part);
  rw_end_with_stores(&in, op, fold->outs.at, place, z->arrays);
}

// The values that "fold", of parts, yields where that of number "at" is next.
static void
build_joined(const factorer *z, ir_op *fold, ir_val *at) {
  int n = z->fold.s.n_red;
  ir_builder b = ir_at_end(fold->regions[0]);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n);
  ir_val *const *states = fold->regions[0]->params.at + 1;
  for (int k = 0; k < n; k++)
    values[k] =
        rw_build_load(&b, z->arrays[k], at, z->fold.s.results[k]->type.elem);
  if (z->won.op)
    rw_build_winner(&b, &z->won, values, states, n);
  ir_build_yield(&b, values, n);
}

// u = map (i < n) { P(i); reduce (p < P) [op s0] { t[i, p] } }
static void
build_starts(factorer *z, ir_builder *b) {
  const ir_soac *s = &z->fold.s;
  ir_builder in;
  map *subst = map_new(z->a);
  ir_val *row, *part, **parts = z->arrays;
  z->arrays = NEW_ARRAY(z->a, ir_val *, s->n_red);
  build_arrays(z, b, false);
  ir_op *op = start_map(z, b, false, &in, subst, &row, &part);
  ir_val *first = ir_build2(&in, IR_OP_MUL, row, z->n_parts);
  ir_op *fold = rw_build_fold(&in, &z->fold, &z->n_parts, s->n_red);
  fold->level = IR_LEVEL_SEQ;
  for (int k = 0; k < s->n_red; k++)
    rw_add_fold(fold, &z->fold, k, ir_substituted(subst, s->inits[k]), subst);
  ir_builder at = ir_at_end(fold->regions[0]);
  ir_val *place =
      ir_build2(&at, IR_OP_ADD, first, fold->regions[0]->params.at[0]);
  ir_val **starts = z->arrays;
  z->arrays = parts;
  build_joined(z, fold, place);
  z->arrays = starts;
  rw_end_with_stores(&in, op, fold->outs.at, row, z->arrays);
}

// Lets the map's own fold go on behind the parts.
static void
go_on(factorer *z) {
  const ir_soac *s = &z->fold.s;
  ir_op *fold = s->op;
  ir_builder b = ir_before(z->rows.op), yes, no, in = ir_before(fold);
  ir_val **starts = NEW_ARRAY(z->a, ir_val *, s->n_red);
  fold->ins.at[0] = ir_build2(&b, IR_OP_SUB, z->m, z->done);
  ir_val *row = ir_build_row_major(&in, map_new(z->a), z->rows.idx, z->extents,
                                   z->rows.n_dims);
  ir_op *choice = ir_build_if(&in, z->few, &yes, &no);
  for (int k = 0; k < s->n_red; k++)
    starts[k] =
        rw_build_load(&yes, z->arrays[k], row, s->results[k]->type.elem);
  ir_build_yield(&yes, starts, s->n_red);
  ir_build_yield(&no, s->inits, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    fold->ins.at[1 + k] = ir_add_out(choice, s->results[k]->type, NULL);
  ir_shift_index(z->f, s->body, z->done);
}

// map { s = reduce (k < m) [op s0] {A(k)}; Q } => t = map { map {reduce {A}} };
//     u = map { reduce [op s0] {t} }; map { s = reduce (k < m - P * L) .. ; Q }
// when: outside loops; m is the same for all rows, and what the fold needs can
//       be computed again; the order of its operands changes no bits, or is
//       free.
// why:  few rows would be few threads or work-items: ten queries for the
//       nearest of a million points, two channels of an hour of sound.
// src:  Suriana et al., Parallel Associative Reductions in Halide (rfactor)
static bool
factor(factorer *z, rw_options *o) {
  ir_builder b = ir_before(z->rows.op);
  if (!rw_fired(o, RW_RULE_rfactor))
    return false;
  b.loc = z->rows.op->loc;
  z->extents = NEW_ARRAY(z->a, ir_val *, z->rows.n_dims);
  z->arrays = NEW_ARRAY(z->a, ir_val *, z->fold.s.n_red);
  build_lengths(z, &b);
  build_parts(z, &b);
  build_starts(z, &b);
  go_on(z);
  return true;
}

bool
rw_factor_columns(ir_func *f, rw_options *o, ir_op *op) {
  factorer z = {.a = f->module->arena, .f = f, .on = &columns};
  return match_rows(&z, op) && factor(&z, o);
}

// Tries "op" for a CPU. Columns run in wide blocks, too few for threads.
static bool
try_cpu(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  factorer z = {.a = cx->arena, .f = f, .on = &on_cpu};
  if (!match_rows(&z, op))
    return false;
  if (an_streams_rows(z.a, z.fold.s.op, z.fold.s.idx[0],
                      z.rows.idx[z.rows.n_dims - 1]))
    z.on = &columns_on_cpu;
  return factor(&z, o);
}

// Tries it for a GPU.
static bool
try_gpu(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  factorer z = {.a = cx->arena, .f = f, .on = &on_gpu};
  return match_rows(&z, op) && factor(&z, o);
}

bool
pass_rfactor_cpu(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_cpu);
}

bool
pass_rfactor_gpu(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_gpu);
}
