// kernel/lower_map_group.c: maps with a fold of level `group`, on a GPU.
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
// of all rows of the group, one row behind the other, and an element finds its
// row among the rows' first elements. (Rows of 72 f64 by a vector, 2^20 of
// them on an H200: 0.62 ms, by rows 0.34.) All barriers are reached by all
// work-items.
//
// The fold is a reduce, or a loop that carries scalars: the values of an
// iteration are then what its ops that need these take from the others, x and y
// of s = fma(x, y, s).
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum {
  ITEMS = 128,
  REGULAR_ROWS = 16,
  RAGGED_ROWS = 32,
  LEAST_LENGTH = 32, // of regular rows; shorter ones are one work-item's
  MOST_TILE = 2048,  // values
  FOLDS = 8,         // written out
  MAX_LIVE = 8,
  MAX_COLUMNS = 4 // values of an iteration
};

// Of all rows of a group together, each taken to have 2^25 iterations at most:
// their number, and the most of a row * RAGGED_ROWS + that row.
enum { ALL, LONGEST, N_SUMS, MOST_OF_ROW = 1 << 25 };

// The fold, as a reduce or as a loop.
typedef struct fold {
  ir_op *op;
  ir_region *body;
  ir_val *extent, *i;
  ir_soac s;    // a reduce
  ir_loop loop; // a loop
  map *late;    // its ops that need the state
  int n;        // values of the state
  ir_val **inits, **results;
  ir_val *columns[MAX_COLUMNS]; // values of an iteration
  int n_columns;
} fold;

// A value of the map's body that the fold uses, of each row.
typedef struct live {
  ir_val *val;
  kn_reg *own; // the row's work-item's
  kn_buf *rows;
} live;

// The kernel while it is built.
typedef struct team {
  kn_fn *k;
  const ir_soac *map;
  fold fold;
  bool regular;
  bool by_rows;          // a tile has as many iterations of each row
  int rows;              // of a group
  int tile;              // iterations of a tile
  int length_in_tile;    // by rows: of each
  kn_reg *local, *first; // work-item; the group's first row
  kn_reg *own;           // whether the work-item has a row
  kn_reg *n_rows;        // of the group
  kn_reg *length;        // by rows: iterations of the longest, else of all
  kn_reg *count;         // ragged: iterations of the own row
  kn_buf *starts;        // ragged: of the rows, and behind the last; until
                         // put_starts the rows' iterations
  kn_buf *sums;          // ragged: ALL, LONGEST
  kn_buf *values[MAX_COLUMNS];
  kn_reg **acc; // the own row's state
  live live[MAX_LIVE];
  int n_live;
} team;

// -- What there is to do ------------------------------------------------------
static ir_op *
find_fold(const ir_soac *map) {
  ir_foreach_op (op, map->body)
    if (op->level == IR_LEVEL_GROUP)
      return op;
  return NULL;
}

// Adds "v", which ops of the loop that need the state use, to the values of an
// iteration, unless it is constant or of outside. False: too many.
static bool
add_column(fold *f, ir_val *v) {
  const ir_region *r = v->def ? v->def->parent : v->param_of;
  if (r != f->body ||
      (v->def && (v->def->code == IR_OP_CONST || map_has(f->late, v->def))))
    return true;
  for (int k = 0; k < f->n; k++)
    if (f->loop.carried[k] == v)
      return true;
  for (int c = 0; c < f->n_columns; c++)
    if (f->columns[c] == v)
      return true;
  if (f->n_columns == MAX_COLUMNS)
    return false;
  f->columns[f->n_columns++] = v;
  return true;
}

// Sees "op", a loop, as a fold; false when that has too many values.
static bool
match_loop(kn_fn *h, ir_op *op, fold *f) {
  ir_loop l;
  if (!ir_match_loop(op, &l))
    return false;
  *f = (fold){.op = op, .loop = l, .body = l.body, .extent = l.extent};
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
match_fold(kn_fn *h, ir_op *op, fold *f) {
  if (op->code == IR_OP_LOOP)
    return match_loop(h, op, f);
  ir_soac s;
  if (!ir_match_fold(op, &s) || s.n_red > MAX_COLUMNS)
    return false;
  *f = (fold){.op = op, .s = s, .body = s.body, .extent = s.extents[0]};
  f->i = s.idx[0];
  f->n = f->n_columns = s.n_red;
  f->inits = s.inits;
  f->results = s.results;
  for (int k = 0; k < s.n_red; k++)
    f->columns[k] = s.values[k];
  return true;
}

// Bytes of the values of one iteration.
static int
value_bytes(const fold *f) {
  int n = 0;
  for (int c = 0; c < f->n_columns; c++)
    n += ir_shared_size(f->columns[c]->type.elem);
  return n;
}

// True when "v" belongs to an iteration of the map: it is made by its body or
// one of its indices.
static bool
is_of_row(const team *t, const ir_val *v) {
  const ir_region *r = v->def ? v->def->parent : v->param_of;
  return r == t->map->body && !v->type.array;
}

// Adds "v" to what the fold uses, constants excepted. False: too many.
static bool
add_live(team *t, ir_val *v) {
  if (!is_of_row(t, v) || (v->def && v->def->code == IR_OP_CONST))
    return true;
  for (int i = 0; i < t->n_live; i++)
    if (t->live[i].val == v)
      return true;
  if (t->n_live == MAX_LIVE)
    return false;
  t->live[t->n_live++] = (live){.val = v};
  return true;
}

// ir_walk_fn: the same of the operands of "op".
static bool
note_live(void *user, ir_op *op) {
  for (int i = 0; i < op->ins.n; i++)
    if (!add_live(user, op->ins.at[i]))
      return false;
  return true;
}

// Sorts out the map: its fold, what that uses, the size of a tile. False when
// the group has no room for it.
static bool
match_team(team *t, kn_fn *h, const ir_soac *map) {
  ir_op *op = find_fold(map);
  t->map = map;
  if (!op || !match_fold(h, op, &t->fold) || !t->fold.n_columns ||
      !ir_walk(t->fold.body, note_live, t))
    return false;
  t->regular = !is_of_row(t, t->fold.extent) ||
               ir_match_int(t->fold.extent, &(int64_t){0});
  t->by_rows = t->regular;
  t->rows = t->regular ? REGULAR_ROWS : RAGGED_ROWS;
  int bytes = value_bytes(&t->fold), length = MOST_TILE / t->rows;
  int64_t room = KN_LEAST_SHARED - (t->rows + 1) * ir_size(IR_I64) -
                 N_SUMS * ir_size(IR_I32);
  for (int i = 0; i < t->n_live; i++)
    room -= t->rows * ir_shared_size(t->live[i].val->type.elem);
  // a row is followed by an unused element: see lower_scan_gpu.c
  while (length > 1 && t->rows * (length + 1) * bytes > room)
    length /= 2;
  t->length_in_tile = length;
  t->tile = t->rows * length;
  return t->tile >= 4 * ITEMS;
}

// -- Memory -------------------------------------------------------------------
// A shared array of "n" elements.
static kn_buf *
new_shared(team *t, ir_scalar type, int64_t n, const char *name) {
  return kn_buf_new(t->k->low->arena, t->k->fn, type, KN_SHARED, n, name);
}

// The kernel's registers and arrays, for "n" rows in all.
static void
init_team(team *t, kn_reg *n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  t->local = kn_put_builtin(k, KN_LOCAL_X, "local");
  kn_reg *group = kn_put_builtin(k, KN_GROUP_X, "group");
  t->first = kn_put2i(k, IR_OP_MUL, group, t->rows, "first");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, t->first, NULL);
  t->n_rows = kn_put2i(k, IR_OP_MIN, rest, t->rows, "rows");
  t->own = kn_put2(k, IR_OP_LT, t->local, t->n_rows, "own");
  for (int c = 0; c < t->fold.n_columns; c++)
    t->values[c] = new_shared(t, t->fold.columns[c]->type.elem,
                              t->tile + t->rows, "values");
  for (int i = 0; i < t->n_live; i++) {
    live *v = &t->live[i];
    v->rows = new_shared(t, v->val->type.elem, t->rows, v->val->name);
  }
  if (!t->regular) {
    t->starts = new_shared(t, IR_I64, t->rows + 1, "starts");
    t->sums = new_shared(t, IR_I32, N_SUMS, "sums");
  }
  t->acc = NEW_ARRAY(a, kn_reg *, t->fold.n);
  for (int r = 0; r < t->fold.n; r++)
    t->acc[r] = kn_reg_new(a, k->fn, t->fold.results[r]->type.elem, "acc");
}

// Enters "if (own)".
static kn_block *
enter_own(team *t) {
  kn_stmt *s = kn_put_if(t->k, t->own);
  return kn_enter(t->k, &s->body[0]);
}

// The ops before the fold, by each row's work-item.
static void
put_before(team *t) {
  kn_fn *k = t->k;
  int dims = t->map->n_dims;
  kn_reg **extents = kn_capture_extents(k, t->map, dims > 1 ? 1 : dims, dims);
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, dims);
  t->count = kn_reg_new(k->low->arena, k->fn, IR_I64, "count");
  kn_put_copy(k, t->count, kn_put_i64(k, 0));
  kn_block *back = enter_own(t);
  kn_decode(k, kn_put2(k, IR_OP_ADD, t->first, t->local, "row"), extents, dims,
            idx);
  kn_lower_soac_begin(k, t->map, idx);
  kn_lower_ops(k, t->map->body->first, t->fold.op);
  for (int r = 0; r < t->fold.n; r++)
    kn_put_copy(k, t->acc[r], kn_scalar(k, t->fold.inits[r]));
  for (int i = 0; i < t->n_live; i++) {
    live *v = &t->live[i];
    v->own = kn_scalar(k, v->val);
    kn_put_store(k, v->rows, t->local, v->own);
  }
  if (!t->regular)
    kn_put_copy(k, t->count,
                kn_put2i(k, IR_OP_MAX, kn_scalar(k, t->fold.extent), 0, NULL));
  kn_enter(k, back);
}

// ir_walk_fn: constants of the map's body anew, for all work-items.
static bool
put_const(void *user, ir_op *op) {
  team *t = user;
  for (int i = 0; i < op->ins.n; i++) {
    ir_op *def = op->ins.at[i]->def;
    if (def && def->code == IR_OP_CONST && def->parent == t->map->body)
      kn_lower_scalar(t->k, def);
  }
  return true;
}

// Fills t->sums, and t->starts with the rows' iterations; a barrier is behind.
static void
put_sums(team *t) {
  kn_fn *k = t->k;
  kn_block *back = enter_own(t);
  kn_put_store(k, t->starts, t->local, t->count);
  kn_reg *length = kn_put2i(k, IR_OP_MIN, t->count, MOST_OF_ROW, NULL);
  length = kn_put_convert(k, length, IR_I32);
  kn_put_atomic(k, IR_OP_ADD, t->sums, kn_put_i64(k, ALL), length);
  kn_reg *row = kn_put_convert(k, t->local, IR_I32);
  kn_reg *scale = kn_put_const(k, IR_I32, RAGGED_ROWS, NULL);
  kn_reg *key = kn_put2(k, IR_OP_MUL, length, scale, NULL);
  key = kn_put2(k, IR_OP_ADD, key, row, NULL);
  kn_put_atomic(k, IR_OP_MAX, t->sums, kn_put_i64(k, LONGEST), key);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// t->sums = 0, by the first work-items; a barrier is behind.
static void
put_clear_sums(team *t) {
  kn_fn *k = t->k;
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_LT, t->local, N_SUMS, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_store(k, t->sums, t->local, kn_put_const(k, IR_I32, 0, NULL));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
}

// starts[r] = iterations of the rows before r, instead of its own.
static void
put_starts(team *t) {
  kn_fn *k = t->k;
  kn_reg *sum = kn_reg_new(k->low->arena, k->fn, IR_I64, "start");
  kn_put_copy(k, sum, kn_put_i64(k, 0));
  kn_reg *before = kn_put2(k, IR_OP_MIN, t->local, t->n_rows, NULL);
  kn_stmt *loop = kn_put_loop(k, before, false, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_put_increase(k, sum, kn_put_load(k, t->starts, loop->dst, NULL));
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  kn_stmt *set = kn_put_if(k, kn_put2i(k, IR_OP_LE, t->local, t->rows, NULL));
  kn_enter(k, &set->body[0]);
  kn_put_store(k, t->starts, t->local, sum);
  kn_enter(k, back);
  kn_put(k, KN_BARRIER);
  t->length = kn_put_load(k, t->starts, kn_put_i64(k, t->rows), "length");
}

// -- Values -------------------------------------------------------------------
// Lowers the ops of the fold's body that need its state ("late") or do not;
// constants either way.
static void
put_ops(team *t, bool late) {
  ir_foreach_op (op, t->fold.body)
    if (op->code == IR_OP_CONST ||
        (t->fold.late && map_has(t->fold.late, op)) == late)
      kn_lower_ops(t->k, op, op->next);
}

// What the fold uses of row "row" of the group.
static kn_reg **
put_live(team *t, kn_reg *row) {
  kn_reg **out = NEW_ARRAY(t->k->low->arena, kn_reg *, t->n_live);
  for (int n = 0; n < t->n_live; n++)
    out[n] = kn_put_load(t->k, t->live[n].rows, row, NULL);
  return out;
}

// The values of iteration "i" of the row that "row_live" is of.
static kn_reg **
put_value(team *t, kn_reg *const *row_live, kn_reg *i) {
  kn_fn *k = t->k;
  kn_reg **out = NEW_ARRAY(k->low->arena, kn_reg *, t->fold.n_columns);
  for (int n = 0; n < t->n_live; n++)
    kn_bind_reg(k, t->live[n].val, row_live[n]);
  kn_bind_reg(k, t->fold.i, i);
  put_ops(t, false);
  for (int c = 0; c < t->fold.n_columns; c++)
    out[c] = kn_scalar(k, t->fold.columns[c]);
  return out;
}

// Stores the values of an iteration in the tile.
static void
put_store(team *t, kn_reg *slot, kn_reg *const *value) {
  for (int c = 0; c < t->fold.n_columns; c++)
    kn_put_store(t->k, t->values[c], slot, value[c]);
}

// Where a value of a tile lies, of which row it is, and which iteration.
typedef struct place {
  kn_reg *slot, *row, *i;
} place;

// The row whose elements include number "e" of the group: the last one that
// begins at it or before.
static kn_reg *
put_find_row(team *t, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *row = kn_put_i64(k, 0);
  for (int step = t->rows / 2; step > 0; step /= 2) {
    kn_reg *mid = kn_put2i(k, IR_OP_ADD, row, step, NULL);
    kn_reg *start = kn_put_load(k, t->starts, mid, NULL);
    kn_reg *c = kn_put2(k, IR_OP_LE, start, e, NULL);
    row = kn_put_select(k, c, mid, row);
  }
  return row;
}

// The slot of value number "e" of a tile by rows; *row is its row. The length
// is a power of two, and NVIDIA's compiler gets no quotient as what it is
// (spirv/gen_hide.c).
static kn_reg *
put_slot(team *t, kn_reg *e, kn_reg **row) {
  int shift = __builtin_ctz((unsigned)t->length_in_tile);
  *row = kn_put2i(t->k, IR_OP_SHR, e, shift, "row");
  return kn_put2(t->k, IR_OP_ADD, e, *row, "slot");
}

// Value number "e" of the tile that begins with iteration "from".
static place
put_place(team *t, kn_reg *from, kn_reg *e) {
  kn_fn *k = t->k;
  if (t->by_rows) {
    kn_reg *column = kn_put2i(k, IR_OP_AND, e, t->length_in_tile - 1, NULL);
    kn_reg *row;
    kn_reg *slot = put_slot(t, e, &row);
    return (place){slot, row, kn_put2(k, IR_OP_ADD, from, column, "i")};
  }
  kn_reg *all = kn_put2(k, IR_OP_ADD, from, e, "e");
  kn_reg *row = put_find_row(t, all);
  kn_reg *start = kn_put_load(k, t->starts, row, NULL);
  return (place){e, row, kn_put2(k, IR_OP_SUB, all, start, "i")};
}

// The slot of the work-item's value "c" after the one in "slot".
static kn_reg *
put_next_slot(team *t, kn_reg *slot, int c) {
  int step = t->by_rows ? ITEMS + ITEMS / t->length_in_tile : ITEMS;
  return kn_put2i(t->k, IR_OP_ADD, slot, c * step, NULL);
}

// The work-item's value "c" after the one at "p", which is number "e".
static place
put_next_place(team *t, kn_reg *from, const place *p, kn_reg *e, int c) {
  kn_fn *k = t->k;
  if (c == 0)
    return *p;
  if (!t->by_rows)
    return put_place(t, from, kn_put2i(k, IR_OP_ADD, e, c * ITEMS, NULL));
  int rows = c * (ITEMS / t->length_in_tile);
  return (place){put_next_slot(t, p->slot, c),
                 kn_put2i(k, IR_OP_ADD, p->row, rows, NULL), p->i};
}

// Whether value "p", number "e", exists: it always does in full tiles.
static kn_reg *
put_exists(team *t, kn_reg *from, const place *p, kn_reg *e) {
  kn_fn *k = t->k;
  if (!t->by_rows)
    return kn_put2(k, IR_OP_LT, kn_put2(k, IR_OP_ADD, from, e, NULL), t->length,
                   NULL);
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

// How many values a work-item of a full tile works on at a time; finding the
// rows of ragged ones costs more.
static int
n_at_once(const team *t) {
  enum { MOST_OPS = 320 };
  int n = t->tile / ITEMS, ops = t->regular ? 4 : t->by_rows ? 12 : 60;
  ir_walk(t->fold.body, count_op, &ops);
  while (n > 1 && n * ops > MOST_OPS)
    n /= 2;
  return n;
}

// The places of the work-item's values number "at" to at + n - 1 of a tile.
static place *
put_places(team *t, kn_reg *from, kn_reg *at, int n) {
  kn_fn *k = t->k;
  place *p = NEW_ARRAY(k->low->arena, place, n);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, at, ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, NULL);
  p[0] = put_place(t, from, e);
  for (int c = 0; c < n; c++)
    p[c] = put_next_place(t, from, &p[0], e, c);
  return p;
}

// The work-item's values number "at" to at + n - 1 of the tile, of which all
// exist: reads first, so that they are under way together.
static void
put_batch(team *t, kn_reg *from, kn_reg *at, int n) {
  place *p = put_places(t, from, at, n);
  kn_reg ***value = NEW_ARRAY(t->k->low->arena, kn_reg **, n);
  for (int c = 0; c < n; c++)
    value[c] = put_value(t, put_live(t, p[c].row), p[c].i);
  for (int c = 0; c < n; c++)
    put_store(t, p[c].slot, value[c]);
}

// The values of a tile that is not full, from iteration "from" on.
static void
put_some(team *t, kn_reg *from) {
  kn_fn *k = t->k;
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, t->tile / ITEMS), false, "j");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, loop->dst, ITEMS, NULL);
  e = kn_put2(k, IR_OP_ADD, e, t->local, NULL);
  place p = put_place(t, from, e);
  kn_stmt *some = kn_put_if(k, put_exists(t, from, &p, e));
  kn_enter(k, &some->body[0]);
  put_store(t, p.slot, put_value(t, put_live(t, p.row), p.i));
  kn_enter(k, back);
}

// The values of the tile from iteration "from" on.
static void
put_values(team *t, kn_reg *from, kn_reg *full) {
  kn_fn *k = t->k;
  int n = n_at_once(t), times = t->tile / ITEMS;
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
new_ahead(team *t) {
  arena *a = t->k->low->arena;
  int n = t->tile / ITEMS;
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
put_read_ahead(team *t, kn_reg *from, kn_reg ***ahead) {
  kn_fn *k = t->k;
  int n = t->tile / ITEMS;
  place *p = put_places(t, from, kn_put_i64(k, 0), n);
  for (int c = 0; c < n; c++) {
    kn_reg **value = put_value(t, put_live(t, p[c].row), p[c].i);
    for (int i = 0; i < t->fold.n_columns; i++)
      kn_put_copy(k, ahead[c][i], value[i]);
  }
}

// Stores what put_read_ahead has read: all tiles are laid out alike.
static void
put_store_ahead(team *t, kn_reg ***ahead) {
  kn_reg *row;
  kn_reg *slot = t->by_rows ? put_slot(t, t->local, &row) : t->local;
  for (int c = 0; c < t->tile / ITEMS; c++)
    put_store(t, put_next_slot(t, slot, c), ahead[c]);
}

// -- Folding ------------------------------------------------------------------
// The state after one more iteration with the given values.
static void
put_step(team *t, kn_reg **value) {
  kn_fn *k = t->k;
  const fold *f = &t->fold;
  kn_reg **next = NEW_ARRAY(k->low->arena, kn_reg *, f->n);
  if (!f->late) {
    kn_put_fold(k, &f->s, t->acc, value);
    return;
  }
  for (int c = 0; c < f->n_columns; c++)
    kn_bind_reg(k, f->columns[c], value[c]);
  for (int r = 0; r < f->n; r++)
    kn_bind_reg(k, f->loop.carried[r], t->acc[r]);
  put_ops(t, true);
  for (int r = 0; r < f->n; r++)
    next[r] = kn_scalar(k, f->loop.yields[r]);
  kn_put_parallel_copy(k, t->acc, next, f->n);
}

// "n" steps of the fold, from element "at" of the tile on.
static void
put_steps(team *t, kn_reg *at, int n) {
  kn_fn *k = t->k;
  kn_reg ***value = NEW_ARRAY(k->low->arena, kn_reg **, n);
  for (int c = 0; c < n; c++) {
    value[c] = NEW_ARRAY(k->low->arena, kn_reg *, t->fold.n_columns);
    kn_reg *slot = kn_put2i(k, IR_OP_ADD, at, c, NULL);
    for (int i = 0; i < t->fold.n_columns; i++)
      value[c][i] = kn_put_load(k, t->values[i], slot, NULL);
  }
  for (int c = 0; c < n; c++)
    put_step(t, value[c]);
}

// Enters a loop that runs "count" times, an i32; *i is the first of the "step"
// elements from "at" on that an iteration is about.
static kn_block *
enter_steps(team *t, kn_reg *at, kn_reg *count, int step, kn_reg **i) {
  kn_fn *k = t->k;
  kn_stmt *loop = kn_put_loop(k, count, false, "b");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put_convert(k, loop->dst, IR_I64);
  skip = kn_put2i(k, IR_OP_MUL, skip, step, NULL);
  *i = kn_put2(k, IR_OP_ADD, at, skip, NULL);
  return back;
}

// The own row's values, "count" of them from element "at" on. Counted in 32
// bits: NVIDIA's compiler rounds count / 8 up in 64.
static void
put_row(team *t, kn_reg *at, kn_reg *count) {
  kn_fn *k = t->k;
  kn_reg *i, *n = kn_put_convert(k, count, IR_U32);
  kn_reg *eight = kn_put_const(k, IR_U32, FOLDS, NULL);
  kn_reg *batches = kn_put2(k, IR_OP_DIV, n, eight, NULL);
  kn_reg *done = kn_put2(k, IR_OP_MUL, batches, eight, NULL);
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, done, NULL);
  kn_block *back =
      enter_steps(t, at, kn_put_convert(k, batches, IR_I32), FOLDS, &i);
  put_steps(t, i, FOLDS);
  kn_enter(k, back);
  at = kn_put2(k, IR_OP_ADD, at, kn_put_convert(k, done, IR_I64), NULL);
  back = enter_steps(t, at, kn_put_convert(k, rest, IR_I32), 1, &i);
  put_steps(t, i, 1);
  kn_enter(k, back);
}

// The part of the own row, "length" long, in a tile by rows, from iteration
// "from" on; written out where it is whole and short.
static void
put_part_by_rows(team *t, kn_reg *length, kn_reg *from) {
  kn_fn *k = t->k;
  int most = t->length_in_tile;
  kn_reg *rest = kn_put2(k, IR_OP_SUB, length, from, NULL);
  kn_reg *at = kn_put2i(k, IR_OP_MUL, t->local, most + 1, NULL);
  kn_block *back = k->at;
  if (most <= 2 * FOLDS) {
    kn_stmt *whole = kn_put_if(k, kn_put2i(k, IR_OP_GE, rest, most, "whole"));
    kn_enter(k, &whole->body[0]);
    put_steps(t, at, most);
    kn_enter(k, &whole->body[1]);
  }
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  put_row(t, at, kn_put2i(k, IR_OP_MIN, rest, most, NULL));
  kn_enter(k, back);
}

// The part of the own row that is in the tile from iteration "from" on.
static void
put_own_part(team *t, kn_reg *from) {
  kn_fn *k = t->k;
  kn_block *back = enter_own(t);
  if (t->by_rows) {
    put_part_by_rows(t, t->regular ? t->length : t->count, from);
  } else {
    kn_reg *start = kn_put_load(k, t->starts, t->local, NULL);
    kn_reg *end = kn_put2(k, IR_OP_ADD, start, t->count, NULL);
    kn_reg *lo = kn_put2(k, IR_OP_SUB, start, from, NULL);
    kn_reg *hi = kn_put2(k, IR_OP_SUB, end, from, NULL);
    lo = kn_put2i(k, IR_OP_MAX, lo, 0, NULL);
    hi = kn_put2i(k, IR_OP_MIN, hi, t->tile, NULL);
    kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, NULL);
    put_row(t, lo, kn_put2i(k, IR_OP_MAX, count, 0, NULL));
  }
  kn_enter(k, back);
}

// How many iterations a tile goes on by: of each row, or of all together.
static int
tile_step(const team *t) {
  return t->by_rows ? t->length_in_tile : t->tile;
}

// Whether the tile from iteration "from" on is full.
static kn_reg *
put_full(team *t, kn_reg *from) {
  kn_fn *k = t->k;
  kn_reg *end = kn_put2i(k, IR_OP_ADD, from, tile_step(t), NULL);
  kn_reg *full = kn_put2(k, IR_OP_LE, end, t->length, "full");
  if (!t->regular)
    return full;
  kn_reg *all = kn_put2i(k, IR_OP_EQ, t->n_rows, t->rows, NULL);
  return kn_put2(k, IR_OP_AND, full, all, NULL);
}

// Folds the tile from iteration "from" on while the next one is read.
static void
put_tile_ahead(team *t, kn_reg *from, kn_reg ***ahead) {
  kn_fn *k = t->k;
  kn_reg *next = kn_put2i(k, IR_OP_ADD, from, tile_step(t), "next");
  kn_reg *full = put_full(t, next);
  kn_stmt *s = kn_put_if(k, full);
  kn_block *back = kn_enter(k, &s->body[0]);
  put_read_ahead(t, next, ahead);
  kn_enter(k, back);
  put_own_part(t, from);
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

// All tiles. Those whose values are few for each work-item are read while the
// one before is folded.
static void
put_tiles(team *t) {
  kn_fn *k = t->k;
  int step = tile_step(t);
  bool ahead = n_at_once(t) == t->tile / ITEMS;
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
    put_own_part(t, from);
  }
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
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
put_row_with_some(team *t, kn_reg *row, kn_reg *longest) {
  kn_fn *k = t->k;
  kn_reg *exists = kn_put2(k, IR_OP_LT, row, t->n_rows, NULL);
  row = kn_put_select(k, exists, row, longest);
  kn_reg *length = kn_put_load(k, t->starts, row, NULL);
  kn_reg *some = kn_put2i(k, IR_OP_GT, length, 0, NULL);
  return kn_put_select(k, some, row, longest);
}

// The "n" values from the work-item's number "at" on.
static side
put_side(team *t, kn_reg *longest, kn_reg *at, int n) {
  kn_fn *k = t->k;
  arena *a = k->low->arena;
  place *p = put_places(t, kn_put_i64(k, 0), at, n);
  side s = {.n = n, .column = p[0].i};
  s.slots = NEW_ARRAY(a, kn_reg *, n);
  s.lasts = NEW_ARRAY(a, kn_reg *, n);
  s.live = NEW_ARRAY(a, kn_reg **, n);
  for (int c = 0; c < n; c++) {
    kn_reg *row = put_row_with_some(t, p[c].row, longest);
    kn_reg *length = kn_put_load(k, t->starts, row, NULL);
    s.slots[c] = p[c].slot;
    s.lasts[c] = kn_put2i(k, IR_OP_SUB, length, 1, "last");
    s.live[c] = put_live(t, row);
  }
  return s;
}

// These values of the tile from iteration "from" on. Those behind a row's end
// are its last one again, which nobody folds.
static void
put_side_values(team *t, const side *s, kn_reg *from) {
  kn_fn *k = t->k;
  kn_reg ***value = NEW_ARRAY(k->low->arena, kn_reg **, s->n);
  kn_reg *i = kn_put2(k, IR_OP_ADD, from, s->column, "i");
  for (int c = 0; c < s->n; c++)
    value[c] =
        put_value(t, s->live[c], kn_put2(k, IR_OP_MIN, i, s->lasts[c], NULL));
  for (int c = 0; c < s->n; c++)
    put_store(t, s->slots[c], value[c]);
}

// All tiles by rows of ragged ones, of which "times" are needed.
static void
put_tiles_by_rows(team *t, kn_reg *longest, kn_reg *times) {
  kn_fn *k = t->k;
  int n = n_at_once(t), batches = t->tile / ITEMS / n;
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
  put_own_part(t, from);
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

// All tiles of ragged rows: by rows where that takes at most twice as many, and
// each row is short enough for t->sums.
static void
put_ragged_tiles(team *t) {
  kn_fn *k = t->k;
  kn_reg *all = kn_put_load(k, t->sums, kn_put_i64(k, ALL), "all");
  kn_reg *key = kn_put_load(k, t->sums, kn_put_i64(k, LONGEST), NULL);
  kn_reg *last = kn_put_const(k, IR_I32, RAGGED_ROWS - 1, NULL);
  int shift = __builtin_ctz(RAGGED_ROWS);
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
  t->by_rows = false;
  put_starts(t);
  put_tiles(t);
  kn_enter(k, back);
}

// The ops behind the fold, by each row's work-item.
static void
put_after(team *t) {
  kn_fn *k = t->k;
  kn_block *back = enter_own(t);
  for (int i = 0; i < t->n_live; i++)
    kn_bind_reg(k, t->live[i].val, t->live[i].own);
  for (int r = 0; r < t->fold.n; r++)
    kn_bind_reg(k, t->fold.results[r], t->acc[r]);
  kn_lower_ops(k, t->fold.op->next, NULL);
  kn_lower_soac_end(k, t->map);
  kn_enter(k, back);
}

// Builds and launches the kernel for "n" rows.
static void
put_kernel(team *t, kn_fn *h, kn_reg *n) {
  const ir_soac *s = t->map;
  kn_fn *k = t->k = kn_kernel_new(
      h, s->op,
      arena_printf(h->low->arena, "map %dd, rows by groups", s->n_dims));
  init_team(t, kn_capture_reg(k, n));
  if (!t->regular)
    put_clear_sums(t);
  put_before(t);
  ir_walk(t->fold.body, put_const, t);
  if (t->regular) {
    kn_put(k, KN_BARRIER);
    t->length = kn_scalar(k, t->fold.extent);
    t->length = kn_put2i(k, IR_OP_MAX, t->length, 0, "length");
    put_tiles(t);
  } else {
    put_sums(t);
    put_ragged_tiles(t);
  }
  put_after(t);
  kn_finish(k);
  kn_reg *groups = kn_put_ceil_div(h, n, t->rows, "groups");
  kn_reg *items = kn_put2i(h, IR_OP_MUL, groups, ITEMS, "items");
  kn_put_launch(k, (kn_reg *[3]){items}, kn_put_bound(h, s->body, 2, 64),
                kn_put_work(h, s->body, 1));
}

bool
kn_put_map_group(kn_fn *h, const ir_soac *s, kn_reg **extents,
                 kn_block **back) {
  team t = {0};
  *back = NULL;
  if (!match_team(&t, h, s))
    return false;
  if (t.regular && !kn_host_knows(h, t.fold.extent))
    return false;
  kn_reg *n = kn_product(h, extents, s->n_dims);
  if (!t.regular) {
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
