// kernel/lower_reduce_cpu.c: the reduction tree on CPU threads.
//
// First kernel, one item per block. The 32 lanes are an inner loop over a
// private array acc[32], which LLVM turns into vectors, and where no row can be
// partial keeps in registers to the end (put_block):
//
//   for (block in lo..hi) {
//     acc[*] = identity
//     for (j < rows) for (lane < 32) acc[lane] = op(acc[lane], value(...))
//     for (lane < rest) ...                       // the last, partial row
//     acc[l] = op(acc[l], acc[l + h]), h = 16 .. 1; partial[block] = acc[0]
//   }
//
// In more than one dimension a row of 32 that stays inside the last dimension
// runs as above, any other one steps its indices one by one; no division but
// at the start of a block. Second kernel: one item folds all partials.
#include "kernel/kernel_private.h"

// The first kernel while it is built.
typedef struct blocks {
  const kn_reduction *r;
  kn_fn *k;
  kn_buf **acc;     // lanes of each reduction, of the block at hand
  kn_buf **whole;   // in blocks of whole rows; NULL: as in the others
  kn_buf **partial; // in the others
  kn_reg **extents; // of the dimensions but the first
  kn_reg *lanes;    // the constant 32
} blocks;

// The body at "idx"; its values go to "lane".
static void
put_value(blocks *b, kn_reg **idx, kn_reg *lane) {
  kn_fn *k = b->k;
  kn_lower_soac_body(k, &b->r->s, idx);
  kn_put_lane(k, &b->r->s, b->acc, lane);
}

// for (lane < count) value(idx[0].., idx[last] + lane)
static void
put_row(blocks *b, kn_reg **idx, kn_reg *count) {
  kn_fn *k = b->k;
  const ir_soac *s = &b->r->s;
  int last = s->n_dims - 1;
  kn_reg **at = NEW_ARRAY(k->low->arena, kn_reg *, s->n_dims);
  kn_stmt *loop = kn_put_loop(k, count, kn_is_vectorisable(s->body), "lane");
  kn_block *back = kn_enter(k, &loop->body[0]);
  for (int d = 0; d < last; d++)
    at[d] = idx[d];
  at[last] = kn_put2(k, IR_OP_ADD, idx[last], loop->dst, s->idx[last]->name);
  put_value(b, at, loop->dst);
  kn_enter(k, back);
}

// One dimension: "rows" whole rows from "base" on.
static void
put_rows(blocks *b, kn_reg *base, kn_reg *rows) {
  kn_fn *k = b->k;
  kn_stmt *loop = kn_put_loop(k, rows, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2(k, IR_OP_MUL, loop->dst, b->lanes, NULL);
  kn_reg *row = kn_put2(k, IR_OP_ADD, base, skip, "row");
  put_row(b, &row, b->lanes);
  kn_enter(k, back);
}

// One dimension: "m" values from "base" on.
static void
put_block_1d(blocks *b, kn_reg *base, kn_reg *m) {
  kn_fn *k = b->k;
  kn_reg *rows = kn_put2(k, IR_OP_DIV, m, b->lanes, "rows");
  put_rows(b, base, rows);
  kn_reg *skip = kn_put2(k, IR_OP_MUL, rows, b->lanes, NULL);
  kn_reg *row = kn_put2(k, IR_OP_ADD, base, skip, "row");
  put_row(b, &row, kn_put2(k, IR_OP_SUB, m, skip, "rest"));
}

// A row of 32 lanes inside the last dimension; "idx" moves on.
static void
put_row_inside(blocks *b, kn_reg **idx) {
  int n = b->r->s.n_dims;
  put_row(b, idx, b->lanes);
  kn_put_increase(b->k, idx[n - 1], b->lanes);
  kn_put_carry(b->k, idx, b->extents, n);
}

// "count" lanes, each stepping "idx".
static void
put_row_across(blocks *b, kn_reg **idx, kn_reg *count) {
  kn_fn *k = b->k;
  int n = b->r->s.n_dims;
  kn_stmt *loop = kn_put_loop(k, count, false, "lane");
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_value(b, idx, loop->dst);
  kn_put_increase(k, idx[n - 1], kn_put_i64(k, 1));
  kn_put_carry(k, idx, b->extents, n);
  kn_enter(k, back);
}

// Several dimensions: "m" values from linear index "base" on.
static void
put_block_nd(blocks *b, kn_reg *base, kn_reg *m) {
  kn_fn *k = b->k;
  int n = b->r->s.n_dims;
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_decode(k, base, b->extents, n, idx);
  kn_reg *rows = kn_put_ceil_div(k, m, IR_TREE_LANES, "rows");
  kn_stmt *loop = kn_put_loop(k, rows, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2(k, IR_OP_MUL, loop->dst, b->lanes, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, m, skip, NULL);
  kn_reg *count = kn_put2(k, IR_OP_MIN, rest, b->lanes, "count");
  kn_reg *room = kn_put2(k, IR_OP_SUB, b->extents[n - 1], idx[n - 1], NULL);
  kn_reg *least = kn_put2(k, IR_OP_MIN, room, count, NULL);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_EQ, least, b->lanes, "inside"));
  kn_enter(k, &s->body[0]);
  put_row_inside(b, idx);
  kn_enter(k, &s->body[1]);
  put_row_across(b, idx, count);
  kn_enter(k, back);
}

// Clears the lanes of a block.
static void
begin_block(blocks *b, kn_buf **acc) {
  b->acc = acc;
  kn_put_clear(b->k, &b->r->s, acc);
}

// Folds the lanes into the block's partials.
static void
end_block(blocks *b, kn_reg *block) {
  kn_fn *k = b->k;
  const kn_reduction *r = b->r;
  kn_put_fold_lanes(k, &r->s, b->acc);
  kn_reg *zero = kn_put_i64(k, 0);
  for (int i = 0; i < r->s.n_red; i++)
    kn_put_store(k, kn_capture_buf(k, r->partials[i]), block,
                 kn_put_load(k, b->acc[i], zero, NULL));
}

// Whether whole blocks have lanes of their own: in one dimension, and where the
// body is so short that folding the lanes counts beside it.
static bool
tells_whole(const ir_soac *s) {
  enum { MOST = 16 };
  int n = 0;
  ir_foreach_op (op, s->body)
    n += op->n_regions > 0 ? MOST : 1;
  return s->n_dims == 1 && n < MOST;
}

// The values of one block, into its partials. A partial row indexes the lanes
// by a variable, so they are in memory: sums of floats from the cache take a
// fourteenth longer.
static void
put_block(blocks *b, kn_reg *block, kn_reg *n) {
  kn_fn *k = b->k;
  kn_block *back = k->at;
  kn_reg *size = kn_put_i64(k, IR_TREE_BLOCK);
  kn_reg *base = kn_put2(k, IR_OP_MUL, block, size, "base");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, base, NULL);
  kn_reg *m = kn_put2(k, IR_OP_MIN, rest, size, "m");
  if (b->whole) {
    kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_EQ, m, size, "whole"));
    kn_enter(k, &s->body[0]);
    begin_block(b, b->whole);
    put_rows(b, base, kn_put_i64(k, IR_TREE_BLOCK / IR_TREE_LANES));
    end_block(b, block);
    kn_enter(k, &s->body[1]);
  }
  begin_block(b, b->partial);
  if (b->r->s.n_dims == 1)
    put_block_1d(b, base, m);
  else
    put_block_nd(b, base, m);
  end_block(b, block);
  kn_enter(k, back);
}

// First kernel: one partial per block.
static void
put_blocks(kn_reduction *r) {
  kn_fn *h = r->host;
  kn_fn *k = kn_kernel_new(
      h, r->s.op, arena_printf(h->low->arena, "reduce blocks %s", r->text));
  blocks b = {.r = r, .k = k};
  b.extents = NEW_ARRAY(k->low->arena, kn_reg *, r->s.n_dims);
  for (int d = 1; d < r->s.n_dims; d++)
    b.extents[d] = kn_scalar(k, r->s.extents[d]);
  kn_reg *n = kn_capture_reg(k, r->n);
  kn_reg *lo = kn_put_builtin(k, KN_RANGE_LO, "lo");
  kn_reg *hi = kn_put_builtin(k, KN_RANGE_HI, "hi");
  b.partial = kn_lanes_new(k, &r->s);
  if (tells_whole(&r->s))
    b.whole = kn_lanes_new(k, &r->s);
  b.lanes = kn_put_i64(k, IR_TREE_LANES);
  kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, NULL);
  kn_stmt *loop = kn_put_loop(k, count, false, "b");
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_block(&b, kn_put2(k, IR_OP_ADD, lo, loop->dst, "block"), n);
  kn_enter(k, back);
  kn_reg *items[3] = {r->n_blocks};
  kn_reg *bound = kn_put_bound(h, r->s.body, IR_TREE_BLOCK, 1);
  kn_finish(k);
  kn_put_launch(k, items, bound, kn_put_work(h, r->s.body, IR_TREE_BLOCK));
}

// p[j] = op(p[2j], p[2j+1]), an odd last one passes; in place, in order.
static void
put_level(kn_fn *k, const kn_reduction *r, kn_reg *m, kn_buf **p) {
  kn_reg *two = kn_put_i64(k, 2), *one = kn_put_i64(k, 1);
  kn_reg *half = kn_put2(k, IR_OP_DIV, m, two, "half");
  kn_stmt *loop = kn_put_loop(k, half, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *left = kn_put2(k, IR_OP_MUL, loop->dst, two, NULL);
  kn_reg *right = kn_put2(k, IR_OP_ADD, left, one, NULL);
  for (int i = 0; i < r->s.n_red; i++) {
    kn_reg *x = kn_put_load(k, p[i], left, NULL);
    kn_reg *y = kn_put_load(k, p[i], right, NULL);
    kn_put_store(k, p[i], loop->dst, kn_put_combine(k, &r->s, i, x, y));
  }
  kn_enter(k, back);
  kn_reg *odd = kn_put2(k, IR_OP_REM, m, two, NULL);
  kn_reg *last = kn_put2(k, IR_OP_SUB, m, one, NULL);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_EQ, odd, one, NULL));
  kn_enter(k, &s->body[0]);
  for (int i = 0; i < r->s.n_red; i++)
    kn_put_store(k, p[i], half, kn_put_load(k, p[i], last, NULL));
  kn_enter(k, back);
  kn_put_copy(k, m, kn_put2(k, IR_OP_ADD, half, odd, NULL));
}

// result = m0 > 0 ? op(init, p[0]) : init
static void
put_results(kn_fn *k, kn_reduction *r, kn_reg *m, kn_buf **p) {
  kn_reg *zero = kn_put_i64(k, 0);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_GT, m, zero, "any"));
  kn_block *back = k->at;
  for (int i = 0; i < r->s.n_red; i++) {
    kn_reg *init = kn_scalar(k, r->s.inits[i]);
    kn_buf *result = kn_capture_buf(k, r->results[i]);
    kn_enter(k, &s->body[0]);
    kn_reg *t = kn_put_load(k, p[i], zero, NULL);
    kn_put_store(k, result, zero, kn_put_combine(k, &r->s, i, init, t));
    kn_enter(k, &s->body[1]);
    kn_put_store(k, result, zero, init);
  }
  kn_enter(k, back);
}

// Second kernel: partials to results, by one item.
static void
put_fold(kn_reduction *r) {
  kn_fn *h = r->host;
  arena *a = h->low->arena;
  kn_fn *k =
      kn_kernel_new(h, r->s.op, arena_printf(a, "reduce fold %s", r->text));
  kn_buf **p = NEW_ARRAY(a, kn_buf *, r->s.n_red);
  for (int i = 0; i < r->s.n_red; i++)
    p[i] = kn_capture_buf(k, r->partials[i]);
  kn_reg *m = kn_reg_new(a, k->fn, IR_I64, "m");
  kn_put_copy(k, m, kn_capture_reg(k, r->n_blocks));
  kn_reg *one = kn_put_i64(k, 1);
  kn_reg *more = kn_put2(k, IR_OP_GT, m, one, "more");
  kn_stmt *loop = kn_put_while(k, more);
  kn_block *back = kn_enter(k, &loop->body[0]);
  put_level(k, r, m, p);
  kn_put_copy(k, more, kn_put2(k, IR_OP_GT, m, one, NULL));
  kn_enter(k, back);
  put_results(k, r, m, p);
  kn_reg *items[3] = {kn_put_i64(h, 1)};
  kn_finish(k);
  kn_put_launch(k, items, kn_put2i(h, IR_OP_MUL, r->n_blocks, 2, NULL),
                r->n_blocks);
}

void
kn_reduce_cpu(kn_reduction *r) {
  put_blocks(r);
  put_fold(r);
}
