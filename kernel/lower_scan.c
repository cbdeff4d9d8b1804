// kernel/lower_scan.c: scan, and reduce by an operator region -> kernels of the
// fixed scan (ir.h, IR_SCAN_*; docs/numerics.md).
//
// The folds of groups of 256 values are level 0, those of groups of 256 folds
// level 1, and so on, behind each other in one array a value:
//
//   groups  body -> level 0
//   level   while a level has more than 256 folds: the scan within its groups,
//           in place, and their folds -> the next level
//   top     the scan of the last level from the initial value on, in place;
//           the result is its last fold
//   spread  back through the levels: each fold becomes that of all before it
//           and its own
//   then    of a scan: body again, from the folds of level 0 on -> running
//           values -> the second region
//
// No kernel waits for another work-group, so nothing is asked of the device's
// scheduling; the body runs twice, which costs a read of its arrays and no
// write. The host finds the offset of the level below by adding up from 0.
#include "kernel/lower_scan_private.h"

// -- Operators --------------------------------------------------------------
void
kn_put_operator(kn_fn *f, const ir_soac *s, kn_reg *const *left,
                kn_reg *const *right, kn_reg **out) {
  for (int k = 0; k < s->n_red; k++)
    if (s->combine) {
      kn_bind_reg(f, s->combine->params.at[k], left[k]);
      kn_bind_reg(f, s->combine->params.at[s->n_red + k], right[k]);
    } else {
      out[k] = kn_put_combine(f, s, k, left[k], right[k]);
    }
  if (!s->combine)
    return;
  kn_lower_region(f, s->combine);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_scalar(f, s->combine->last->ins.at[k]);
}

void
kn_put_fold_to(kn_fn *f, const ir_soac *s, kn_reg **to, kn_reg *const *left,
               kn_reg *const *right) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  kn_put_operator(f, s, left, right, out);
  kn_put_parallel_copy(f, to, out, s->n_red);
}

void
kn_put_fold(kn_fn *f, const ir_soac *s, kn_reg **acc, kn_reg *const *right) {
  kn_put_fold_to(f, s, acc, acc, right);
}

kn_reg **
kn_tuple_new(kn_fn *f, const ir_soac *s, const char *name) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    out[k] = kn_reg_new(f->low->arena, f->fn, kn_red_type(s, k), name);
  return out;
}

void
kn_put_tuple_load(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                  kn_reg **out) {
  for (int k = 0; k < s->n_red; k++)
    kn_put_copy(f, out[k], kn_put_load(f, bufs[k], i, NULL));
}

void
kn_put_tuple_store(kn_fn *f, const ir_soac *s, kn_buf **bufs, kn_reg *i,
                   kn_reg *const *values) {
  for (int k = 0; k < s->n_red; k++)
    kn_put_store(f, bufs[k], i, values[k]);
}

int64_t
kn_scan_group(const kn_scan *scan) {
  if (kn_scan_is_free(scan))
    return KN_FREE_GROUP;
  if (!scan->choice)
    return IR_SCAN_GROUP;
  return scan->host->low->target == KN_CPU ? KN_CHOICE_GROUP
                                           : KN_GPU_CHOICE_GROUP;
}

bool
kn_scan_is_free(const kn_scan *scan) {
  return scan->host->low->target == KN_CPU && !scan->s.combine &&
         !kn_needs_tree(scan->s.op);
}

// -- What passes have in common -----------------------------------------------
kn_scan_pass *
kn_scan_pass_new(kn_scan *scan, kn_scan_kind kind) {
  static const char *const names[] = {"groups", "level", "top", "spread",
                                      "then"};
  kn_fn *h = scan->host;
  arena *a = h->low->arena;
  kn_scan_pass *p = NEW(a, kn_scan_pass);
  p->scan = scan;
  p->s = &scan->s;
  p->kind = kind;
  p->k = kn_kernel_new(h, p->s->op,
                       arena_printf(a, "%s %s %s",
                                    scan->s.then ? "scan" : "reduce",
                                    names[kind], scan->text));
  bool level = kind != KN_SCAN_GROUPS && kind != KN_SCAN_THEN;
  p->count = kn_capture_reg(p->k, level ? scan->m : scan->n);
  p->offset = level ? kn_capture_reg(p->k, scan->offset) : NULL;
  p->folds = NEW_ARRAY(a, kn_buf *, p->s->n_red);
  for (int k = 0; k < p->s->n_red; k++)
    p->folds[k] = kn_capture_buf(p->k, scan->folds[k]);
  p->inits = NEW_ARRAY(a, kn_reg *, p->s->n_red);
  if (kind >= KN_SCAN_TOP)
    for (int k = 0; k < p->s->n_red; k++)
      p->inits[k] = kn_scalar(p->k, p->s->inits[k]);
  p->extents = NEW_ARRAY(a, kn_reg *, p->s->n_dims);
  for (int d = 1; d < p->s->n_dims && !level; d++)
    p->extents[d] = kn_scalar(p->k, p->s->extents[d]);
  return p;
}

kn_reg *
kn_put_above(kn_scan_pass *p, kn_reg *group) {
  if (!p->offset)
    return group;
  kn_reg *end = kn_put2(p->k, IR_OP_ADD, p->offset, p->count, NULL);
  return kn_put2(p->k, IR_OP_ADD, end, group, NULL);
}

kn_reg *
kn_put_in_level(kn_scan_pass *p, kn_reg *i) {
  return p->offset ? kn_put2(p->k, IR_OP_ADD, p->offset, i, NULL) : i;
}

// The indices of iteration "i", row-major.
static kn_reg **
put_indices(kn_scan_pass *p, kn_reg *i) {
  int n = p->s->n_dims;
  kn_reg **at = NEW_ARRAY(p->k->low->arena, kn_reg *, n);
  if (p->idx)
    return p->idx;
  kn_decode(p->k, i, p->extents, n, at);
  return at;
}

void
kn_put_scan_order(kn_scan_pass *p, kn_reg *i) {
  int n = p->s->n_dims;
  arena *a = p->k->low->arena;
  p->idx = NULL;
  if (n == 1 || p->offset)
    return;
  kn_reg **at = put_indices(p, i);
  p->idx = NEW_ARRAY(a, kn_reg *, n);
  for (int d = 0; d < n; d++) {
    p->idx[d] = kn_reg_new(a, p->k->fn, IR_I64, p->s->idx[d]->name);
    kn_put_copy(p->k, p->idx[d], at[d]);
  }
}

void
kn_put_scan_step(kn_scan_pass *p, int64_t count) {
  int n = p->s->n_dims;
  if (!p->idx)
    return;
  kn_put_increase(p->k, p->idx[n - 1], kn_put_i64(p->k, count));
  kn_put_carry(p->k, p->idx, p->extents, n);
}

void
kn_put_scan_values(kn_scan_pass *p, kn_reg *i, kn_reg **out) {
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  if (p->offset) {
    kn_put_tuple_load(k, s, p->folds, kn_put_in_level(p, i), out);
    return;
  }
  kn_lower_soac_body(k, s, put_indices(p, i));
  for (int r = 0; r < s->n_red; r++)
    kn_put_copy(k, out[r], kn_scalar(k, s->values[r]));
}

void
kn_put_then(kn_scan_pass *p, kn_reg *i, kn_reg *const *before,
            kn_reg *const *after) {
  kn_lower_then(p->k, p->s, put_indices(p, i), before, after);
}

void
kn_put_left(kn_scan_pass *p, kn_reg *group, kn_reg *at, kn_reg **left) {
  kn_fn *k = p->k;
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_GT, group, 0, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_tuple_load(k, p->s, p->folds, kn_put2i(k, IR_OP_SUB, at, 1, NULL),
                    left);
  kn_enter(k, &first->body[1]);
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_copy(k, left[r], p->inits[r]);
  kn_enter(k, back);
}

// -- Holes: "user" is the kn_scan_pass ----------------------------------------
// Value number "i" into a tuple.
static kn_reg *
put_value(void *user, const kn_hole_arg *args) {
  kn_put_scan_values(user, args[0].reg, args[1].tuple);
  return NULL;
}

// The second region for value "i", what is before it, and after it.
static kn_reg *
put_then(void *user, const kn_hole_arg *args) {
  kn_put_then(user, args[0].reg, args[1].tuple, args[2].tuple);
  return NULL;
}

// What comes before a group, into a tuple.
static kn_reg *
put_left(void *user, const kn_hole_arg *args) {
  kn_put_left(user, args[0].reg, args[0].reg, args[1].tuple);
  return NULL;
}

// Whether value "i" is the last of its group or of all.
static kn_reg *
put_is_last(void *user, const kn_hole_arg *args) {
  const kn_scan_pass *p = user;
  return kn_put_is_last(p->k, args[0].reg, p->count);
}

// Where the fold of a group is in the level above.
static kn_reg *
put_above(void *user, const kn_hole_arg *args) {
  return kn_put_above(user, args[0].reg);
}

// Where value "i" is in the level.
static kn_reg *
put_in_level(void *user, const kn_hole_arg *args) {
  return kn_put_in_level(user, args[0].reg);
}

// A tuple is the result.
static kn_reg *
put_results(void *user, const kn_hole_arg *args) {
  const kn_scan_pass *p = user;
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_store(p->k, kn_capture_buf(p->k, p->scan->results[r]),
                 kn_put_i64(p->k, 0), args[0].tuple[r]);
  return NULL;
}

void
kn_let_scan(kn_skeleton *t, kn_scan_pass *p) {
  kn_let_number(t, "RUN", IR_SCAN_RUN);
  kn_let_number(t, "GROUPS", p->kind == KN_SCAN_GROUPS);
  kn_let_number(t, "LEVEL", p->kind == KN_SCAN_LEVEL);
  kn_let_number(t, "TOP", p->kind == KN_SCAN_TOP);
  kn_let_number(t, "THEN", p->kind == KN_SCAN_THEN);
  kn_let_reg(t, "count", p->count);
  kn_let_tuple(t, "inits", p->inits);
  kn_let_arrays(t, "F", p->folds);
  kn_let_hole(t, "put_value", put_value, p);
  kn_let_hole(t, "put_then", put_then, p);
  kn_let_hole(t, "put_left", put_left, p);
  kn_let_hole(t, "is_last", put_is_last, p);
  kn_let_hole(t, "above", put_above, p);
  kn_let_hole(t, "in_level", put_in_level, p);
  kn_let_hole(t, "put_results", put_results, p);
}

// -- Launches ---------------------------------------------------------------
// Host: the sum of two loop bounds; -1 where one is not known.
static kn_reg *
put_bound_sum(kn_fn *h, kn_reg *x, kn_reg *y) {
  kn_reg *least = kn_put2(h, IR_OP_MIN, x, y, NULL);
  kn_reg *args[3] = {kn_put2i(h, IR_OP_LT, least, 0, NULL), kn_put_i64(h, -1),
                     kn_put2(h, IR_OP_ADD, x, y, NULL)};
  return kn_put_op(h, IR_OP_SELECT, IR_I64, args, 3, NULL);
}

void
kn_put_scan_launch(kn_scan_pass *p, kn_reg *items, int64_t times) {
  // a work-item's loops: values, its run, runs before it, folds, values again
  enum { FOLDS = 6 };
  kn_fn *h = p->scan->host;
  const ir_soac *s = p->s;
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  kn_reg *bound = kn_put_i64(h, FOLDS * times);
  kn_reg *work = kn_put_i64(h, FOLDS * times);
  if (body) {
    bound = put_bound_sum(h, bound, kn_put_bound(h, s->body, times, 1));
    work = kn_put_work(h, s->body, times);
  }
  if (p->kind == KN_SCAN_THEN)
    bound = put_bound_sum(h, bound, kn_put_bound(h, s->then, times, 1));
  if (s->combine)
    bound =
        put_bound_sum(h, bound, kn_put_bound(h, s->combine, FOLDS * times, 1));
  kn_finish(p->k);
  kn_put_launch(p->k, (kn_reg *[3]){items}, bound, work);
}

// The cursor's work-item of a kernel that runs one each: its index.
static kn_reg *
put_item(kn_fn *k) {
  if (k->low->target == KN_GPU)
    return kn_put_builtin(k, KN_ITEM_X, "i");
  kn_reg *lo = kn_put_builtin(k, KN_RANGE_LO, "lo");
  kn_reg *hi = kn_put_builtin(k, KN_RANGE_HI, "hi");
  kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, NULL);
  kn_stmt *loop = kn_put_loop(k, count, false, "r");
  kn_enter(k, &loop->body[0]);
  return kn_put2(k, IR_OP_ADD, lo, loop->dst, "i");
}

kn_reg *
kn_put_is_last(kn_fn *k, kn_reg *i, kn_reg *count) {
  kn_reg *next = kn_put2i(k, IR_OP_ADD, i, 1, NULL);
  kn_reg *in_group = kn_put2i(k, IR_OP_REM, next, IR_SCAN_GROUP, NULL);
  kn_reg *full = kn_put2i(k, IR_OP_EQ, in_group, 0, NULL);
  kn_reg *end = kn_put2(k, IR_OP_EQ, next, count, NULL);
  return kn_put2(k, IR_OP_OR, full, end, "last");
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

// -- The host ---------------------------------------------------------------
// m = ceil(m / 256)
static void
put_next_level(kn_fn *h, kn_reg *m) {
  kn_put_copy(h, m, kn_put_ceil_div(h, m, IR_SCAN_GROUP, NULL));
}

// A variable of the host set to "value".
static kn_reg *
new_variable(kn_fn *h, kn_reg *value, const char *name) {
  kn_reg *r = kn_reg_new(h->low->arena, h->fn, IR_I64, name);
  kn_put_copy(h, r, value);
  return r;
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

// How many folds all levels have together, one at least.
static kn_reg *
put_room(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back;
  kn_reg *m = new_variable(h, scan->n_groups, "m");
  kn_reg *room = new_variable(h, scan->n_groups, "room");
  kn_stmt *loop = put_while_large(h, m, &back);
  put_next_level(h, m);
  kn_put_increase(h, room, m);
  put_end_while(h, loop, kn_put2i(h, IR_OP_GT, m, IR_SCAN_GROUP, NULL), back);
  return kn_put2i(h, IR_OP_MAX, room, 1, NULL);
}

// Sizes and arrays.
static void
init_scan(kn_scan *scan) {
  kn_fn *h = scan->host;
  arena *a = h->low->arena;
  const ir_soac *s = &scan->s;
  scan->extents = NEW_ARRAY(a, kn_reg *, s->n_dims);
  scan->folds = NEW_ARRAY(a, kn_buf *, s->n_red);
  scan->results = NEW_ARRAY(a, kn_buf *, s->n_red);
  kn_extents(h, s, scan->extents);
  scan->n = kn_product(h, scan->extents, s->n_dims);
  scan->choice = kn_choice_of(s);
  scan->n_groups = kn_put_ceil_div(h, scan->n, kn_scan_group(scan), "n_groups");
  kn_reg *room = put_room(scan), *one = kn_put_i64(h, 1);
  for (int k = 0; k < s->n_red; k++) {
    const char *name = s->results[k]->name;
    ir_scalar type = kn_red_type(s, k);
    scan->folds[k] =
        kn_put_alloc(h, type, room, arena_printf(a, "%s_folds", name));
    scan->results[k] =
        kn_put_alloc(h, type, one, arena_printf(a, "%s_result", name));
    vec_push(a, &h->owner->owned, scan->results[k]);
  }
  scan->m = new_variable(h, scan->n_groups, "m");
  scan->offset = new_variable(h, kn_put_i64(h, 0), "offset");
}

// while (m > 256) { level; offset += m; m = ceil(m / 256) }
static void
put_up(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back;
  kn_stmt *loop = put_while_large(h, scan->m, &back);
  kn_put_scan_pass(scan, KN_SCAN_LEVEL);
  kn_put_increase(h, scan->offset, scan->m);
  put_next_level(h, scan->m);
  put_end_while(h, loop, kn_put2i(h, IR_OP_GT, scan->m, IR_SCAN_GROUP, NULL),
                back);
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
  kn_reg *from = new_variable(h, zero, "from");
  kn_put_copy(h, scan->m, scan->n_groups);
  kn_reg *end = new_variable(h, scan->m, "end");
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
kn_put_scan_pass(kn_scan *scan, kn_scan_kind kind) {
  if (scan->host->low->target == KN_GPU)
    kn_scan_gpu(kn_scan_pass_new(scan, kind));
  else
    kn_scan_cpu(kn_scan_pass_new(scan, kind));
}

void
kn_lower_scan(kn_fn *h, ir_op *op) {
  kn_scan scan = {.host = h};
  ir_match_fold(op, &scan.s);
  const ir_soac *s = &scan.s;
  scan.text = kn_reduction_text(h->low, s);
  init_scan(&scan);
  kn_put_scan_pass(&scan, KN_SCAN_GROUPS);
  put_up(&scan);
  kn_put_scan_pass(&scan, KN_SCAN_TOP);
  if (s->then) {
    put_down(&scan);
    kn_put_scan_pass(&scan, KN_SCAN_THEN);
  }
  for (int k = 0; k < s->n_red; k++) {
    kn_put_free(h, scan.folds[k]);
    kn_deferred *d = NEW(h->low->arena, kn_deferred);
    d->buf = scan.results[k];
    map_put(h->deferred, s->results[k], d);
  }
  for (int k = 0; k < s->n_dests; k++)
    kn_bind_buf(h, s->dest_outs[k], kn_array(h, s->dests[k]));
}
