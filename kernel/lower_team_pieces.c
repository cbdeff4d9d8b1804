// kernel/lower_team_pieces.c: rows that are folded in pieces (an_pieces).
//
// A row of one piece is the group's that has it (lower_map_group.c). That group
// leaves a longer row alone and lists its pieces. In a second kernel groups
// fold listed pieces as if they were rows; in a third, one work-item of each
// long row folds what its pieces gave, in order, and does what comes behind:
//
//   map:    if (pieces > 1) {
//             at = fetch counts[0] add= pieces
//             for (q < pieces) rows[at + q] = row; numbers[at + q] = q
//           } else ..
//   pieces: results[e] = fold of piece numbers[e] of row rows[e]
//   rows:   if (numbers[e] == 0) {
//             for (q < pieces) s = op(s, results[e + q]); after
//           }
//
// So nobody has to wait for the lengths. Rows are listed in any order, which
// changes no result. The list has room for all pieces of rows that share no
// elements of an array of the caller's; a row that finds none is folded by its
// own work-item.
#include "kernel/lower_team_private.h"

enum {
  ROOM_UNKNOWN = 1 << 17, // pieces in the list, where nobody counts elements
  ROOM_LEAST = 1 << 10,
  PIECES = 8,       // that a group folds at a time
  GROUPS = 1 << 12, // at most, that fold pieces
  AHEAD = 32,       // results read together
  UNIT = 64,        // pieces
  UNITS = 1 << 25 // of all rows that are listed: pieces are counted in 32 bits
};

// Elements of the list's counts: pieces, and ceil(pieces / UNIT) of each row.
enum { COUNT_PIECES, COUNT_UNITS, COUNTS };

// -- On the host --------------------------------------------------------------
// counts = 0, by a kernel.
static void
put_no_pieces(kn_team *t, kn_fn *h) {
  kn_fn *k = kn_kernel_new(h, t->map->op, "no pieces");
  kn_buf *counts = kn_capture_buf(k, t->list->counts);
  for (int i = 0; i < COUNTS; i++)
    kn_put_store(k, counts, kn_put_i64(k, i), kn_put_const(k, IR_U32, 0, NULL));
  kn_finish(k);
  kn_reg *one = kn_put_i64(h, 1);
  kn_put_launch(k, (kn_reg *[3]){one}, kn_put_i64(h, 0), one);
}

void
kn_team_new_list(kn_team *t, kn_fn *h) {
  const ir_soac *all = &t->pieces->all;
  arena *a = h->low->arena;
  kn_team_list *l = t->list = NEW(a, kn_team_list);
  kn_reg *elements = kn_put_walk(h, t->pieces->fold);
  kn_reg *known = kn_put2i(h, IR_OP_GE, elements, 0, NULL);
  kn_reg *room = kn_put2i(h, IR_OP_DIV, elements, IR_PIECE / 2, NULL);
  room = kn_put2i(h, IR_OP_ADD, room, ROOM_LEAST, NULL);
  room = kn_put2i(h, IR_OP_MIN, room, INT32_MAX, NULL);
  l->room = kn_put_select(h, known, room, kn_put_i64(h, ROOM_UNKNOWN));
  l->counts = kn_put_alloc(h, IR_U32, kn_put_i64(h, COUNTS), "counts");
  l->rows = kn_put_alloc(h, IR_I64, l->room, "rows");
  l->numbers = kn_put_alloc(h, IR_I64, l->room, "numbers");
  l->results = NEW_ARRAY(a, kn_buf *, all->n_red);
  for (int r = 0; r < all->n_red; r++)
    l->results[r] = kn_put_alloc(h, kn_red_type(all, r), l->room, "results");
  put_no_pieces(t, h);
}

// Host: launches the kernel of t->k, complete now, with so many groups.
static void
launch(kn_team *t, kn_fn *h, kn_reg *groups, kn_reg *bound) {
  kn_finish(t->k);
  kn_reg *items = kn_put2i(h, IR_OP_MUL, groups, KN_TEAM_ITEMS, "items");
  kn_put_launch(t->k, (kn_reg *[3]){items}, bound,
                kn_put_work(h, t->map->body, 1));
}

// A kernel of the map that does "what"; *n is the number of listed pieces.
static void
new_kernel(kn_team *t, kn_fn *h, const char *what, kn_reg **n) {
  const ir_soac *s = t->map;
  kn_fn *k = t->k = kn_kernel_new(
      h, s->op, arena_printf(h->low->arena, "map %dd, %s", s->n_dims, what));
  kn_team_begin(t);
  kn_reg *count = kn_put_load(k, kn_capture_buf(k, t->list->counts),
                              kn_put_i64(k, COUNT_PIECES), NULL);
  count = kn_put_convert(k, count, IR_I64);
  *n = kn_put2(k, IR_OP_MIN, count, kn_capture_reg(k, t->list->room), "n");
}

// -- The map's kernel ---------------------------------------------------------
// t->is_long = t->listed = false.
static void
put_none_long(kn_team *t) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  kn_reg *no = kn_put_const(k, IR_BOOL, 0, NULL);
  t->is_long = kn_reg_new(a, k->fn, IR_BOOL, "is_long");
  t->listed = kn_reg_new(a, k->fn, IR_BOOL, "listed");
  kn_put_copy(k, t->is_long, no);
  kn_put_copy(k, t->listed, no);
}

// The ops of piece "number" of the row before its fold.
static void
put_enter_piece(kn_team *t, kn_reg *number) {
  const ir_soac *all = &t->pieces->all;
  kn_bind_reg(t->k, all->idx[0], number);
  kn_lower_ops(t->k, all->body->first, t->fold.op);
}

// Fills places "at" to at + n - 1 of the list with pieces of row "row".
static void
put_places(kn_team *t, kn_reg *row, kn_reg *at, kn_reg *n) {
  kn_fn *k = t->k;
  kn_buf *rows = kn_capture_buf(k, t->list->rows);
  kn_buf *numbers = kn_capture_buf(k, t->list->numbers);
  kn_stmt *loop = kn_put_loop(k, n, false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *place = kn_put2(k, IR_OP_ADD, at, loop->dst, NULL);
  kn_put_store(k, rows, place, row);
  kn_put_store(k, numbers, place, loop->dst);
  kn_enter(k, back);
}

// Lists the own row's "pieces", unless they are too many or come too late.
static void
put_list_row(kn_team *t, kn_reg *row, kn_reg *pieces) {
  kn_fn *k = t->k;
  kn_reg *room = kn_capture_reg(k, t->list->room);
  kn_buf *counts = kn_capture_buf(k, t->list->counts);
  kn_reg *units = kn_put_ceil_div(k, pieces, UNIT, NULL);
  units = kn_put_fetch(k, IR_OP_ADD, counts, kn_put_i64(k, COUNT_UNITS),
                       kn_put_convert(k, units, IR_U32), "units");
  units = kn_put_convert(k, units, IR_I64);
  kn_stmt *few = kn_put_if(k, kn_put2i(k, IR_OP_LT, units, UNITS, NULL));
  kn_block *back = kn_enter(k, &few->body[0]);
  kn_reg *at = kn_put_fetch(k, IR_OP_ADD, counts, kn_put_i64(k, COUNT_PIECES),
                            kn_put_convert(k, pieces, IR_U32), "at");
  at = kn_put_convert(k, at, IR_I64);
  kn_reg *n = kn_put2(k, IR_OP_SUB, room, at, NULL);
  n = kn_put2i(k, IR_OP_MAX, n, 0, NULL);
  n = kn_put2(k, IR_OP_MIN, n, pieces, "n");
  put_places(t, row, at, n);
  kn_put_copy(k, t->listed, kn_put2(k, IR_OP_EQ, n, pieces, NULL));
  kn_enter(k, back);
}

// Leaves the own row, number "row", alone, where it has more than one piece,
// and lists these.
static void
put_leave_long(kn_team *t, kn_reg *row) {
  kn_fn *k = t->k;
  kn_reg *pieces = kn_scalar(k, t->pieces->all.extents[0]);
  kn_reg *many = kn_put2i(k, IR_OP_GT, pieces, 1, NULL);
  kn_put_copy(k, t->is_long, many);
  kn_block *back = k->at;
  kn_stmt *s = kn_put_if(k, many);
  kn_enter(k, &s->body[0]);
  kn_put_copy(k, t->count, kn_put_i64(k, 0));
  kn_reg *room = kn_capture_reg(k, t->list->room);
  s = kn_put_if(k, kn_put2(k, IR_OP_LE, pieces, room, NULL));
  kn_enter(k, &s->body[0]);
  put_list_row(t, row, pieces);
  kn_enter(k, back);
}

void
kn_team_put_before_pieces(kn_team *t) {
  kn_fn *k = t->k;
  kn_team_new_count(t);
  put_none_long(t);
  kn_block *back = kn_team_enter_own(t);
  kn_reg *row = kn_put2(k, IR_OP_ADD, t->first, t->local, "row");
  kn_team_enter_row(t, row);
  put_enter_piece(t, kn_put_i64(k, 0));
  kn_team_put_own(t);
  put_leave_long(t, row);
  kn_enter(k, back);
  kn_team_put_consts(t);
}

// The ops behind the fold, which gave t->acc.
static void
put_behind(kn_team *t) {
  kn_fn *k = t->k;
  const ir_soac *all = &t->pieces->all;
  for (int r = 0; r < all->n_red; r++)
    kn_bind_reg(k, all->results[r], t->acc[r]);
  kn_lower_ops(k, all->op->next, NULL);
  kn_lower_soac_end(k, t->map);
}

// The end of the own row, of one piece.
static void
put_short_row(kn_team *t) {
  kn_fn *k = t->k;
  const ir_soac *all = &t->pieces->all;
  kn_reg **one = NEW_ARRAY(k->low->arena, kn_reg *, all->n_red);
  kn_team_bind_own(t);
  for (int r = 0; r < all->n_red; r++)
    one[r] = kn_put_combine(k, all, r, kn_scalar(k, all->inits[r]), t->acc[r]);
  kn_put_parallel_copy(k, t->acc, one, all->n_red);
  put_behind(t);
}

// All of the own row, of pieces that nobody listed. It is entered again: what
// is kept for it meanwhile would take registers from all groups.
static void
put_left_row(kn_team *t) {
  kn_fn *k = t->k;
  const ir_soac *all = &t->pieces->all;
  kn_team_enter_row(t, kn_put2(k, IR_OP_ADD, t->first, t->local, "row"));
  kn_lower_ops(k, all->op, all->op->next);
  for (int r = 0; r < all->n_red; r++)
    kn_put_copy(k, t->acc[r], kn_scalar(k, all->results[r]));
  put_behind(t);
}

void
kn_team_put_after_pieces(kn_team *t) {
  kn_fn *k = t->k;
  kn_block *back = kn_team_enter_own(t);
  kn_stmt *s = kn_put_if(k, t->is_long);
  kn_enter(k, &s->body[1]);
  put_short_row(t);
  kn_enter(k, &s->body[0]);
  s = kn_put_if(k, kn_put_op(k, IR_OP_NOT, IR_BOOL, &t->listed, 1, NULL));
  kn_enter(k, &s->body[0]);
  put_left_row(t);
  kn_enter(k, back);
}

// -- The kernel of pieces -----------------------------------------------------
// The own piece's beginning.
static void
put_own_piece(kn_team *t) {
  kn_fn *k = t->k;
  kn_team_new_count(t);
  kn_block *back = kn_team_enter_own(t);
  kn_reg *e = kn_put2(k, IR_OP_ADD, t->first, t->local, "e");
  kn_reg *row = kn_put_load(k, kn_capture_buf(k, t->list->rows), e, "row");
  kn_reg *number =
      kn_put_load(k, kn_capture_buf(k, t->list->numbers), e, "number");
  kn_team_enter_row(t, row);
  put_enter_piece(t, number);
  kn_team_put_own(t);
  kn_enter(k, back);
  kn_team_put_consts(t);
}

// Stores the result of the own piece.
static void
put_results(kn_team *t) {
  kn_fn *k = t->k;
  kn_block *back = kn_team_enter_own(t);
  kn_reg *e = kn_put2(k, IR_OP_ADD, t->first, t->local, NULL);
  for (int r = 0; r < t->fold.n; r++)
    kn_put_store(k, kn_capture_buf(k, t->list->results[r]), e, t->acc[r]);
  kn_enter(k, back);
}

// The batch of pieces number "batch", of "n" pieces in all.
static void
put_batch(kn_team *t, kn_reg *batch, kn_reg *n) {
  t->group = batch;
  kn_team_init_fold(t, n);
  kn_team_clear_sums(t);
  put_own_piece(t);
  kn_team_put_sums(t);
  kn_team_put_ragged_tiles(t);
  put_results(t);
  kn_put(t->k, KN_BARRIER);
}

// Fewer rows for the team, with longer parts in a tile: pieces are long.
static void
take_pieces(kn_team *t) {
  t->first_pieces = false;
  t->rows = PIECES;
  t->places = NULL;
  kn_team_find_live(t);
  kn_team_find_tile(t);
  if (t->length_in_tile > KN_TEAM_ITEMS) {
    t->length_in_tile = KN_TEAM_ITEMS;
    t->tile = t->rows * KN_TEAM_ITEMS;
  }
}

// The kernel in which groups fold listed pieces, PIECES at a time.
static void
put_pieces_kernel(kn_team *t, kn_fn *h) {
  kn_reg *n;
  take_pieces(t);
  new_kernel(t, h, "pieces of rows", &n);
  kn_fn *k = t->k;
  kn_reg *batch, *batches = kn_put_ceil_div(k, n, PIECES, "batches");
  kn_block *back = kn_team_enter_elements(k, batches, t->group, GROUPS, &batch);
  put_batch(t, batch, n);
  kn_enter(k, back);
  kn_reg *most = kn_put_ceil_div(h, t->list->room, GROUPS * PIECES, NULL);
  kn_reg *bound = kn_put_bound(h, t->pieces->all.body, kn_team_loops(t),
                               KN_TEAM_LOOPS_AROUND);
  bound = kn_put2(h, IR_OP_MUL, bound, most, NULL);
  kn_reg *groups = kn_put_ceil_div(h, t->list->room, PIECES, NULL);
  launch(t, h, kn_put2i(h, IR_OP_MIN, groups, GROUPS, "groups"), bound);
}

// -- The kernel of long rows --------------------------------------------------
// t->acc = op(t->acc, r), for the "n" results r from place "at" on, which are
// read together.
static void
put_results_at(kn_team *t, kn_reg *at, int n) {
  kn_fn *k = t->k;
  const ir_soac *all = &t->pieces->all;
  kn_reg *result[AHEAD][KN_TEAM_MAX_COLUMNS], *next[KN_TEAM_MAX_COLUMNS];
  for (int c = 0; c < n; c++)
    for (int r = 0; r < all->n_red; r++)
      result[c][r] = kn_put_load(k, kn_capture_buf(k, t->list->results[r]),
                                 kn_put2i(k, IR_OP_ADD, at, c, NULL), NULL);
  for (int c = 0; c < n; c++) {
    for (int r = 0; r < all->n_red; r++)
      next[r] = kn_put_combine(k, all, r, t->acc[r], result[c][r]);
    kn_put_parallel_copy(k, t->acc, next, all->n_red);
  }
}

// t->acc = the fold of the results of "pieces" from place "e" on, in order.
static void
put_fold_results(kn_team *t, kn_reg *e, kn_reg *pieces) {
  kn_fn *k = t->k;
  const ir_soac *all = &t->pieces->all;
  for (int r = 0; r < all->n_red; r++) {
    t->acc[r] = kn_reg_new(k->low->arena, k->fn, kn_red_type(all, r), "acc");
    kn_put_copy(k, t->acc[r], kn_scalar(k, all->inits[r]));
  }
  kn_reg *times = kn_put2i(k, IR_OP_DIV, pieces, AHEAD, "times");
  kn_reg *done = kn_put2i(k, IR_OP_MUL, times, AHEAD, NULL);
  kn_stmt *loop = kn_put_loop(k, times, false, "b");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, AHEAD, NULL);
  put_results_at(t, kn_put2(k, IR_OP_ADD, e, skip, NULL), AHEAD);
  kn_enter(k, back);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, pieces, done, NULL);
  loop = kn_put_loop(k, rest, false, "q");
  kn_enter(k, &loop->body[0]);
  kn_reg *at = kn_put2(k, IR_OP_ADD, e, done, NULL);
  put_results_at(t, kn_put2(k, IR_OP_ADD, at, loop->dst, NULL), 1);
  kn_enter(k, back);
}

// The row whose first piece is at place "e", if it is listed as a whole.
static void
put_long_row(kn_team *t, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *row = kn_put_load(k, kn_capture_buf(k, t->list->rows), e, "row");
  kn_team_enter_row(t, row);
  kn_reg *pieces = kn_scalar(k, t->pieces->all.extents[0]);
  kn_reg *room = kn_capture_reg(k, t->list->room);
  kn_reg *end = kn_put2(k, IR_OP_ADD, e, pieces, NULL);
  kn_stmt *whole = kn_put_if(k, kn_put2(k, IR_OP_LE, end, room, "whole"));
  kn_block *back = kn_enter(k, &whole->body[0]);
  put_fold_results(t, e, pieces);
  put_behind(t);
  kn_enter(k, back);
}

// The kernel in which work-items fold the results of long rows' pieces.
static void
put_rows_kernel(kn_team *t, kn_fn *h) {
  kn_reg *n;
  new_kernel(t, h, "long rows", &n);
  kn_fn *k = t->k;
  kn_reg *e = kn_put2i(k, IR_OP_MUL, t->group, KN_TEAM_ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, "e");
  kn_block *back = k->at;
  kn_stmt *s = kn_put_if(k, kn_put2(k, IR_OP_LT, e, n, NULL));
  kn_enter(k, &s->body[0]);
  kn_reg *number =
      kn_put_load(k, kn_capture_buf(k, t->list->numbers), e, "number");
  s = kn_put_if(k, kn_put2i(k, IR_OP_EQ, number, 0, NULL));
  kn_enter(k, &s->body[0]);
  put_long_row(t, e);
  kn_enter(k, back);
  kn_reg *groups = kn_put_ceil_div(h, t->list->room, KN_TEAM_ITEMS, "groups");
  launch(t, h, groups, kn_put_bound(h, t->map->body, 1, 64));
}

void
kn_team_put_long_rows(kn_team *t, kn_fn *h) {
  kn_team_list *l = t->list;
  put_pieces_kernel(t, h);
  put_rows_kernel(t, h);
  kn_put_free(h, l->counts);
  kn_put_free(h, l->rows);
  kn_put_free(h, l->numbers);
  for (int r = 0; r < t->pieces->all.n_red; r++)
    kn_put_free(h, l->results[r]);
}
