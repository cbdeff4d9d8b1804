// rewrites/pass_keyed.c: running folds by key go by chunks of iterations.
//
//   loop (i < n) (w = h, p = was) { p[i] = w[k]; w[k] op= v }
// =>
//   t = alloc c * bins                        a row of folds for each of c
//   chunks map (cell < c * bins) { t[cell] = identity } map (r < c) (w = t) {
//   loop (j < n/c) { w[r*bins + k - begin h] op= v } } map (b < bins) (w = t) {
//   loop (r < c) {
//     w[r*bins + b] = fold of w[b], .. w[(r - 1)*bins + b] } }
//   map (r < c) (w = t, p = was) { loop (j < n/c) {
//     p[i] = h[k] op w[r*bins + k - begin h];  w[r*bins + k - begin h] op= v }
//     }
//   map (b < bins) (w = h) { w[begin h + b] op= t[(c - 1)*bins + b] }
//
// Elements that no iteration folds into are neither read nor written. Only
// where the rows are small beside the work, which the run decides; else the
// loop stays in order. One-shot: the loops that it makes keep nothing, or are
// in maps.
#include "rewrites/rw_private.h"

bool pass_keyed(loft_cx *cx, ir_func *f, rw_options *o);

// Iterations for each element of a row at least, so that filling and folding
// the rows costs little; rows at most: what keeps a GPU busy.
enum { LEAST_WORK = 32, MAX_CHUNKS = 4096 };

typedef struct keyer {
  arena *a;
  ir_func *f;
  an_keyed r;
  ir_val *n, *size;     // chunks, and iterations of one
  ir_val *begin, *bins; // of the footprint of the array folded into
  ir_scalar elem;
} keyer;

// -- How many ---------------------------------------------------------------
// Computes at "b" how many chunks there are; whether it is more than one.
static ir_val *
build_counts(keyer *z, ir_builder *b) {
  ir_val *h = z->r.l.inits[z->r.h], *n = z->r.l.extent;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  z->begin = ir_build_bound(b, IR_OP_BEGIN, h);
  ir_val *end = ir_build_bound(b, IR_OP_END, h);
  z->bins = ir_build2(b, IR_OP_SUB, end, z->begin);
  ir_val *row = ir_build2(b, IR_OP_MAX, z->bins, one);
  row = ir_build2(b, IR_OP_MUL, row, ir_build_int(b, IR_I64, LEAST_WORK));
  ir_val *most = ir_build_int(b, IR_I64, MAX_CHUNKS);
  z->n = ir_build2(b, IR_OP_MIN, ir_build2(b, IR_OP_DIV, n, row), most);
  return ir_build2(b, IR_OP_GT, z->n, one);
}

// Computes at "b" how many iterations a chunk has, where there are chunks.
static void
build_size(keyer *z, ir_builder *b) {
  ir_val *more = ir_build2(b, IR_OP_SUB, z->n, ir_build_int(b, IR_I64, 1));
  more = ir_build2(b, IR_OP_ADD, z->r.l.extent, more);
  z->size = ir_build2(b, IR_OP_DIV, more, z->n);
}

// -- Rows ---------------------------------------------------------------------
// Cell "bin" of row "row" at "b".
static ir_val *
build_cell(const keyer *z, ir_builder *b, ir_val *row, ir_val *bin) {
  return ir_build2(b, IR_OP_ADD, ir_build2(b, IR_OP_MUL, row, z->bins), bin);
}

// The identity of the operator.
static ir_val *
build_identity(const keyer *z, ir_builder *b) {
  return ir_build_bits(b, z->elem, ir_red_identity(z->r.op, z->elem));
}

// Rows of identities at "b".
static ir_val *
build_rows(const keyer *z, ir_builder *b) {
  ir_val *cells = ir_build2(b, IR_OP_MUL, z->n, z->bins);
  ir_val *t = ir_build_alloc(b, z->elem, cells, IR_SPACE_GLOBAL, "rows");
  ir_op *op = ir_start_loop(b, IR_OP_MAP, cells, "cell");
  ir_val *w = rw_add_dest(op, t);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  w = ir_build_update(&in, w, r->params.at[0], build_identity(z, &in));
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// "rows" at "b" where each is the fold of those before it.
static ir_val *
build_sums(const keyer *z, ir_builder *b, ir_val *rows) {
  ir_op *op = ir_start_loop(b, IR_OP_MAP, z->bins, "bin");
  ir_val *w = rw_add_dest(op, rows), *bin = op->regions[0]->params.at[0];
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *none = build_identity(z, &in);
  ir_op *loop = ir_start_loop(&in, IR_OP_LOOP, z->n, "chunk");
  ir_region *body = loop->regions[0];
  w = rw_add_dest(loop, w);
  ir_val *sum = ir_add_carried(loop, none, "sum", "sum");
  ir_builder at = ir_at_end(body);
  ir_val *cell = build_cell(z, &at, body->params.at[0], bin);
  ir_val *own = ir_build_index(&at, w, cell);
  ir_val *outs[] = {ir_build_update(&at, w, cell, sum),
                    ir_build2(&at, z->r.op, sum, own)};
  ir_build_yield(&at, outs, 2);
  ir_build_yield(&in, loop->outs.at, 1);
  return op->outs.at[0];
}

// if sum != identity { w[at] op= sum }, at "b": elements that nothing is folded
// into are not touched. The array then.
static ir_val *
build_fold(const keyer *z, ir_builder *b, ir_val *w, ir_val *at, ir_val *sum) {
  ir_val *any = ir_build2(b, IR_OP_NE, sum, build_identity(z, b));
  ir_builder yes, no;
  ir_build_if(b, any, &yes, &no);
  ir_val *v = ir_build2(&yes, z->r.op, ir_build_index(&yes, w, at), sum);
  v = ir_build_update(&yes, w, at, v);
  return ir_end_if(&yes, v, &no, w, w->name);
}

// What the loop leaves of the array, at "b": the last row has what all
// iterations fold.
static ir_val *
build_last(const keyer *z, ir_builder *b, ir_val *rows) {
  ir_op *op = ir_start_loop(b, IR_OP_MAP, z->bins, "bin");
  ir_val *w = rw_add_dest(op, z->r.l.inits[z->r.h]);
  ir_val *bin = op->regions[0]->params.at[0];
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *last = ir_build2(&in, IR_OP_SUB, z->n, ir_build_int(&in, IR_I64, 1));
  ir_val *sum = ir_build_index(&in, rows, build_cell(z, &in, last, bin));
  ir_val *at = ir_build2(&in, IR_OP_ADD, z->begin, bin);
  w = build_fold(z, &in, w, at, sum);
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// -- Chunks -------------------------------------------------------------------
// Lets access "op" be of row "row".
static void
turn_to_row(const keyer *z, ir_op *op, ir_val *row) {
  ir_builder b = ir_before(op);
  ir_val *bin = ir_build2(&b, IR_OP_SUB, op->ins.at[1], z->begin);
  op->ins.at[1] = build_cell(z, &b, row, bin);
}

// Removes "store", which passes its array to the end of loop body "body" by
// ifs; that does not yield it.
static void
drop_store(ir_op *store, const ir_region *body) {
  enum { MOST_IFS = 64 };
  ir_op *ups[MOST_IFS];
  int slots[MOST_IFS], n = 0;
  ir_val *v = store->outs.at[0];
  for (ir_region *in = store->parent; in != body && n < MOST_IFS; n++) {
    ups[n] = in->parent_op;
    for (slots[n] = 0; in->last->ins.at[slots[n]] != v; slots[n]++)
      continue;
    v = ups[n]->outs.at[slots[n]];
    in = ups[n]->parent;
  }
  while (n-- > 0)
    ir_drop_result(ups[n], slots[n]);
  ir_remove(store);
}

// The iterations of chunk "row" in "body", the body of a loop that carries the
// rows and, where these are there, what is kept; "first" is that of the chunk.
static void
build_body(const keyer *z, ir_region *body, ir_val *row, ir_val *first) {
  const an_keyed *r = &z->r;
  ir_builder in = ir_at_end(body);
  bool keeps = body->params.n > 2;
  map *subst = map_new(z->a);
  ir_val *yields[2];
  ir_val *was = keeps ? body->params.at[2] : r->l.inits[1 - r->h];
  map_put(subst, r->l.i, ir_build2(&in, IR_OP_ADD, first, body->params.at[0]));
  map_put(subst, r->l.carried[r->h], body->params.at[1]);
  map_put(subst, r->l.carried[1 - r->h], was);
  ir_clone_region_ops(&in, r->l.body, subst, yields);
  ir_val *outs[] = {yields[r->h], yields[1 - r->h]};
  ir_build_yield(&in, outs, keeps ? 2 : 1);
  ir_op *read = ir_substituted(subst, r->read->outs.at[0])->def;
  ir_op *update = ir_substituted(subst, r->update->outs.at[0])->def;
  ir_op *store = ir_substituted(subst, r->store->outs.at[0])->def;
  if (keeps) {
    ir_builder b = ir_before(store);
    ir_val *old = ir_build_index(&b, r->l.inits[r->h], read->ins.at[1]);
    store->ins.at[2] = ir_build2(&b, r->op, old, read->outs.at[0]);
  } else {
    drop_store(store, body);
  }
  turn_to_row(z, read, row);
  turn_to_row(z, update, row);
}

// The map over chunks at "b" that fold into "rows", and keep what was there in
// "was" (NULL: they do not).
static ir_op *
build_chunks(const keyer *z, ir_builder *b, ir_val *rows, ir_val *was) {
  ir_op *op = ir_start_loop(b, IR_OP_MAP, z->n, "chunk");
  ir_val *arrays[] = {rows, was};
  for (int k = 0; k < (was ? 2 : 1); k++)
    arrays[k] = rw_add_dest(op, arrays[k]);
  ir_val *row = op->regions[0]->params.at[0];
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *first = ir_build2(&in, IR_OP_MUL, row, z->size);
  ir_val *left = ir_build2(&in, IR_OP_SUB, z->r.l.extent, first);
  ir_val *n = ir_build2(&in, IR_OP_MIN, left, z->size);
  ir_op *loop = ir_start_loop(&in, IR_OP_LOOP, n, "j");
  for (int k = 0; k < (was ? 2 : 1); k++)
    rw_add_dest(loop, arrays[k]);
  build_body(z, loop->regions[0], row, first);
  ir_build_yield(&in, loop->outs.at, loop->outs.n);
  return op;
}

// -- The pass -----------------------------------------------------------------
// The loop by chunks in "r", a branch, which it ends.
static void
build_by_chunks(keyer *z, ir_region *r) {
  ir_builder b = ir_at_end(r);
  build_size(z, &b);
  ir_val *rows = build_rows(z, &b);
  rows = build_chunks(z, &b, rows, NULL)->outs.at[0];
  rows = build_sums(z, &b, rows);
  const ir_op *kept = build_chunks(z, &b, rows, z->r.l.inits[1 - z->r.h]);
  ir_val *outs[2];
  outs[z->r.h] = build_last(z, &b, kept->outs.at[0]);
  outs[1 - z->r.h] = kept->outs.at[1];
  ir_build_yield(&b, outs, 2);
}

// loop (i < n) { p[i] = w[k]; w[k] op= v } => if many { chunks } else { loop }
// when: at host level; the footprint of w is known.
// why:  each iteration needs what the ones before folded into its element, but
//       chunks of them can be folded without that.
// src:  Blelloch, Prefix sums and their applications: radix sort by counting
static bool
try_keyed(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  keyer z = {.a = f->module->arena, .f = f};
  if (op->level != IR_LEVEL_NONE || !an_match_keyed(op, &z.r) ||
      !ir_has_bounds(z.r.l.inits[z.r.h]) || !rw_fired(o, RW_RULE_keyed))
    return false;
  z.elem = z.r.l.carried[z.r.h]->type.elem;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *many = build_counts(&z, &b);
  ir_op *choice = ir_start_if(&b, many);
  build_by_chunks(&z, ir_add_region(choice));
  rw_add_else(f, choice, op);
  return true;
}

bool
pass_keyed(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_keyed);
}
