// kernel/lower_scan_levels.c: the fixed scan on a GPU, level by level (ir.h,
// IR_SCAN_*; docs/numerics.md).
//
// The folds of groups of 256 values are level 0, those of groups of 256 folds
// level 1, and so on, behind each other in one array a value:
//
//   groups  body -> level 0
//   level   while a level below 2 has more than 256 folds: the scan within its
//           groups, in place, and their folds -> the next level
//   top     the scan of the last level from the initial value on, in place;
//           the result is its last fold
//   chain   the same of level 2, whose folds are those of blocks: one by one
//   spread  back through the levels: each fold becomes that of all before it
//           and its own
//   then    of a scan: body again, from the folds of level 0 on -> running
//           values -> the second region
//
// No kernel waits for another work-group, so nothing is asked of the device's
// scheduling; the body runs twice, which costs a read of its arrays and no
// write. The host finds the offset of the level below by adding up from 0.
#include "kernel/lower_scan_private.h"

// The number of the level whose folds are those of blocks.
enum { LEVELS = 2 };
_Static_assert(IR_SCAN_BLOCK == IR_SCAN_GROUP * IR_SCAN_GROUP * IR_SCAN_GROUP,
               "folds of level 2");

// The cursor's work-item of a kernel that runs one each: its index.
static kn_reg *
put_item(kn_fn *k) {
  return kn_put_builtin(k, KN_ITEM_X, "i");
}

// The fold of element "i" of the level at "from", given the level above at
// "above": that one's for the last of a group, else that of the groups before
// and its own.
static void
put_spread_fold(kn_scan_pass *p, kn_reg *i, kn_reg *from, kn_reg *above) {
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  kn_reg **fold = kn_tuple_new(k, s, "fold");
  kn_reg **own = kn_tuple_new(k, s, "own");
  kn_reg *at = kn_put2(k, IR_OP_ADD, from, i, NULL);
  kn_reg *group = kn_put2i(k, IR_OP_DIV, i, IR_SCAN_GROUP, "group");
  kn_reg *over = kn_put2(k, IR_OP_ADD, above, group, NULL);
  kn_stmt *last = kn_put_if(k, kn_put_is_last(k, i, p->count));
  kn_block *back = kn_enter(k, &last->body[0]);
  kn_put_tuple_load(k, s, p->folds, over, fold);
  kn_enter(k, &last->body[1]);
  kn_put_left(p, group, over, fold);
  kn_put_tuple_load(k, s, p->folds, at, own);
  kn_put_fold(k, s, fold, own);
  kn_enter(k, back);
  kn_put_tuple_store(k, s, p->folds, at, fold);
}

// Launches "spread" for the level at "from", the one above being at the scan's
// offset.
static void
put_spread(kn_scan *scan, kn_reg *from) {
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_SPREAD);
  kn_fn *k = p->k;
  kn_reg *above = p->offset;
  kn_block *back = k->at;
  kn_reg *i = put_item(k);
  put_spread_fold(p, i, kn_capture_reg(k, from), above);
  kn_enter(k, back);
  kn_put_scan_launch(p, scan->m, 1);
}

// Launches "chain" for the level at the scan's offset. There is no device with
// memory for as many values as would take more than MOST steps.
static void
put_chain(kn_scan *scan) {
  enum { MOST = 4096 };
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_CHAIN);
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  kn_block *back = k->at;
  put_item(k);
  kn_reg **all = kn_tuple_new(k, s, "all"), **own = kn_tuple_new(k, s, "own");
  for (int r = 0; r < s->n_red; r++)
    kn_put_copy(k, all[r], p->inits[r]);
  kn_stmt *loop = kn_put_loop(k, p->count, false, "i");
  kn_block *behind = kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put_in_level(p, loop->dst);
  kn_put_tuple_load(k, s, p->folds, at, own);
  kn_put_fold(k, s, all, own);
  kn_put_tuple_store(k, s, p->folds, at, all);
  kn_enter(k, behind);
  kn_put_scan_results(p, all);
  kn_enter(k, back);
  kn_put_scan_launch(p, kn_put_i64(scan->host, 1), MOST);
}

// -- The host ---------------------------------------------------------------
// m = ceil(m / 256)
static void
put_next_level(kn_fn *h, kn_reg *m) {
  kn_put_copy(h, m, kn_put_ceil_div(h, m, IR_SCAN_GROUP, NULL));
}

// Enters "while (x > 256)"; leave by put_end_while.
static kn_stmt *
put_while_large(kn_fn *h, kn_reg *x, kn_block **back) {
  kn_reg *more = kn_put2i(h, IR_OP_GT, x, IR_SCAN_GROUP, "more");
  kn_stmt *loop = kn_put_while(h, more);
  *back = kn_enter(h, &loop->body[0]);
  return loop;
}

// Ends the loop: its condition anew, the cursor behind it.
static void
put_end_while(kn_fn *h, kn_stmt *loop, kn_reg *again, kn_block *back) {
  kn_put_copy(h, loop->cond, again);
  kn_enter(h, back);
}

kn_reg *
kn_put_level_room(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back;
  scan->n_groups = kn_put_ceil_div(h, scan->n, kn_scan_group(scan), "n_groups");
  kn_reg *m = kn_put_variable(h, scan->n_groups, "m");
  kn_reg *room = kn_put_variable(h, scan->n_groups, "room");
  kn_stmt *loop = put_while_large(h, m, &back);
  put_next_level(h, m);
  kn_put_increase(h, room, m);
  put_end_while(h, loop, kn_put2i(h, IR_OP_GT, m, IR_SCAN_GROUP, NULL), back);
  return kn_put2i(h, IR_OP_MAX, room, 1, NULL);
}

// Whether there is a level above the one at hand.
static kn_reg *
put_is_below(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_reg *large = kn_put2i(h, IR_OP_GT, scan->m, IR_SCAN_GROUP, "large");
  kn_reg *low = kn_put2i(h, IR_OP_LT, scan->depth, LEVELS, "low");
  return kn_put2(h, IR_OP_AND, large, low, NULL);
}

// Builds and launches the kernel of "kind".
static void
put_pass(kn_scan *scan, kn_scan_kind kind) {
  kn_scan_gpu(kn_scan_pass_new(scan, kind));
}

// while (m > 256 && depth < 2) { level; offset += m; m = ceil(m / 256) }
static void
put_up(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_stmt *loop = kn_put_while(h, put_is_below(scan));
  kn_block *back = kn_enter(h, &loop->body[0]);
  put_pass(scan, KN_SCAN_LEVEL);
  kn_put_increase(h, scan->offset, scan->m);
  put_next_level(h, scan->m);
  kn_put_increase(h, scan->depth, kn_put_i64(h, 1));
  put_end_while(h, loop, put_is_below(scan), back);
}

// The last level: chain where its folds are those of blocks, else top.
static void
put_last(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_stmt *blocks =
      kn_put_if(h, kn_put2i(h, IR_OP_EQ, scan->depth, LEVELS, "blocks"));
  kn_block *back = kn_enter(h, &blocks->body[0]);
  put_chain(scan);
  kn_enter(h, &blocks->body[1]);
  put_pass(scan, KN_SCAN_TOP);
  kn_enter(h, back);
}

// while (offset > 0) { the level that ends at offset: spread; offset = its }
static void
put_down(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back, *inner_back;
  kn_reg *zero = kn_put_i64(h, 0);
  kn_stmt *loop =
      kn_put_while(h, kn_put2(h, IR_OP_GT, scan->offset, zero, "more"));
  back = kn_enter(h, &loop->body[0]);
  kn_reg *from = kn_put_variable(h, zero, "from");
  kn_put_copy(h, scan->m, scan->n_groups);
  kn_reg *end = kn_put_variable(h, scan->m, "end");
  kn_stmt *find =
      kn_put_while(h, kn_put2(h, IR_OP_LT, end, scan->offset, "below"));
  inner_back = kn_enter(h, &find->body[0]);
  kn_put_copy(h, from, end);
  put_next_level(h, scan->m);
  kn_put_increase(h, end, scan->m);
  put_end_while(h, find, kn_put2(h, IR_OP_LT, end, scan->offset, NULL),
                inner_back);
  put_spread(scan, from);
  kn_put_copy(h, scan->offset, from);
  put_end_while(h, loop, kn_put2(h, IR_OP_GT, scan->offset, zero, NULL), back);
}

void
kn_put_levels(kn_scan *scan) {
  kn_fn *h = scan->host;
  scan->m = kn_put_variable(h, scan->n_groups, "m");
  scan->offset = kn_put_variable(h, kn_put_i64(h, 0), "offset");
  scan->depth = kn_put_variable(h, kn_put_i64(h, 0), "depth");
  put_pass(scan, KN_SCAN_GROUPS);
  put_up(scan);
  put_last(scan);
  if (scan->s.then) {
    put_down(scan);
    put_pass(scan, KN_SCAN_THEN);
  }
}
