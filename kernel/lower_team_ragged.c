// kernel/lower_team_ragged.c: rows of different lengths that a work-group
// folds.
#include "kernel/lower_team_private.h"

enum { MOST_OF_ROW = 1 << 23 }; // iterations, as the sums have them

// -- Lengths ------------------------------------------------------------------
void
kn_team_put_sums(kn_team *t) {
  kn_fn *k = t->k;
  kn_block *back = kn_team_enter_own(t);
  kn_put_store(k, t->starts, t->local, t->count);
  kn_reg *length = kn_put2i(k, IR_OP_MIN, t->count, MOST_OF_ROW, NULL);
  length = kn_put_convert(k, length, IR_I32);
  kn_put_atomic(k, IR_OP_ADD, t->sums, kn_put_i64(k, KN_TEAM_ALL), length);
  kn_reg *row = kn_put_convert(k, t->local, IR_I32);
  kn_reg *scale = kn_put_const(k, IR_I32, KN_TEAM_ITEMS, NULL);
  kn_reg *key = kn_put2(k, IR_OP_MUL, length, scale, NULL);
  key = kn_put2(k, IR_OP_ADD, key, row, NULL);
  kn_put_atomic(k, IR_OP_MAX, t->sums, kn_put_i64(k, KN_TEAM_LONGEST), key);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

void
kn_team_clear_sums(kn_team *t) {
  kn_fn *k = t->k;
  kn_stmt *first =
      kn_put_if(k, kn_put2i(k, IR_OP_LT, t->local, KN_TEAM_SUMS, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_store(k, t->sums, t->local, kn_put_const(k, IR_I32, 0, NULL));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// -- Ragged rows side by side -------------------------------------------------
// Some values of each tile that a work-item computes: their rows, or the
// longest for such as are empty or missing, are the same in all tiles.
typedef struct side {
  int n;
  kn_reg **slots, **lasts; // places in the tile; the rows' last iterations
  kn_reg ***live;          // what the fold uses of the rows
  kn_reg *column;          // the iteration in the tile
} side;

// The row "row", or row "longest" if that has no iterations.
static kn_reg *
put_row_with_some(kn_team *t, kn_reg *row, kn_reg *longest) {
  kn_fn *k = t->k;
  kn_reg *exists = kn_put2(k, IR_OP_LT, row, t->n_rows, NULL);
  row = kn_put_select(k, exists, row, longest);
  kn_reg *length = kn_put_load(k, t->starts, row, NULL);
  kn_reg *some = kn_put2i(k, IR_OP_GT, length, 0, NULL);
  return kn_put_select(k, some, row, longest);
}

// The "n" values from the work-item's number "at" on.
static side
put_side(kn_team *t, kn_reg *longest, kn_reg *at, int n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_team_place *p = kn_team_put_places(t, kn_put_i64(k, 0), at, n);
  side s = {.n = n, .column = p[0].i};
  s.slots = NEW_ARRAY(a, kn_reg *, n);
  s.lasts = NEW_ARRAY(a, kn_reg *, n);
  s.live = NEW_ARRAY(a, kn_reg **, n);
  for (int c = 0; c < n; c++) {
    kn_reg *row = put_row_with_some(t, p[c].row, longest);
    kn_reg *length = kn_put_load(k, t->starts, row, NULL);
    s.slots[c] = p[c].slot;
    s.lasts[c] = kn_put2i(k, IR_OP_SUB, length, 1, "last");
    s.live[c] = kn_team_put_live(t, row);
  }
  return s;
}

// These values of the tile from iteration "from" on. Those behind a row's end
// are its last one again, which nobody folds.
static void
put_side_values(kn_team *t, const side *s, kn_reg *from) {
  kn_fn *k = t->k;
  kn_reg ***value = NEW_ARRAY(k->low->arena, kn_reg **, s->n);
  kn_reg *i = kn_put2(k, IR_OP_ADD, from, s->column, "i");
  for (int c = 0; c < s->n; c++)
    value[c] = kn_team_put_value(t, s->live[c],
                                 kn_put2(k, IR_OP_MIN, i, s->lasts[c], NULL));
  for (int c = 0; c < s->n; c++)
    kn_team_put_store(t, s->slots[c], value[c]);
}

// All tiles by rows of ragged ones, of which "times" are needed.
static void
put_tiles_by_rows(kn_team *t, kn_reg *longest, kn_reg *times) {
  kn_fn *k = t->k;
  int n = kn_team_n_at_once(t), batches = t->tile / KN_TEAM_ITEMS / n;
  side s = batches == 1 ? put_side(t, longest, kn_put_i64(k, 0), n) : (side){0};
  kn_stmt *loop = kn_put_loop(k, kn_put_convert(k, times, IR_I64), false, "t");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_block *in = k->at;
  kn_reg *from = kn_put2i(k, IR_OP_MUL, loop->dst, t->length_in_tile, "from");
  if (batches > 1) {
    kn_stmt *j = kn_put_loop(k, kn_put_i64(k, batches), false, "j");
    kn_enter(k, &j->body[0]);
    s = put_side(t, longest, kn_put2i(k, IR_OP_MUL, j->dst, n, NULL), n);
  }
  put_side_values(t, &s, from);
  kn_enter(k, in);
  kn_put(k, KN_BARRIER);
  kn_team_put_own_part(t, from);
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
}

// ceil(x / n), of an i32 that is not negative and a power of two.
static kn_reg *
put_ceil_shift(kn_fn *k, kn_reg *x, int n) {
  int shift = __builtin_ctz((unsigned)n);
  x = kn_put2(k, IR_OP_ADD, x, kn_put_const(k, IR_I32, n - 1, NULL), NULL);
  return kn_put2(k, IR_OP_SHR, x, kn_put_const(k, IR_I32, shift, NULL), NULL);
}

void
kn_team_put_ragged_tiles(kn_team *t) {
  kn_fn *k = t->k;
  kn_reg *all = kn_put_load(k, t->sums, kn_put_i64(k, KN_TEAM_ALL), "all");
  kn_reg *key = kn_put_load(k, t->sums, kn_put_i64(k, KN_TEAM_LONGEST), NULL);
  kn_reg *last = kn_put_const(k, IR_I32, KN_TEAM_ITEMS - 1, NULL);
  int shift = __builtin_ctz(KN_TEAM_ITEMS);
  kn_reg *most =
      kn_put2(k, IR_OP_SHR, key, kn_put_const(k, IR_I32, shift, NULL), "most");
  kn_reg *times = put_ceil_shift(k, most, t->length_in_tile);
  kn_reg *tiles = put_ceil_shift(k, all, t->tile);
  kn_reg *twice = kn_put2(k, IR_OP_ADD, tiles, tiles, NULL);
  kn_reg *even = kn_put2(k, IR_OP_LE, times, twice, NULL);
  kn_reg *most_of_row = kn_put_const(k, IR_I32, MOST_OF_ROW, NULL);
  kn_reg *known = kn_put2(k, IR_OP_LT, most, most_of_row, NULL);
  kn_stmt *side_by_side =
      kn_put_if(k, kn_put2(k, IR_OP_AND, even, known, "even"));
  kn_block *back = kn_enter(k, &side_by_side->body[0]);
  kn_reg *longest = kn_put2(k, IR_OP_AND, key, last, NULL);
  t->by_rows = true;
  put_tiles_by_rows(t, kn_put_convert(k, longest, IR_I64), times);
  kn_enter(k, &side_by_side->body[1]);
  kn_team_put_elements(t);
  kn_enter(k, back);
}
