// kernel/lower_team_tile.c: tiles of the values that a work-group folds: who
// computes which, and how the rows' work-items fold theirs.
#include "kernel/lower_team_private.h"

// -- Registers and arrays -----------------------------------------------------
enum { MOST_TILE = 2048 }; // values

// Bytes of the values of one iteration.
static int
value_bytes(const kn_team_fold *f) {
  int n = 0;
  for (int c = 0; c < f->n_columns; c++)
    n += ir_shared_size(f->columns[c]->type.elem);
  return n;
}

// Elements of shared memory that a tile takes for a value of each iteration.
static int
n_slots(const kn_team *t) {
  int gaps = t->regular ? 0 : t->tile / KN_TEAM_GAP;
  return t->tile + (gaps > t->rows ? gaps : t->rows);
}

kn_reg *
kn_team_put_slot(kn_team *t, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *low = kn_put_convert(k, e, IR_I32);
  kn_reg *log = kn_put_const(k, IR_I32, __builtin_ctz(KN_TEAM_GAP), NULL);
  kn_reg *gaps = kn_put2(k, IR_OP_SHR, low, log, NULL);
  return kn_put_convert(k, kn_put2(k, IR_OP_ADD, low, gaps, "slot"), IR_I64);
}

bool
kn_team_find_tile(kn_team *t) {
  int64_t room = KN_LEAST_SHARED - kn_team_live_bytes(t);
  if (!t->regular)
    room -=
        (KN_TEAM_ITEMS + 1) * ir_size(IR_I64) + KN_TEAM_SUMS * ir_size(IR_I32);
  t->tile = MOST_TILE;
  while (t->tile > t->rows && n_slots(t) * value_bytes(&t->fold) > room)
    t->tile /= 2;
  t->length_in_tile = t->tile / t->rows;
  return t->tile >= 4 * KN_TEAM_ITEMS;
}

void
kn_team_init_fold(kn_team *t, kn_reg *n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_team_init(t, n, t->group);
  int slots = n_slots(t);
  for (int c = 0; c < t->fold.n_columns; c++)
    t->values[c] =
        kn_team_shared(t, t->fold.columns[c]->type.elem, slots, "values");
  if (!t->regular) {
    t->starts = kn_team_shared(t, IR_I64, KN_TEAM_ITEMS + 1, "starts");
    t->sums = kn_team_shared(t, IR_I32, KN_TEAM_SUMS, "sums");
  }
  t->acc = NEW_ARRAY(a, kn_reg *, t->fold.n);
  for (int r = 0; r < t->fold.n; r++)
    t->acc[r] = kn_reg_new(a, k->fn, t->fold.results[r]->type.elem, "acc");
}

// -- Values -------------------------------------------------------------------
// Lowers the ops of the fold's body that need its state ("late") or do not;
// constants either way. Places are bound, not made.
static void
put_ops(kn_team *t, bool late) {
  ir_foreach_op (op, t->fold.body)
    if (op->code == IR_OP_CONST ||
        ((t->fold.late && map_has(t->fold.late, op)) == late &&
         !(t->places && map_has(t->places, op))))
      kn_lower_ops(t->k, op, op->next);
}

kn_reg **
kn_team_put_value(kn_team *t, kn_reg *const *row_live, kn_reg *i) {
  kn_fn *k = t->k;
  kn_reg **out = NEW_ARRAY(k->low->arena, kn_reg *, t->fold.n_columns);
  for (int n = 0; n < t->n_live; n++) {
    kn_reg *v = row_live[n];
    if (t->places)
      v = kn_put2(k, IR_OP_ADD, v, i, "place");
    kn_bind_reg(k, t->live[n].val, v);
  }
  kn_bind_reg(k, t->fold.i, i);
  put_ops(t, false);
  for (int c = 0; c < t->fold.n_columns; c++)
    out[c] = kn_scalar(k, t->fold.columns[c]);
  return out;
}

void
kn_team_put_store(kn_team *t, kn_reg *slot, kn_reg *const *value) {
  for (int c = 0; c < t->fold.n_columns; c++)
    kn_put_store(t->k, t->values[c], slot, value[c]);
}

// The slot of value number "e" of a tile by rows; *row is its row. The length
// is a power of two, and NVIDIA's compiler gets no quotient as what it is
// (spirv/gen_hide.c).
static kn_reg *
put_slot(kn_team *t, kn_reg *e, kn_reg **row) {
  int shift = __builtin_ctz((unsigned)t->length_in_tile);
  *row = kn_put2i(t->k, IR_OP_SHR, e, shift, "row");
  return kn_put2(t->k, IR_OP_ADD, e, *row, "slot");
}

// Value number "e" of the tile that begins with iteration "from".
static kn_team_place
put_place(kn_team *t, kn_reg *from, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *column = kn_put2i(k, IR_OP_AND, e, t->length_in_tile - 1, NULL), *row;
  kn_reg *slot = put_slot(t, e, &row);
  return (kn_team_place){slot, row, kn_put2(k, IR_OP_ADD, from, column, "i")};
}

// The slot of the work-item's value "c" after the one in "slot".
static kn_reg *
put_next_slot(kn_team *t, kn_reg *slot, int c) {
  int step = KN_TEAM_ITEMS + KN_TEAM_ITEMS / t->length_in_tile;
  return kn_put2i(t->k, IR_OP_ADD, slot, c * step, NULL);
}

// The work-item's value "c" after the one at "p".
static kn_team_place
put_next_place(kn_team *t, const kn_team_place *p, int c) {
  if (c == 0)
    return *p;
  int rows = c * (KN_TEAM_ITEMS / t->length_in_tile);
  return (kn_team_place){put_next_slot(t, p->slot, c),
                         kn_put2i(t->k, IR_OP_ADD, p->row, rows, NULL), p->i};
}

// Whether value "p" exists: it always does in full tiles.
static kn_reg *
put_exists(kn_team *t, const kn_team_place *p) {
  kn_fn *k = t->k;
  kn_reg *inside = kn_put2(k, IR_OP_LT, p->i, t->length, NULL);
  kn_reg *has = kn_put2(k, IR_OP_LT, p->row, t->n_rows, NULL);
  return kn_put2(k, IR_OP_AND, inside, has, NULL);
}

// ir_walk_fn: counts ops.
static bool
count_op(void *user, ir_op *op) {
  (void)op;
  ++*(int *)user;
  return true;
}

int
kn_team_n_at_once(const kn_team *t) {
  enum { MOST_OPS = 320 };
  int n = t->tile / KN_TEAM_ITEMS, ops = t->regular ? 4 : 12;
  ir_walk(t->fold.body, count_op, &ops);
  while (n > 1 && n * ops > MOST_OPS)
    n /= 2;
  return n;
}

kn_team_place *
kn_team_put_places(kn_team *t, kn_reg *from, kn_reg *at, int n) {
  kn_fn *k = t->k;
  kn_team_place *p = NEW_ARRAY(k->low->arena, kn_team_place, n);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, at, KN_TEAM_ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, NULL);
  p[0] = put_place(t, from, e);
  for (int c = 0; c < n; c++)
    p[c] = put_next_place(t, &p[0], c);
  return p;
}

// The work-item's values number "at" to at + n - 1 of the tile, of which all
// exist: reads first, so that they are under way together.
static void
put_batch(kn_team *t, kn_reg *from, kn_reg *at, int n) {
  kn_team_place *p = kn_team_put_places(t, from, at, n);
  kn_reg ***value = NEW_ARRAY(t->k->low->arena, kn_reg **, n);
  for (int c = 0; c < n; c++)
    value[c] = kn_team_put_value(t, kn_team_put_live(t, p[c].row), p[c].i);
  for (int c = 0; c < n; c++)
    kn_team_put_store(t, p[c].slot, value[c]);
}

// The values of a tile that is not full, from iteration "from" on.
static void
put_some(kn_team *t, kn_reg *from) {
  kn_fn *k = t->k;
  kn_stmt *loop =
      kn_put_loop(k, kn_put_i64(k, t->tile / KN_TEAM_ITEMS), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, loop->dst, KN_TEAM_ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, NULL);
  kn_team_place p = put_place(t, from, e);
  kn_stmt *some = kn_put_if(k, put_exists(t, &p));
  kn_enter(k, &some->body[0]);
  kn_team_put_store(t, p.slot,
                    kn_team_put_value(t, kn_team_put_live(t, p.row), p.i));
  kn_enter(k, back);
}

// The values of the tile from iteration "from" on.
static void
put_values(kn_team *t, kn_reg *from, kn_reg *full) {
  kn_fn *k = t->k;
  int n = kn_team_n_at_once(t), times = t->tile / KN_TEAM_ITEMS;
  kn_stmt *s = kn_put_if(k, full);
  kn_block *back = kn_enter(k, &s->body[0]);
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, times / n), false, "j");
  kn_enter(k, &loop->body[0]);
  put_batch(t, from, kn_put2i(k, IR_OP_MUL, loop->dst, n, NULL), n);
  kn_enter(k, &s->body[1]);
  put_some(t, from);
  kn_enter(k, back);
}

// Registers for the work-item's values of a tile.
static kn_reg ***
new_ahead(kn_team *t) {
  arena *a = t->k->low->arena;
  int n = t->tile / KN_TEAM_ITEMS;
  kn_reg ***ahead = NEW_ARRAY(a, kn_reg **, n);
  for (int c = 0; c < n; c++) {
    ahead[c] = NEW_ARRAY(a, kn_reg *, t->fold.n_columns);
    for (int i = 0; i < t->fold.n_columns; i++)
      ahead[c][i] = kn_reg_new(a, t->k->fn, t->values[i]->elem, "ahead");
  }
  return ahead;
}

// Reads the work-item's values of the full tile from iteration "from" on.
static void
put_read_ahead(kn_team *t, kn_reg *from, kn_reg ***ahead) {
  kn_fn *k = t->k;
  int n = t->tile / KN_TEAM_ITEMS;
  kn_team_place *p = kn_team_put_places(t, from, kn_put_i64(k, 0), n);
  for (int c = 0; c < n; c++) {
    kn_reg **value =
        kn_team_put_value(t, kn_team_put_live(t, p[c].row), p[c].i);
    for (int i = 0; i < t->fold.n_columns; i++)
      kn_put_copy(k, ahead[c][i], value[i]);
  }
}

// Stores the values of put_read_ahead: all tiles are laid out alike.
static void
put_store_ahead(kn_team *t, kn_reg ***ahead) {
  kn_reg *row, *slot = put_slot(t, t->local, &row);
  for (int c = 0; c < t->tile / KN_TEAM_ITEMS; c++)
    kn_team_put_store(t, put_next_slot(t, slot, c), ahead[c]);
}

// -- Folding ------------------------------------------------------------------
// The state after one more iteration with the given values.
static void
put_step(kn_team *t, kn_reg **value) {
  kn_fn *k = t->k;
  const kn_team_fold *f = &t->fold;
  kn_reg **next = NEW_ARRAY(k->low->arena, kn_reg *, f->n);
  if (!f->late) {
    kn_put_fold(k, &f->s, t->acc, value);
    return;
  }
  kn_team_bind_own(t);
  for (int c = 0; c < f->n_columns; c++)
    kn_bind_reg(k, f->columns[c], value[c]);
  for (int r = 0; r < f->n; r++)
    kn_bind_reg(k, f->loop.carried[r], t->acc[r]);
  put_ops(t, true);
  for (int r = 0; r < f->n; r++)
    next[r] = kn_scalar(k, f->loop.yields[r]);
  kn_put_parallel_copy(k, t->acc, next, f->n);
}

// The slot of value "c" after number "at" of the own row, or of the tile.
static kn_reg *
put_step_slot(kn_team *t, kn_reg *at, int c) {
  kn_reg *e = kn_put2i(t->k, IR_OP_ADD, at, c, NULL);
  return t->by_rows ? e : kn_team_put_slot(t, e);
}

// "n" steps of the fold, from element "at" of the tile on.
static void
put_steps(kn_team *t, kn_reg *at, int n) {
  kn_fn *k = t->k;
  kn_reg ***value = NEW_ARRAY(k->low->arena, kn_reg **, n);
  for (int c = 0; c < n; c++) {
    value[c] = NEW_ARRAY(k->low->arena, kn_reg *, t->fold.n_columns);
    kn_reg *slot = put_step_slot(t, at, c);
    for (int i = 0; i < t->fold.n_columns; i++)
      value[c][i] = kn_put_load(k, t->values[i], slot, NULL);
  }
  for (int c = 0; c < n; c++)
    put_step(t, value[c]);
}

// Enters a loop that runs "count" times, an i32; *i is the first of the "step"
// elements from "at" on that an iteration is about.
static kn_block *
enter_steps(kn_team *t, kn_reg *at, kn_reg *count, int step, kn_reg **i) {
  kn_fn *k = t->k;
  kn_stmt *loop = kn_put_loop(k, count, false, "b");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put_convert(k, loop->dst, IR_I64);
  skip = kn_put2i(k, IR_OP_MUL, skip, step, NULL);
  *i = kn_put2(k, IR_OP_ADD, at, skip, NULL);
  return back;
}

void
kn_team_put_row(kn_team *t, kn_reg *at, kn_reg *count) {
  kn_fn *k = t->k;
  kn_reg *i, *n = kn_put_convert(k, count, IR_U32);
  kn_reg *eight = kn_put_const(k, IR_U32, KN_TEAM_FOLDS, NULL);
  kn_reg *batches = kn_put2(k, IR_OP_DIV, n, eight, NULL);
  kn_reg *done = kn_put2(k, IR_OP_MUL, batches, eight, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, done, NULL);
  kn_block *back =
      enter_steps(t, at, kn_put_convert(k, batches, IR_I32), KN_TEAM_FOLDS, &i);
  put_steps(t, i, KN_TEAM_FOLDS);
  kn_enter(k, back);
  at = kn_put2(k, IR_OP_ADD, at, kn_put_convert(k, done, IR_I64), NULL);
  back = enter_steps(t, at, kn_put_convert(k, rest, IR_I32), 1, &i);
  put_steps(t, i, 1);
  kn_enter(k, back);
}

// The part of the own row, "length" long, in a tile by rows, from iteration
// "from" on; written out where it is whole and short.
static void
put_part_by_rows(kn_team *t, kn_reg *length, kn_reg *from) {
  kn_fn *k = t->k;
  int most = t->length_in_tile;
  kn_reg *rest = kn_put2(k, IR_OP_SUB, length, from, NULL);
  kn_reg *at = kn_put2i(k, IR_OP_MUL, t->local, most + 1, NULL);
  kn_block *back = k->at;
  if (most <= 2 * KN_TEAM_FOLDS) {
    kn_stmt *whole = kn_put_if(k, kn_put2i(k, IR_OP_GE, rest, most, "whole"));
    kn_enter(k, &whole->body[0]);
    put_steps(t, at, most);
    kn_enter(k, &whole->body[1]);
  }
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  kn_team_put_row(t, at, kn_put2i(k, IR_OP_MIN, rest, most, NULL));
  kn_enter(k, back);
}

void
kn_team_put_own_part(kn_team *t, kn_reg *from) {
  kn_block *back = kn_team_enter_own(t);
  put_part_by_rows(t, t->regular ? t->length : t->count, from);
  kn_enter(t->k, back);
}

// Whether the tile from iteration "from" on is full.
static kn_reg *
put_full(kn_team *t, kn_reg *from) {
  kn_fn *k = t->k;
  kn_reg *end = kn_put2i(k, IR_OP_ADD, from, t->length_in_tile, NULL);
  kn_reg *full = kn_put2(k, IR_OP_LE, end, t->length, "full");
  kn_reg *all = kn_put2i(k, IR_OP_EQ, t->n_rows, t->rows, NULL);
  return kn_put2(k, IR_OP_AND, full, all, NULL);
}

// Folds the tile from iteration "from" on while the next one is read.
static void
put_tile_ahead(kn_team *t, kn_reg *from, kn_reg ***ahead) {
  kn_fn *k = t->k;
  kn_reg *next = kn_put2i(k, IR_OP_ADD, from, t->length_in_tile, "next");
  kn_reg *full = put_full(t, next);
  kn_stmt *s = kn_put_if(k, full);
  kn_block *back = kn_enter(k, &s->body[0]);
  put_read_ahead(t, next, ahead);
  kn_enter(k, back);
  kn_team_put_own_part(t, from);
  kn_put(k, KN_BARRIER);
  s = kn_put_if(k, full);
  kn_enter(k, &s->body[0]);
  put_store_ahead(t, ahead);
  kn_enter(k, &s->body[1]);
  s = kn_put_if(k, kn_put2(k, IR_OP_LT, next, t->length, NULL));
  kn_enter(k, &s->body[0]);
  put_some(t, next);
  kn_enter(k, back);
}

void
kn_team_put_tiles(kn_team *t) {
  kn_fn *k = t->k;
  int step = t->length_in_tile;
  bool ahead = kn_team_n_at_once(t) == t->tile / KN_TEAM_ITEMS;
  kn_reg ***values = ahead ? new_ahead(t) : NULL;
  kn_reg *times = kn_put_ceil_div(k, t->length, step, "tiles");
  if (ahead) {
    kn_reg *zero = kn_put_i64(k, 0);
    put_values(t, zero, put_full(t, zero));
    kn_put(k, KN_BARRIER);
  }
  kn_stmt *loop = kn_put_loop(k, times, false, "t");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *from = kn_put2i(k, IR_OP_MUL, loop->dst, step, "from");
  if (ahead) {
    put_tile_ahead(t, from, values);
  } else {
    put_values(t, from, put_full(t, from));
    kn_put(k, KN_BARRIER);
    kn_team_put_own_part(t, from);
  }
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
}
