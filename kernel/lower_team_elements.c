// kernel/lower_team_elements.c: the elements of rows that a work-group folds,
// one row behind the other.
//
//   starts = sums of the rows' lengths                     // element -> row
//   for (tiles) {
//     for (e of the tile, some at a time)  S[e] = value of element e
//     barrier; if (own) fold the own row's elements of the tile; barrier
//   }
//
// A fold that uses its iteration and its row in places alone, k of v[k] *
// x[column[k]], needs no row: rows each of which begins where the one before it
// ends are a run, in which element e is at place e + delta. The rows of a
// sparse matrix are one run, but for those that are left out
// (lower_team_pieces.c). So the search of an element among 64 rows is one
// among the group's runs:
//
//   starts = the runs' first elements; deltas = their places - these
//
// Elements behind the last one are the last one again, which nobody folds: so
// several are under way together in tiles that are not full, too.
#include "kernel/lower_team_private.h"

enum {
  MOST = 8,     // values at a time, of one run
  MOST_SLOW = 4 // whose rows are looked for
};

// The sum of a row's length and whether it begins a run is one number.
enum { LOG_RUNS = 8, RUNS = 1 << LOG_RUNS };
_Static_assert(KN_TEAM_ITEMS < RUNS, "each row may be a run");

// -- Runs ---------------------------------------------------------------------
// Whether the own row begins a run other than the first: one of its places is
// not where the row before it ends.
static kn_reg *
put_begins(kn_team *t) {
  kn_fn *k = t->k;
  kn_reg *begins = kn_put_const(k, IR_BOOL, 0, NULL);
  kn_reg *before = kn_put2i(k, IR_OP_SUB, t->local, 1, NULL);
  before = kn_put2i(k, IR_OP_MAX, before, 0, "before");
  kn_reg *length = kn_put_load(k, t->starts, before, NULL);
  for (int n = 0; n < t->n_live; n++) {
    kn_reg *end = kn_put_load(k, t->live[n].rows, before, NULL);
    end = kn_put2(k, IR_OP_ADD, end, length, NULL);
    end = kn_put2(k, IR_OP_NE, end, t->live[n].own, NULL);
    begins = kn_put2(k, IR_OP_OR, begins, end, NULL);
  }
  kn_reg *other = kn_put2i(k, IR_OP_GT, t->local, 0, NULL);
  return kn_put2(k, IR_OP_AND, begins, other, NULL);
}

// Whether the own row begins a run other than the first, as a number; the
// group's sum of KN_TEAM_BREAKS is 1 where one does. A barrier is behind.
static kn_reg *
put_break(kn_team *t) {
  kn_fn *k = t->k;
  kn_reg *own = kn_reg_new(k->low->arena, k->fn, IR_I64, "breaks");
  kn_put_copy(k, own, kn_put_i64(k, 0));
  kn_block *back = kn_team_enter_own(t);
  kn_stmt *s = kn_put_if(k, put_begins(t));
  kn_enter(k, &s->body[0]);
  kn_put_copy(k, own, kn_put_i64(k, 1));
  kn_put_atomic(k, IR_OP_MAX, t->sums, kn_put_i64(k, KN_TEAM_BREAKS),
                kn_put_const(k, IR_I32, 1, NULL));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  return own;
}

// Numbers the runs, where there are several; "breaks" is 1 where the own row
// begins one. starts = their first elements, behind the last one t->length;
// live[run] = the place of an element less its number. Sets n to their number,
// and start to the own row's first element.
static void
put_several_runs(kn_team *t, kn_reg *breaks, kn_reg *n, kn_reg *start) {
  kn_fn *k = t->k;
  kn_reg *both = kn_put2i(k, IR_OP_SHL, t->count, LOG_RUNS, NULL);
  kn_team_put_starts(t, kn_put2(k, IR_OP_ADD, both, breaks, NULL));
  kn_reg *all = kn_put_load(k, t->starts, kn_put_i64(k, t->rows), "all");
  kn_reg *own = kn_put_load(k, t->starts, t->local, NULL);
  kn_reg *last = kn_put2i(k, IR_OP_AND, all, RUNS - 1, NULL);
  kn_put_copy(k, n, kn_put2i(k, IR_OP_ADD, last, 1, NULL));
  kn_put_copy(k, start, kn_put2i(k, IR_OP_SHR, own, LOG_RUNS, NULL));
  kn_put_copy(k, t->length, kn_put2i(k, IR_OP_SHR, all, LOG_RUNS, NULL));
  kn_reg *run = kn_put2i(k, IR_OP_AND, own, RUNS - 1, NULL);
  run = kn_put2(k, IR_OP_ADD, run, breaks, "run");
  kn_put(k, KN_BARRIER);
  kn_block *back = k->at;
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_GE, t->local, n, NULL));
  kn_enter(k, &s->body[0]);
  kn_put_store(k, t->starts, t->local, t->length);
  kn_enter(k, back);
  kn_reg *first = kn_put2i(k, IR_OP_EQ, t->local, 0, NULL);
  kn_reg *begins = kn_put2i(k, IR_OP_GT, breaks, 0, NULL);
  s = kn_put_if(k, kn_put2(k, IR_OP_OR, first, begins, NULL));
  kn_enter(k, &s->body[0]);
  kn_put_store(k, t->starts, run, start);
  for (int i = 0; i < t->n_live; i++) {
    kn_team_live *v = &t->live[i];
    kn_put_store(k, v->rows, run, kn_put2(k, IR_OP_SUB, v->own, start, NULL));
  }
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// The runs; returns how many there are, and in *start the own row's first
// element. One run is as the rows left it: its places are the first row's.
static kn_reg *
put_runs(kn_team *t, kn_reg **start) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_reg *n = kn_reg_new(a, k->fn, IR_I64, "runs");
  *start = kn_reg_new(a, k->fn, IR_I64, "start");
  t->length = kn_reg_new(a, k->fn, IR_I64, "length");
  kn_reg *breaks = put_break(t);
  kn_reg *some = kn_put_load(k, t->sums, kn_put_i64(k, KN_TEAM_BREAKS), NULL);
  kn_reg *none = kn_put_const(k, IR_I32, 0, NULL);
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_NE, some, none, "several"));
  kn_block *back = kn_enter(k, &s->body[0]);
  put_several_runs(t, breaks, n, *start);
  kn_enter(k, &s->body[1]);
  const kn_team_live *v = &t->live[0];
  kn_reg *first = kn_put_load(k, v->rows, kn_put_i64(k, 0), NULL);
  kn_reg *row = kn_put2i(k, IR_OP_SUB, t->n_rows, 1, NULL);
  kn_reg *end = kn_put_load(k, v->rows, row, NULL);
  kn_reg *length = kn_put_load(k, t->starts, row, NULL);
  end = kn_put2(k, IR_OP_ADD, end, length, NULL);
  kn_put_copy(k, n, kn_put_i64(k, 1));
  kn_put_copy(k, t->length, kn_put2(k, IR_OP_SUB, end, first, NULL));
  kn_put_copy(k, *start, kn_put_i64(k, 0));
  kn_team_enter_own(t);
  kn_put_copy(k, *start, kn_put2(k, IR_OP_SUB, v->own, first, NULL));
  kn_enter(k, back);
  return n;
}

// -- Values -------------------------------------------------------------------
// The number of values of one run that a work-item reads at a time.
static int
n_at_once(const kn_team *t) {
  int all = t->tile / KN_TEAM_ITEMS, n = kn_team_n_at_once(t);
  n = n < all ? n : all;
  return n < MOST ? n : MOST;
}

// The number of others, whose rows or runs are looked for.
static int
n_slow_at_once(const kn_team *t) {
  int n = n_at_once(t);
  return n < MOST_SLOW ? n : MOST_SLOW;
}

// row[c] = the last row, or run, that begins at element e[c] or before, for
// "count" of them: a search by halves, the first of which has "largest" rows.
static void
put_search(kn_team *t, kn_reg *largest, kn_reg *const *e, kn_reg **row,
           int count) {
  kn_fn *k = t->k;
  kn_reg *step = kn_reg_new(k->low->arena, k->fn, IR_I64, "step");
  kn_reg *more = kn_reg_new(k->low->arena, k->fn, IR_BOOL, "more");
  for (int c = 0; c < count; c++) {
    row[c] = kn_reg_new(k->low->arena, k->fn, IR_I64, "row");
    kn_put_copy(k, row[c], kn_put_i64(k, 0));
  }
  kn_put_copy(k, step, largest);
  kn_put_copy(k, more, kn_put2i(k, IR_OP_GT, largest, 0, NULL));
  kn_stmt *loop = kn_put_while(k, more);
  kn_block *back = kn_enter(k, &loop->body[0]);
  for (int c = 0; c < count; c++) {
    kn_reg *mid = kn_put2(k, IR_OP_ADD, row[c], step, NULL);
    kn_put_copy(k, row[c], kn_team_put_halve(t, row[c], mid, e[c]));
  }
  kn_put_copy(k, step, kn_put2i(k, IR_OP_SHR, step, 1, NULL));
  kn_put_copy(k, more, kn_put2i(k, IR_OP_GT, step, 0, NULL));
  kn_enter(k, back);
}

// The values of element "e" of the group, which is of row, or run, "row".
static kn_reg **
put_value(kn_team *t, kn_reg *e, kn_reg *row) {
  kn_fn *k = t->k;
  kn_reg **live = kn_team_put_live(t, row), *i = e;
  if (!t->places)
    i = kn_put2(k, IR_OP_SUB, e, kn_put_load(k, t->starts, row, NULL), "i");
  return kn_team_put_value(t, live, i);
}

// Stores "n" values of the tile, from element "at" on.
static void
put_stores(kn_team *t, kn_reg *at, kn_reg ***value, int n) {
  kn_fn *k = t->k;
  kn_reg *slot = kn_team_put_slot(t, at);
  int next = KN_TEAM_ITEMS + KN_TEAM_ITEMS / KN_TEAM_GAP;
  for (int c = 0; c < n; c++)
    kn_team_put_store(t, kn_put2i(k, IR_OP_ADD, slot, c * next, NULL),
                      value[c]);
}

// "n" values of the tile that begins with element "from", from its element "at"
// on; "step" is the first of the search for their rows.
static void
put_batch(kn_team *t, kn_reg *from, kn_reg *at, kn_reg *step, int n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_reg **e = NEW_ARRAY(a, kn_reg *, n), **row = NEW_ARRAY(a, kn_reg *, n);
  kn_reg ***value = NEW_ARRAY(a, kn_reg **, n);
  kn_reg *last = kn_put2i(k, IR_OP_SUB, t->length, 1, NULL);
  kn_reg *first = kn_put2(k, IR_OP_ADD, from, at, NULL);
  for (int c = 0; c < n; c++) {
    e[c] = kn_put2i(k, IR_OP_ADD, first, c * KN_TEAM_ITEMS, NULL);
    e[c] = kn_put2(k, IR_OP_MIN, e[c], last, "e");
  }
  put_search(t, step, e, row, n);
  for (int c = 0; c < n; c++)
    value[c] = put_value(t, e[c], row[c]);
  put_stores(t, at, value, n);
}

// "n" values from element "first" of the group on, which all exist and are of
// run "run", into the slots from element "at" of the tile on: a constant apart.
static void
put_batch_of_run(kn_team *t, kn_reg *run, kn_reg *first, kn_reg *at, int n) {
  kn_fn *k = t->k;
  kn_reg ***value = NEW_ARRAY(k->low->arena, kn_reg **, n);
  kn_reg **place = kn_team_put_live(t, run);
  for (int i = 0; i < t->n_live; i++)
    place[i] = kn_put2(k, IR_OP_ADD, place[i], first, NULL);
  for (int c = 0; c < n; c++)
    value[c] = kn_team_put_value(t, place, kn_put_i64(k, c * KN_TEAM_ITEMS));
  put_stores(t, at, value, n);
}

// The values of the tile from element "from" on; "step" is the first of a
// search among rows, or runs.
static void
put_values(kn_team *t, kn_reg *from, kn_reg *step) {
  kn_fn *k = t->k;
  int n = n_at_once(t), slow = n_slow_at_once(t), items = n * KN_TEAM_ITEMS;
  kn_reg *rest = kn_put2(k, IR_OP_SUB, t->length, from, NULL);
  rest = kn_put2i(k, IR_OP_MIN, rest, t->tile, NULL);
  kn_reg *times = kn_put_ceil_div(k, rest, items, "batches");
  kn_stmt *loop = kn_put_loop(k, times, false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2i(k, IR_OP_MUL, loop->dst, items, "at");
  kn_reg *own = kn_put2(k, IR_OP_ADD, at, t->local, NULL);
  if (t->places) {
    kn_reg *e[2], *run[2];
    e[0] = kn_put2(k, IR_OP_ADD, from, at, NULL);
    e[1] = kn_put2i(k, IR_OP_ADD, e[0], items - 1, NULL);
    put_search(t, step, e, run, 2);
    kn_reg *full = kn_put2(k, IR_OP_LT, e[1], t->length, NULL);
    kn_reg *one = kn_put2(k, IR_OP_EQ, run[0], run[1], NULL);
    kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_AND, full, one, NULL));
    kn_enter(k, &s->body[0]);
    put_batch_of_run(t, run[0], kn_put2(k, IR_OP_ADD, from, own, NULL), own, n);
    kn_enter(k, &s->body[1]);
  }
  rest = kn_put2(k, IR_OP_SUB, rest, at, NULL);
  times = kn_put_ceil_div(k, rest, slow * KN_TEAM_ITEMS, NULL);
  times = kn_put2i(k, IR_OP_MIN, times, n / slow, NULL);
  loop = kn_put_loop(k, times, false, "j");
  kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, slow * KN_TEAM_ITEMS, NULL);
  put_batch(t, from, kn_put2(k, IR_OP_ADD, own, skip, "at"), step, slow);
  kn_enter(k, back);
}

// Folds the part of the own row, which begins with element "start", in the tile
// from element "from" on.
static void
put_own_part(kn_team *t, kn_reg *start, kn_reg *from) {
  kn_fn *k = t->k;
  kn_block *back = kn_team_enter_own(t);
  kn_reg *lo = kn_put2(k, IR_OP_SUB, start, from, NULL);
  kn_reg *hi = kn_put2(k, IR_OP_ADD, lo, t->count, NULL);
  lo = kn_put2i(k, IR_OP_MAX, lo, 0, NULL);
  hi = kn_put2i(k, IR_OP_MIN, hi, t->tile, NULL);
  kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, NULL);
  kn_team_put_row(t, lo, kn_put2i(k, IR_OP_MAX, count, 0, NULL));
  kn_enter(k, back);
}

// The first step of a search among "n" rows, one or more: the greatest power of
// two below n, 0 for one.
static kn_reg *
put_first_step(kn_fn *k, kn_reg *n) {
  kn_reg *step = kn_put_i64(k, 0);
  for (int s = 1; s < KN_TEAM_ITEMS; s *= 2)
    step = kn_put_select(k, kn_put2i(k, IR_OP_GT, n, s, NULL), kn_put_i64(k, s),
                         step);
  return step;
}

void
kn_team_put_elements(kn_team *t) {
  kn_fn *k = t->k;
  kn_reg *step, *start;
  t->by_rows = false;
  if (t->places) {
    step = put_first_step(k, put_runs(t, &start));
  } else {
    kn_team_put_starts(t, t->count);
    step = kn_put_i64(k, t->rows / 2);
    start = kn_put_load(k, t->starts, t->local, "start");
    t->length = kn_put_load(k, t->starts, kn_put_i64(k, t->rows), "length");
  }
  kn_reg *times = kn_put_ceil_div(k, t->length, t->tile, "tiles");
  kn_stmt *loop = kn_put_loop(k, times, false, "t");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *from = kn_put2i(k, IR_OP_MUL, loop->dst, t->tile, "from");
  put_values(t, from, step);
  kn_put(k, KN_BARRIER);
  put_own_part(t, start, from);
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
}

int
kn_team_loops(const kn_team *t) {
  int n = n_at_once(t), batches = t->tile / (n * KN_TEAM_ITEMS);
  int search = 1 + __builtin_ctz((unsigned)t->rows);
  int values = batches * (1 + search + n / n_slow_at_once(t) * (1 + search));
  int in_tile = 1 + values + KN_TEAM_FOLDS;
  // and of the own row KN_TEAM_FOLDS elements at a time
  return 1 + (t->rows * in_tile + t->tile / KN_TEAM_FOLDS) / t->tile;
}
