// kernel/lower_map_group.c: maps with a fold of level `group`, on a GPU, or
// with another map (lower_team_share.c).
//
// A work-group has some rows, iterations of the map. Each row's work-item runs
// what comes before the fold, and leaves in shared memory what the fold uses of
// it. Then all work-items compute values, neighbours those of neighbouring
// iterations, and each row's folds its own, in order:
//
//   if (own) { before; live[row] = .. }
//   barrier
//   for (tiles of 2048 bytes or more) {
//     for (..) shared[e] = value of element e     // of row(e), number k(e)
//     barrier
//     if (own) for (e of the row in the tile) s = op(s, shared[e])
//     barrier
//   }
//   if (own) { after }
//
// Where a tile has few values for a work-item, these are read into registers
// while the tile before is folded.
//
// Where the map does not change the fold's extent (regular), a tile has so many
// iterations of each row of the group. Else the group looks at the lengths of
// its rows. Where these are much alike, a tile is the same, and work-items
// whose row has ended read an element again. Otherwise it has the next elements
// of all rows of the group, one row behind the other (lower_team_elements.c).
// (Rows of 72 f64 by a vector, 2^20 of them on an H200: 0.44 ms, by rows 0.28.)
// All barriers are reached by all work-items.
//
// The fold is a reduce, or a loop that carries scalars: the values of an
// iteration are then what its ops that need these take from the others, x and y
// of s = fma(x, y, s).
#include "kernel/lower_team_private.h"

enum {
  LEAST_LENGTH = 32 // of regular rows; shorter ones are one work-item's
};

// -- What there is to do ------------------------------------------------------
static ir_op *
find_fold(const ir_soac *map) {
  ir_foreach_op (op, map->body)
    if (op->level == IR_LEVEL_GROUP && op->code != IR_OP_MAP)
      return op;
  return NULL;
}

// Adds "v", which ops of the loop that need the state use, to the values of an
// iteration, unless it is constant or of outside. False: too many.
static bool
add_column(kn_team_fold *f, ir_val *v) {
  const ir_region *r = ir_home_of(v);
  if (r != f->body ||
      (v->def && (v->def->code == IR_OP_CONST || map_has(f->late, v->def))))
    return true;
  for (int k = 0; k < f->n; k++)
    if (f->loop.carried[k] == v)
      return true;
  for (int c = 0; c < f->n_columns; c++)
    if (f->columns[c] == v)
      return true;
  if (f->n_columns == KN_TEAM_MAX_COLUMNS)
    return false;
  f->columns[f->n_columns++] = v;
  return true;
}

// Sees "op", a loop, as a fold; false when that has too many values, or
// arrays.
static bool
match_loop(kn_fn *h, ir_op *op, kn_team_fold *f) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (l.carried[k]->type.array)
      return false;
  *f = (kn_team_fold){.op = op, .loop = l, .body = l.body, .extent = l.extent};
  f->i = l.i;
  f->n = l.n_carried;
  f->inits = l.inits;
  f->results = l.outs;
  f->late = an_ops_needing(h->low->arena, l.body, l.carried, l.n_carried);
  ir_foreach_op (inner, l.body)
    if (map_has(f->late, inner) || inner->code == IR_OP_YIELD)
      for (int k = 0; k < inner->ins.n; k++)
        if (!add_column(f, inner->ins.at[k]))
          return false;
  return true;
}

// Sees "op" as a fold.
static bool
match_fold(kn_fn *h, ir_op *op, kn_team_fold *f) {
  if (op->code == IR_OP_LOOP)
    return match_loop(h, op, f);
  ir_soac s;
  if (!ir_match_fold(op, &s) || s.n_red > KN_TEAM_MAX_COLUMNS)
    return false;
  *f = (kn_team_fold){.op = op, .s = s, .body = s.body, .extent = s.extents[0]};
  f->i = s.idx[0];
  f->n = f->n_columns = s.n_red;
  f->inits = s.inits;
  f->results = s.results;
  for (int k = 0; k < s.n_red; k++)
    f->columns[k] = s.values[k];
  return true;
}

// Sorts out the map: its fold, what that uses, the size of a tile. False when
// the group has no room for it.
static bool
match_team(kn_team *t, kn_fn *h, const ir_soac *map, ir_op *op) {
  t->map = map;
  if (!match_fold(h, t->pieces ? t->pieces->fold : op, &t->fold) ||
      !t->fold.n_columns || !kn_team_find_live(t) ||
      (t->pieces && !kn_team_is_of_row(t, t->pieces->all.extents[0])))
    return false;
  t->regular = !kn_team_is_of_row(t, t->fold.extent) ||
               ir_match_int(t->fold.extent, &(int64_t){0});
  t->by_rows = t->regular;
  t->first_pieces = t->pieces != NULL;
  bool places = !t->regular && kn_team_find_places(t, h->low->arena);
  t->rows = t->regular ? KN_TEAM_REGULAR_ROWS
            : places   ? KN_TEAM_PLACE_ROWS
                       : KN_TEAM_RAGGED_ROWS;
  return (places || kn_team_find_live(t)) && kn_team_find_tile(t);
}

// -- The kernel ---------------------------------------------------------------
// An upper bound of a work-item's loop iterations. Where rows have pieces, the
// group folds one of each at most, and a row that found no place in the list is
// its work-item's.
static kn_reg *
put_bound(kn_team *t, kn_fn *h) {
  int loops = kn_team_loops(t), around = KN_TEAM_LOOPS_AROUND;
  ir_region *body = t->map->body;
  return t->pieces ? kn_put_bound(h, body, 1, loops * IR_PIECE + around)
                   : kn_put_bound(h, body, loops, around);
}

// Builds and launches the kernel for "n" rows.
static void
put_kernel(kn_team *t, kn_fn *h, kn_reg *n) {
  const ir_soac *s = t->map;
  kn_fn *k = t->k = kn_kernel_new(
      h, s->op,
      arena_printf(h->low->arena, "map %dd, rows by groups", s->n_dims));
  kn_team_begin(t);
  kn_team_init_fold(t, kn_capture_reg(k, n));
  if (t->sums)
    kn_team_clear_sums(t);
  if (t->pieces)
    kn_team_put_before_pieces(t);
  else
    kn_team_put_before(t);
  if (t->regular) {
    kn_put(k, KN_BARRIER);
    t->length = kn_scalar(k, t->fold.extent);
    t->length = kn_put2i(k, IR_OP_MAX, t->length, 0, "length");
    kn_team_put_tiles(t);
  } else {
    kn_team_put_sums(t);
    kn_team_put_ragged_tiles(t);
  }
  if (t->pieces)
    kn_team_put_after_pieces(t);
  else
    kn_team_put_after(t);
  kn_finish(k);
  kn_reg *groups = kn_put_ceil_div(h, n, t->rows, "groups");
  kn_reg *items = kn_put2i(h, IR_OP_MUL, groups, KN_TEAM_ITEMS, "items");
  kn_put_launch(k, (kn_reg *[3]){items}, put_bound(t, h),
                kn_put_work(h, s->body, 1));
}

bool
kn_put_map_group(kn_fn *h, const ir_soac *s, kn_reg **extents,
                 kn_block **back) {
  kn_team t = {0};
  an_ragged r;
  an_pieces p;
  *back = NULL;
  if (an_match_ragged(s->op, &r) && r.inner.op->level == IR_LEVEL_GROUP)
    return kn_team_put_share(h, &r, kn_product(h, extents, s->n_dims));
  ir_op *op = find_fold(s);
  t.pieces = op && an_match_pieces(op, &p) ? &p : NULL;
  if (!op || !match_team(&t, h, s, op))
    return false;
  if (t.regular && !kn_host_knows(h, t.fold.extent))
    return false;
  kn_reg *n = kn_product(h, extents, s->n_dims);
  if (t.pieces)
    kn_team_new_list(&t, h);
  if (!t.regular) {
    put_kernel(&t, h, n);
    if (t.pieces)
      kn_team_put_long_rows(&t, h);
    return true;
  }
  if (an_range_of(t.fold.extent).lo >= LEAST_LENGTH) {
    put_kernel(&t, h, n);
    return true;
  }
  kn_reg *length = kn_scalar(h, t.fold.extent);
  kn_stmt *is_long =
      kn_put_if(h, kn_put2i(h, IR_OP_GE, length, LEAST_LENGTH, NULL));
  *back = kn_enter(h, &is_long->body[0]);
  put_kernel(&t, h, n);
  kn_enter(h, &is_long->body[1]);
  return false;
}
