// kernel/lower_scan_gpu.c: the fixed scan on a GPU.
//
// A work-group has a tile of values, some groups of 256, in shared memory, a
// work-item 16 of them:
//
//   for (j < 16) shared[j * items + local] = value      // neighbours together
//   barrier
//   shared[run] = the run's folds, in order             // run 16 * local ..
//   barrier
//   before = fold of the runs before it in its group    // in registers
//   barrier
//   shared[run] = op(left, op(before, shared[run]))     // left: from TOP on
//   barrier
//   for (j < 16) use shared[j * items + local]
//
// A run is followed by an unused element, so that the work-items of a subgroup
// meet different banks in either direction. All barriers are reached by all
// work-items.
//
// In a full tile what a work-item does 16 times is written out, as far as the
// body is short: its loads are then under way together, and elements that are
// a constant apart need no addresses of their own.
#include "kernel/lower_scan_private.h"

enum { STRIDE = IR_SCAN_RUN + 1 }; // from a run in shared memory to the next

// A tile while it is built.
typedef struct tile {
  kn_scan_pass *p;
  int items;             // work-items of a group
  kn_buf **shared;       // one a fold
  kn_reg *local, *group; // builtins
  kn_reg *base;          // first value
  kn_reg *first;         // the run's first value, as element of shared
  kn_reg *size;          // its number of values
  kn_reg *run;           // its number in its group of 256
  kn_reg *full;          // whether the tile has all its values
  kn_reg *slot;          // the element of shared of value "local"
  kn_reg **before;       // the fold of the runs before it in its group
  kn_reg **left;         // of the groups before
} tile;

// Bytes of one value of each fold in shared memory.
static int64_t
tuple_bytes(const ir_soac *s) {
  int64_t n = 0;
  for (int k = 0; k < s->n_red; k++)
    n += ir_shared_size(kn_red_type(s, k));
  return n;
}

// How many work-items a group has: as many as have room for their runs, up to
// 128; a multiple of the runs of a group of values.
static int
n_items(const kn_scan_pass *p) {
  enum { MOST = 128, LEAST = IR_SCAN_GROUP / IR_SCAN_RUN };
  int n = MOST;
  if (p->kind == KN_SCAN_TOP)
    return LEAST;
  while (n > LEAST && n * STRIDE * tuple_bytes(p->s) > KN_LEAST_SHARED)
    n /= 2;
  return n;
}

// The element of shared memory of value "e" of the tile.
static kn_reg *
put_slot(tile *t, kn_reg *e) {
  kn_reg *gaps = kn_put2i(t->p->k, IR_OP_DIV, e, IR_SCAN_RUN, NULL);
  return kn_put2(t->p->k, IR_OP_ADD, e, gaps, NULL);
}

// ir_walk_fn: counts the ops of a region that may be written out several times.
static bool
count_short(void *user, ir_op *op) {
  int *n = user;
  ++*n;
  return op->code != IR_OP_LOOP && !ir_is_soac(op);
}

int
kn_n_at_once(const ir_soac *s, ir_region *r) {
  enum { MOST_OPS = 32, MOST_BYTES = 128 };
  int n = IR_SCAN_RUN, ops = 0;
  if (r && !ir_walk(r, count_short, &ops))
    return 1;
  while (n > 1 && (n * ops > MOST_OPS || n * tuple_bytes(s) > MOST_BYTES))
    n /= 2;
  return n;
}

// A work-item's values of a full tile, some of them at a time.
typedef struct batch {
  int n;
  kn_reg *first;   // element of shared of the first
  int stride;      // from one to the next
  kn_reg *i;       // number of the first among all values
  kn_reg ***value; // n tuples
  kn_block *back;  // where its loop stands
} batch;

// Variables for the values of "b".
static void
new_values(const tile *t, batch *b) {
  kn_fn *k = t->p->k;
  b->value = NEW_ARRAY(k->low->arena, kn_reg **, b->n);
  for (int c = 0; c < b->n; c++)
    b->value[c] = kn_tuple_new(k, t->p->s, "value");
}

// Enters "for (j < 16 / n)", where a batch of "n" of the values that are
// "items" apart begins. Leave by kn_enter(b->back).
static batch
enter_strided(tile *t, int n) {
  kn_fn *k = t->p->k;
  int stride = t->items / IR_SCAN_RUN * STRIDE;
  batch b = {.n = n, .stride = stride, .back = k->at};
  b.first = t->slot;
  b.i = kn_put2(k, IR_OP_ADD, t->base, t->local, "i");
  if (n < IR_SCAN_RUN) {
    kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN / n), false, "j");
    kn_enter(k, &loop->body[0]);
    kn_reg *slots =
        kn_put2i(k, IR_OP_MUL, loop->dst, (int64_t)n * stride, NULL);
    kn_reg *skip =
        kn_put2i(k, IR_OP_MUL, loop->dst, (int64_t)n * t->items, NULL);
    b.first = kn_put2(k, IR_OP_ADD, b.first, slots, NULL);
    b.i = kn_put2(k, IR_OP_ADD, b.i, skip, NULL);
  }
  new_values(t, &b);
  return b;
}

// Enters "for (j < 16 / n)", where a batch of "n" values of the run begins.
static batch
enter_run(tile *t, int n) {
  kn_fn *k = t->p->k;
  batch b = {.n = n, .stride = 1, .back = k->at, .first = t->first};
  if (n < IR_SCAN_RUN) {
    kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN / n), false, "j");
    kn_enter(k, &loop->body[0]);
    kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, n, NULL);
    b.first = kn_put2(k, IR_OP_ADD, b.first, skip, NULL);
  }
  new_values(t, &b);
  return b;
}

// x + distance
static kn_reg *
put_further(const tile *t, kn_reg *x, int64_t distance) {
  return distance ? kn_put2i(t->p->k, IR_OP_ADD, x, distance, NULL) : x;
}

// The element of shared of value "c" of the batch.
static kn_reg *
put_at(const tile *t, const batch *b, int c) {
  return put_further(t, b->first, (int64_t)c * b->stride);
}

// Loads and stores the values of the batch.
static void
put_batch_load(const tile *t, const batch *b) {
  for (int c = 0; c < b->n; c++)
    kn_put_tuple_load(t->p->k, t->p->s, t->shared, put_at(t, b, c),
                      b->value[c]);
}

static void
put_batch_store(const tile *t, const batch *b) {
  for (int c = 0; c < b->n; c++)
    kn_put_tuple_store(t->p->k, t->p->s, t->shared, put_at(t, b, c),
                       b->value[c]);
}

// Enters "for (j < 16) if (i < count)", where value e of the tile, number i of
// all, is this work-item's.
static kn_block *
enter_own(tile *t, kn_reg **e, kn_reg **i) {
  kn_fn *k = t->p->k;
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, IR_SCAN_RUN), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, t->items, NULL);
  *e = kn_put2(k, IR_OP_ADD, skip, t->local, "e");
  *i = kn_put2(k, IR_OP_ADD, t->base, *e, "i");
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_LT, *i, t->p->count, NULL));
  kn_enter(k, &s->body[0]);
  return back;
}

// Starts the kernel: shared memory, and which values are whose.
static void
init_tile(tile *t, kn_scan_pass *p) {
  kn_fn *k = p->k;
  arena *a = k->low->arena;
  const ir_soac *s = p->s;
  *t = (tile){.p = p, .items = n_items(p)};
  k->fn->local[0] = t->items;
  k->fn->local[1] = k->fn->local[2] = 1;
  t->shared = NEW_ARRAY(a, kn_buf *, s->n_red);
  for (int r = 0; r < s->n_red; r++)
    t->shared[r] = kn_buf_new(a, k->fn, kn_red_type(s, r), KN_SHARED,
                              t->items * STRIDE, s->results[r]->name);
  t->local = kn_put_builtin(k, KN_LOCAL_X, "local");
  t->group = kn_put_builtin(k, KN_GROUP_X, "group");
  t->base = kn_put2i(k, IR_OP_MUL, t->group, t->items * IR_SCAN_RUN, "base");
  t->first = kn_put2i(k, IR_OP_MUL, t->local, STRIDE, "first");
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, t->local, IR_SCAN_RUN, NULL);
  kn_reg *begin = kn_put2(k, IR_OP_ADD, t->base, skip, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, p->count, begin, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  t->size = kn_put2i(k, IR_OP_MIN, rest, IR_SCAN_RUN, "size");
  t->run = kn_put2i(k, IR_OP_REM, t->local, IR_SCAN_GROUP / IR_SCAN_RUN, "run");
  kn_reg *end = kn_put2i(k, IR_OP_ADD, t->base, t->items * IR_SCAN_RUN, NULL);
  t->full = kn_put2(k, IR_OP_LE, end, p->count, "full");
  t->slot = put_slot(t, t->local);
  t->before = kn_tuple_new(k, s, "before");
}

// The values of a full tile into shared memory.
static void
put_all_values(tile *t) {
  kn_fn *k = t->p->k;
  batch b = enter_strided(
      t, kn_n_at_once(t->p->s, t->p->offset ? NULL : t->p->s->body));
  for (int c = 0; c < b.n; c++)
    kn_put_scan_values(t->p, put_further(t, b.i, (int64_t)c * t->items),
                       b.value[c]);
  put_batch_store(t, &b);
  kn_enter(k, b.back);
}

// The tile's values into shared memory.
static void
put_values(tile *t) {
  kn_fn *k = t->p->k;
  kn_reg *e, *i;
  kn_stmt *full = kn_put_if(k, t->full);
  kn_block *end = kn_enter(k, &full->body[0]);
  put_all_values(t);
  kn_enter(k, &full->body[1]);
  kn_block *back = enter_own(t, &e, &i);
  kn_reg **value = kn_tuple_new(k, t->p->s, "value");
  kn_put_scan_values(t->p, i, value);
  kn_put_tuple_store(k, t->p->s, t->shared, put_slot(t, e), value);
  kn_enter(k, back);
  kn_enter(k, end);
  kn_put(k, KN_BARRIER);
}

// Enters "if (the work-item has values)".
static kn_block *
enter_if_any(tile *t) {
  kn_fn *k = t->p->k;
  kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_GT, t->size, 0, NULL));
  return kn_enter(k, &s->body[0]);
}

// Folds a whole run in order, in place; GROUPS needs its last value alone.
static void
put_whole_run(tile *t) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  batch b = enter_run(t, IR_SCAN_RUN);
  put_batch_load(t, &b);
  for (int c = 1; c < b.n; c++)
    kn_put_fold_to(k, s, b.value[c], b.value[c - 1], b.value[c]);
  if (t->p->kind == KN_SCAN_GROUPS)
    kn_put_tuple_store(k, s, t->shared, put_at(t, &b, b.n - 1),
                       b.value[b.n - 1]);
  else
    put_batch_store(t, &b);
  kn_enter(k, b.back);
}

// Folds the values of the work-item's run in order, in place.
static void
put_partial_run(tile *t) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  kn_block *back = enter_if_any(t);
  kn_reg **fold = kn_tuple_new(k, s, "fold");
  kn_reg **value = kn_tuple_new(k, s, "value");
  kn_put_tuple_load(k, s, t->shared, t->first, fold);
  kn_reg *more = kn_put2i(k, IR_OP_SUB, t->size, 1, NULL);
  kn_stmt *loop = kn_put_loop(k, more, false, "j");
  kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, t->first, loop->dst, NULL);
  at = kn_put2i(k, IR_OP_ADD, at, 1, NULL);
  kn_put_tuple_load(k, s, t->shared, at, value);
  kn_put_fold(k, s, fold, value);
  kn_put_tuple_store(k, s, t->shared, at, fold);
  kn_enter(k, back);
}

// True when the operator is written out for each value of a run.
static bool
is_short(const tile *t) {
  return kn_n_at_once(t->p->s, t->p->s->combine) == IR_SCAN_RUN;
}

// The runs' folds, in place.
static void
put_run(tile *t) {
  kn_fn *k = t->p->k;
  kn_block *end = k->at;
  if (is_short(t)) {
    kn_stmt *full = kn_put_if(k, t->full);
    kn_enter(k, &full->body[0]);
    put_whole_run(t);
    kn_enter(k, &full->body[1]);
  }
  put_partial_run(t);
  kn_enter(k, end);
  kn_put(k, KN_BARRIER);
}

// Whether the work-item's run is the last of its group or of all; it has one.
static kn_reg *
put_ends_group(tile *t) {
  kn_fn *k = t->p->k;
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, t->local, IR_SCAN_RUN, NULL);
  kn_reg *i = kn_put2(k, IR_OP_ADD, t->base, skip, NULL);
  i = kn_put2(k, IR_OP_ADD, i, kn_put2i(k, IR_OP_SUB, t->size, 1, NULL), NULL);
  return kn_put_is_last(k, i, t->p->count);
}

// The element of shared of the fold of the first run of the own run's group;
// those of the next ones are STRIDE apart.
static kn_reg *
put_first_fold(tile *t) {
  kn_fn *k = t->p->k;
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, t->run, STRIDE, NULL);
  kn_reg *from = kn_put2(k, IR_OP_SUB, t->first, skip, NULL);
  return kn_put2i(k, IR_OP_ADD, from, IR_SCAN_RUN - 1, "from");
}

// put_before in a full tile of GROUPS: the folds of the runs before the last
// one are read before the first is used.
static void
put_whole_before(tile *t) {
  enum { LAST = IR_SCAN_GROUP / IR_SCAN_RUN - 1 };
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  kn_stmt *last = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t->run, LAST, NULL));
  kn_enter(k, &last->body[0]);
  kn_reg *from = put_first_fold(t), **value[LAST];
  for (int q = 0; q < LAST; q++)
    value[q] = q ? kn_tuple_new(k, s, "value") : t->before;
  for (int q = 0; q < LAST; q++)
    kn_put_tuple_load(k, s, t->shared, put_further(t, from, q * STRIDE),
                      value[q]);
  for (int q = 1; q < LAST; q++)
    kn_put_fold(k, s, t->before, value[q]);
}

// put_before in any tile.
static void
put_some_before(tile *t) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  enter_if_any(t);
  kn_reg *needed = kn_put2i(k, IR_OP_GT, t->run, 0, NULL);
  if (t->p->kind == KN_SCAN_GROUPS)
    needed = kn_put2(k, IR_OP_AND, needed, put_ends_group(t), NULL);
  kn_stmt *some = kn_put_if(k, needed);
  kn_enter(k, &some->body[0]);
  kn_reg *from = put_first_fold(t);
  kn_put_tuple_load(k, s, t->shared, from, t->before);
  kn_reg *more = kn_put2i(k, IR_OP_SUB, t->run, 1, NULL);
  kn_stmt *loop = kn_put_loop(k, more, false, "q");
  kn_enter(k, &loop->body[0]);
  kn_reg *next = kn_put2i(k, IR_OP_ADD, loop->dst, 1, NULL);
  next = kn_put2i(k, IR_OP_MUL, next, STRIDE, NULL);
  kn_reg **value = kn_tuple_new(k, s, "value");
  kn_put_tuple_load(k, s, t->shared, kn_put2(k, IR_OP_ADD, from, next, NULL),
                    value);
  kn_put_fold(k, s, t->before, value);
}

// before = the fold of the runs before it in its group, where there are some
// and, in GROUPS, it is the last one.
static void
put_before(tile *t) {
  kn_fn *k = t->p->k;
  kn_block *back = k->at;
  if (t->p->kind == KN_SCAN_GROUPS && is_short(t)) {
    kn_stmt *full = kn_put_if(k, t->full);
    kn_enter(k, &full->body[0]);
    put_whole_before(t);
    kn_enter(k, &full->body[1]);
  }
  put_some_before(t);
  kn_enter(k, back);
}

// fold = op(before, fold), where there are runs before.
static void
put_in_group(tile *t, kn_reg **fold) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  kn_stmt *some = kn_put_if(k, kn_put2i(k, IR_OP_GT, t->run, 0, NULL));
  kn_block *back = kn_enter(k, &some->body[0]);
  kn_put_fold_to(k, s, fold, t->before, fold);
  kn_enter(k, back);
}

// Number of this work-item's group of 256, among all.
static kn_reg *
put_group_index(tile *t) {
  enum { RUNS = IR_SCAN_GROUP / IR_SCAN_RUN };
  kn_fn *k = t->p->k;
  kn_reg *first = kn_put2i(k, IR_OP_MUL, t->group, t->items / RUNS, NULL);
  kn_reg *own = kn_put2i(k, IR_OP_DIV, t->local, RUNS, NULL);
  return kn_put2(k, IR_OP_ADD, first, own, "index");
}

// The last of the work-item's values, as element of shared.
static kn_reg *
put_last(tile *t) {
  kn_fn *k = t->p->k;
  kn_reg *last = kn_put2i(k, IR_OP_SUB, t->size, 1, NULL);
  return kn_put2(k, IR_OP_ADD, t->first, last, "last");
}

// The fold of each group of 256 to the level above.
static void
put_group_folds(tile *t) {
  kn_scan_pass *p = t->p;
  kn_fn *k = p->k;
  kn_block *back = enter_if_any(t);
  kn_stmt *ends = kn_put_if(k, put_ends_group(t));
  kn_enter(k, &ends->body[0]);
  kn_reg **fold = kn_tuple_new(k, p->s, "fold");
  kn_put_tuple_load(k, p->s, t->shared, put_last(t), fold);
  put_in_group(t, fold);
  kn_reg *at = kn_put_above(p, put_group_index(t));
  kn_put_tuple_store(k, p->s, p->folds, at, fold);
  kn_enter(k, back);
}

// value = op(left, value) from TOP on, where "left" comes before the group.
static void
put_behind(tile *t, kn_reg *const *left, kn_reg **value) {
  if (t->p->kind >= KN_SCAN_TOP)
    kn_put_fold_to(t->p->k, t->p->s, value, left, value);
}

// The elements of a whole run become folds of the group, from TOP on of
// everything up to them.
static void
put_apply_whole(tile *t, kn_reg *const *left) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  batch b = enter_run(t, kn_n_at_once(s, s->combine));
  put_batch_load(t, &b);
  kn_stmt *some = kn_put_if(k, kn_put2i(k, IR_OP_GT, t->run, 0, NULL));
  kn_block *back = kn_enter(k, &some->body[0]);
  for (int c = 0; c < b.n; c++)
    kn_put_fold_to(k, s, b.value[c], t->before, b.value[c]);
  kn_enter(k, back);
  for (int c = 0; c < b.n; c++)
    put_behind(t, left, b.value[c]);
  put_batch_store(t, &b);
  kn_enter(k, b.back);
}

// The same of as many as the run has.
static void
put_apply_partial(tile *t, kn_reg *const *left) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  kn_stmt *loop = kn_put_loop(k, t->size, false, "j");
  kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, t->first, loop->dst, NULL);
  kn_reg **fold = kn_tuple_new(k, s, "fold");
  kn_put_tuple_load(k, s, t->shared, at, fold);
  put_in_group(t, fold);
  put_behind(t, left, fold);
  kn_put_tuple_store(k, s, t->shared, at, fold);
}

// The run's elements of shared become folds of the group, and from TOP on of
// everything up to them.
static void
put_apply(tile *t) {
  kn_scan_pass *p = t->p;
  kn_fn *k = p->k;
  const ir_soac *s = p->s;
  kn_put(k, KN_BARRIER);
  kn_block *back = enter_if_any(t);
  kn_block *inner = k->at;
  kn_reg **left = p->inits;
  kn_reg *index = NULL;
  if (p->kind == KN_SCAN_THEN) {
    left = kn_tuple_new(k, s, "left");
    index = put_group_index(t);
    kn_put_left(p, index, index, left);
  }
  kn_stmt *full = kn_put_if(k, t->full);
  kn_enter(k, &full->body[0]);
  put_apply_whole(t, left);
  kn_enter(k, &full->body[1]);
  put_apply_partial(t, left);
  kn_enter(k, inner);
  if (p->kind == KN_SCAN_THEN) {
    kn_stmt *ends = kn_put_if(k, put_ends_group(t));
    kn_enter(k, &ends->body[0]);
    kn_reg **whole = kn_tuple_new(k, s, "whole");
    kn_put_tuple_load(k, s, p->folds, index, whole);
    kn_put_tuple_store(k, s, t->shared, put_last(t), whole);
  }
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// The tile's values from shared memory back into the level.
static void
put_back(tile *t) {
  kn_fn *k = t->p->k;
  kn_reg *e, *i;
  kn_block *back = enter_own(t, &e, &i);
  kn_reg **fold = kn_tuple_new(k, t->p->s, "fold");
  kn_put_tuple_load(k, t->p->s, t->shared, put_slot(t, e), fold);
  kn_put_tuple_store(k, t->p->s, t->p->folds, kn_put_in_level(t->p, i), fold);
  kn_enter(k, back);
}

// before = the running values of the tile that precede one: those of element
// "at", "start" where it is the first.
static void
put_preceding(tile *t, kn_reg *is_first, kn_reg *const *start, kn_reg *at,
              kn_reg **before) {
  kn_fn *k = t->p->k;
  kn_stmt *first = kn_put_if(k, is_first);
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_parallel_copy(k, before, (kn_reg **)start, t->p->s->n_red);
  kn_enter(k, &first->body[1]);
  kn_put_tuple_load(k, t->p->s, t->shared, at, before);
  kn_enter(k, back);
}

// The second region for the values of a full tile.
static void
put_all_thens(tile *t, kn_reg *const *start) {
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  // a run on and back again, for a quotient of no negative number
  kn_reg *previous =
      put_slot(t, kn_put2i(k, IR_OP_ADD, t->local, IR_SCAN_RUN - 1, NULL));
  previous = kn_put2i(k, IR_OP_SUB, previous, STRIDE, NULL);
  batch b = enter_strided(t, kn_n_at_once(s, s->then));
  kn_reg *skip = kn_put2(k, IR_OP_SUB, b.first, t->slot, NULL);
  batch last = b;
  last.first = kn_put2(k, IR_OP_ADD, previous, skip, NULL);
  new_values(t, &last);
  put_batch_load(t, &b);
  for (int c = 0; c < b.n; c++) {
    kn_reg *at = put_at(t, &last, c);
    if (c)
      kn_put_tuple_load(k, s, t->shared, at, last.value[c]);
    else
      put_preceding(t, kn_put2i(k, IR_OP_LT, at, 0, NULL), start, at,
                    last.value[c]);
  }
  for (int c = 0; c < b.n; c++)
    kn_put_then(t->p, put_further(t, b.i, (int64_t)c * t->items), last.value[c],
                b.value[c]);
  kn_enter(k, b.back);
}

// The second region for the tile's values.
static void
put_thens(tile *t) {
  enum { RUNS = IR_SCAN_GROUP / IR_SCAN_RUN };
  kn_fn *k = t->p->k;
  const ir_soac *s = t->p->s;
  kn_reg *e, *i;
  kn_reg **start = kn_tuple_new(k, s, "start");
  kn_reg *index = kn_put2i(k, IR_OP_MUL, t->group, t->items / RUNS, NULL);
  kn_put_left(t->p, index, index, start);
  kn_stmt *full = kn_put_if(k, t->full);
  kn_block *end = kn_enter(k, &full->body[0]);
  put_all_thens(t, start);
  kn_enter(k, &full->body[1]);
  kn_block *back = enter_own(t, &e, &i);
  kn_reg **after = kn_tuple_new(k, s, "after");
  kn_reg **before = kn_tuple_new(k, s, "before");
  kn_put_tuple_load(k, s, t->shared, put_slot(t, e), after);
  kn_reg *previous = kn_put2i(k, IR_OP_SUB, e, 1, NULL);
  put_preceding(t, kn_put2i(k, IR_OP_EQ, e, 0, NULL), start,
                put_slot(t, previous), before);
  kn_put_then(t->p, i, before, after);
  kn_enter(k, back);
  kn_enter(k, end);
}

// The results, by the first work-item: the last value, or the initial ones.
static void
put_results(tile *t) {
  kn_scan_pass *p = t->p;
  kn_fn *k = p->k;
  kn_stmt *one = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t->local, 0, NULL));
  kn_block *back = kn_enter(k, &one->body[0]);
  kn_reg **result = kn_tuple_new(k, p->s, "result");
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_copy(k, result[r], p->inits[r]);
  kn_block *inner = k->at;
  kn_stmt *some = kn_put_if(k, kn_put2i(k, IR_OP_GT, p->count, 0, NULL));
  kn_enter(k, &some->body[0]);
  kn_reg *last = kn_put2i(k, IR_OP_SUB, p->count, 1, NULL);
  kn_put_tuple_load(k, p->s, t->shared, put_slot(t, last), result);
  kn_enter(k, inner);
  for (int r = 0; r < p->s->n_red; r++)
    kn_put_store(k, kn_capture_buf(k, p->scan->results[r]), kn_put_i64(k, 0),
                 result[r]);
  kn_enter(k, back);
}

void
kn_scan_gpu(kn_scan_pass *p) {
  tile t;
  kn_fn *h = p->scan->host;
  if (p->kind == KN_SCAN_GROUPS && p->scan->choice) {
    kn_scan_gpu_choice(p);
    return;
  }
  init_tile(&t, p);
  put_values(&t);
  put_run(&t);
  put_before(&t);
  if (p->kind < KN_SCAN_TOP)
    put_group_folds(&t);
  if (p->kind != KN_SCAN_GROUPS)
    put_apply(&t);
  if (p->kind == KN_SCAN_LEVEL || p->kind == KN_SCAN_TOP)
    put_back(&t);
  if (p->kind == KN_SCAN_THEN)
    put_thens(&t);
  if (p->kind == KN_SCAN_TOP)
    put_results(&t);
  kn_reg *n = p->offset ? p->scan->m : p->scan->n;
  kn_reg *groups =
      kn_put_ceil_div(h, n, (int64_t)t.items * IR_SCAN_RUN, "groups");
  if (p->kind == KN_SCAN_TOP)
    groups = kn_put_i64(h, 1); // also without values
  kn_put_scan_launch(p, kn_put2i(h, IR_OP_MUL, groups, t.items, "items"),
                     IR_SCAN_RUN);
}
