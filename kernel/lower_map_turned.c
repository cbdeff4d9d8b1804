// kernel/lower_map_turned.c: maps that read across what they store along, on a
// GPU.
//
//   map (i < n, j < m) { y[j*n + i] = x[i*m + j] }
//
// Neighbours in i, along, store neighbours; neighbours in j, across, read them.
// A work-group has 32 by 32 iterations. It reads what these read along j, and
// then runs them along i:
//
//   for (r < 4) tile[row + 8*r][lane] = x[(i0 + row + 8*r)*m + j0 + lane]
//   barrier
//   for (r < 4) body(i0 + lane, j0 + row + 8*r), x[..] being tile[lane][row +
//   8*r]
//
// Rows of a tile are followed by an unused element, so that its columns are in
// different banks. (Ruetsch and Micikevicius, Optimizing Matrix Transpose in
// CUDA.)
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum {
  SIDE = 32,
  ITEMS = 256,
  ROWS = ITEMS / SIDE,
  MOST_LOADS = 4, // with tiles
  MOST_AT = 4     // subscripts of a phase that move on by addition
};

// The map while it is lowered.
typedef struct turned {
  kn_fn *k;
  const ir_soac *s;
  int along, across; // dimensions; -1: not known
  const ir_op *loads[MOST_LOADS];
  kn_buf *tiles[MOST_LOADS];
  int n_loads;
  const ir_val *stores[MOST_AT]; // subscripts of stores
  int n_stores;
  map *needed; // ops of the body that these subscripts need
  kn_reg *lane, *row;
  kn_reg **tile;    // the tile's index, in tiles along and across
  kn_reg **extents; // of the map
} turned;

// -- What there is to do ------------------------------------------------------
// The one dimension in which neighbours are neighbours in memory to "x"; -1:
// none, or several.
static int
unit_dim(const ir_soac *s, const an_access *x) {
  int found = -1;
  for (int d = 0; d < s->n_dims; d++)
    if (an_affine_is_unit(&x->at, s->idx[d])) {
      if (found >= 0)
        return -1;
      found = d;
    }
  return found;
}

// The dimension that all stores with neighbours are along; -1: none.
static int
find_along(const ir_soac *s, const an_accesses *all) {
  int along = -1;
  for (int i = 0; i < all->n; i++) {
    int d = all->at[i].is_write ? unit_dim(s, &all->at[i]) : -1;
    if (d >= 0 && along >= 0 && d != along)
      return -1;
    along = d >= 0 ? d : along;
  }
  return along;
}

// True when "x" is made in every iteration, reads neighbours across, others
// along, and an array that the map leaves alone.
static bool
reads_across(turned *z, const an_access *x) {
  int64_t stride;
  int d = unit_dim(z->s, x);
  if (x->is_write || x->op->parent != z->s->body || d < 0 || d == z->along ||
      (z->across >= 0 && d != z->across) ||
      an_affine_stride(&x->at, z->s->idx[z->along], &stride) <= 0 ||
      ir_dest_of(z->s, x->op->ins.at[0]) >= 0)
    return false;
  if (!kn_add_slice(z->needed, x->op->ins.at[1], z->s->body, false))
    return false;
  z->across = d;
  return true;
}

// Notes the subscript of "x" if it is a store in every iteration.
static void
note_store(turned *z, const an_access *x) {
  int64_t stride;
  const ir_val *at = x->op->ins.at[1];
  if (!x->is_write || x->op->parent != z->s->body || z->n_stores == MOST_AT ||
      !at->def || at->def->parent != z->s->body ||
      an_affine_stride(&x->at, z->s->idx[z->across], &stride) < 0)
    return;
  if (kn_add_slice(z->needed, at, z->s->body, false))
    z->stores[z->n_stores++] = at;
}

// Sees the map "s" as one that reads across, with room for the tiles.
static bool
match_turned(turned *z, kn_fn *h, const ir_soac *s) {
  an_accesses all;
  arena *a = h->low->arena;
  int64_t bytes = 0;
  *z = (turned){.s = s, .across = -1, .needed = map_new(a)};
  if (s->n_dims < 2 || !an_accesses_of(a, s->op, &all))
    return false;
  z->along = find_along(s, &all);
  for (int i = 0; i < all.n && z->along >= 0 && z->n_loads < MOST_LOADS; i++) {
    ir_op *op = all.at[i].op;
    int64_t size =
        (int64_t)SIDE * (SIDE + 1) *
        (op->code == IR_OP_INDEX ? ir_shared_size(op->outs.at[0]->type.elem)
                                 : 0);
    if (bytes + size > KN_LEAST_SHARED || !reads_across(z, &all.at[i]))
      continue;
    bytes += size;
    z->loads[z->n_loads++] = op;
  }
  for (int i = 0; i < all.n && z->n_loads > 0; i++)
    note_store(z, &all.at[i]);
  return z->n_loads > 0;
}

// -- The kernel ---------------------------------------------------------------
// A phase of the kernel: "lane_dim" of its iterations runs along the lanes, of
// the other one a work-item has each ROWS-th.
typedef struct phase {
  turned *z;
  int lane_dim, row_dim;
  kn_reg **idx;              // of the first iteration
  const ir_val *at[MOST_AT]; // subscripts, linear in row_dim
  kn_reg *first[MOST_AT], *step[MOST_AT];
  int n;
} phase;

// Begins a phase; its iterations are in the block entered, as far as the lane
// is inside. Gives the block to return to.
static kn_block *
begin_phase(phase *p) {
  kn_fn *k = p->z->k;
  const ir_soac *s = p->z->s;
  kn_reg *inside = NULL;
  p->idx = NEW_ARRAY(k->low->arena, kn_reg *, s->n_dims);
  for (int d = 0; d < s->n_dims; d++) {
    p->idx[d] = p->z->tile[d];
    if (d != p->lane_dim && d != p->row_dim)
      continue;
    kn_reg *begin = kn_put2i(k, IR_OP_MUL, p->z->tile[d], SIDE, NULL);
    kn_reg *own = d == p->lane_dim ? p->z->lane : p->z->row;
    p->idx[d] = kn_put2(k, IR_OP_ADD, begin, own, s->idx[d]->name);
    if (d == p->lane_dim)
      inside = kn_put2(k, IR_OP_LT, p->idx[d], p->z->extents[d], "inside");
  }
  kn_stmt *some = kn_put_if(k, inside);
  return kn_enter(k, &some->body[0]);
}

// Lowers the subscripts of iteration "row".
static void
put_subscripts(phase *p, kn_reg *row, kn_reg **out) {
  kn_fn *k = p->z->k;
  const ir_soac *s = p->z->s;
  for (int d = 0; d < s->n_dims; d++)
    kn_bind_reg(k, s->idx[d], d == p->row_dim ? row : p->idx[d]);
  ir_foreach_op (op, s->body)
    if (map_has(p->z->needed, op))
      kn_lower_ops(k, op, op->next);
  for (int i = 0; i < p->n; i++)
    out[i] = kn_scalar(k, (ir_val *)p->at[i]);
}

// What the subscripts are in the first iteration, and how they move on: one
// addition, where a product of i64 is several instructions.
static void
put_first(phase *p) {
  kn_fn *k = p->z->k;
  kn_reg *row = p->idx[p->row_dim];
  put_subscripts(p, row, p->first);
  put_subscripts(p, kn_put2i(k, IR_OP_ADD, row, ROWS, NULL), p->step);
  for (int i = 0; i < p->n; i++)
    p->step[i] = kn_put2(k, IR_OP_SUB, p->step[i], p->first[i], NULL);
}

// The subscripts of iteration "r", from those of the one before.
static void
move_on(phase *p, int r) {
  for (int i = 0; i < p->n && r > 0; i++)
    p->first[i] = kn_put2(p->z->k, IR_OP_ADD, p->first[i], p->step[i], NULL);
}

// Enters iteration "r", where it is inside; its row is *row. Gives the block
// to return to.
static kn_block *
enter_iteration(phase *p, int r, kn_reg **row) {
  kn_fn *k = p->z->k;
  const ir_soac *s = p->z->s;
  *row = kn_put2i(k, IR_OP_ADD, p->z->row, (int64_t)r * ROWS, NULL);
  move_on(p, r);
  kn_reg *at = kn_put2i(k, IR_OP_ADD, p->idx[p->row_dim], (int64_t)r * ROWS,
                        s->idx[p->row_dim]->name);
  kn_stmt *some =
      kn_put_if(k, kn_put2(k, IR_OP_LT, at, p->z->extents[p->row_dim], NULL));
  kn_block *back = kn_enter(k, &some->body[0]);
  for (int d = 0; d < s->n_dims; d++)
    kn_bind_reg(k, s->idx[d], d == p->row_dim ? at : p->idx[d]);
  return back;
}

// Where element "x" of row "y" of a tile lies.
static kn_reg *
put_slot(turned *z, kn_reg *y, kn_reg *x) {
  kn_reg *row = kn_put2i(z->k, IR_OP_MUL, y, SIDE + 1, NULL);
  return kn_put2(z->k, IR_OP_ADD, row, x, NULL);
}

// Stores element "row" of the lane in each tile.
static void
put_elements(turned *z, kn_reg *row, kn_reg *const *values) {
  kn_reg *slot = put_slot(z, row, z->lane);
  for (int i = 0; i < z->n_loads; i++)
    kn_put_store(z->k, z->tiles[i], slot, values[i]);
}

// The reads of iteration "r", from subscripts that have moved on to it.
static void
put_loads(const phase *p, kn_reg **values) {
  for (int i = 0; i < p->n; i++) {
    kn_buf *from = kn_array(p->z->k, p->z->loads[i]->ins.at[0]);
    values[i] = kn_put_load(p->z->k, from, p->first[i], NULL);
  }
}

// What a work-item reads for a tile that is inside: all of it is read before
// some is stored, so that the loads are under way together.
static void
put_full_tile(phase p) {
  kn_fn *k = p.z->k;
  kn_reg *values[SIDE / ROWS][MOST_AT];
  for (int r = 0; r < SIDE / ROWS; r++) {
    move_on(&p, r);
    put_loads(&p, values[r]);
  }
  for (int r = 0; r < SIDE / ROWS; r++)
    put_elements(p.z, kn_put2i(k, IR_OP_ADD, p.z->row, r * ROWS, NULL),
                 values[r]);
}

// The same for a tile of which a part is inside.
static void
put_part_tile(phase p) {
  for (int r = 0; r < SIDE / ROWS; r++) {
    kn_reg *row, *values[MOST_AT];
    kn_block *back = enter_iteration(&p, r, &row);
    put_loads(&p, values);
    put_elements(p.z, row, values);
    kn_enter(p.z->k, back);
  }
}

// What the group's iterations read; a barrier is behind.
static void
put_tiles(turned *z) {
  kn_fn *k = z->k;
  phase p = {.z = z, .lane_dim = z->across, .row_dim = z->along};
  for (int i = 0; i < z->n_loads; i++)
    p.at[p.n++] = z->loads[i]->ins.at[1];
  kn_block *end = begin_phase(&p);
  put_first(&p);
  kn_reg *last = kn_put2i(k, IR_OP_ADD, p.idx[p.row_dim], SIDE - ROWS, NULL);
  kn_stmt *full =
      kn_put_if(k, kn_put2(k, IR_OP_LT, last, z->extents[p.row_dim], NULL));
  kn_enter(k, &full->body[0]);
  put_full_tile(p);
  kn_enter(k, &full->body[1]);
  put_part_tile(p);
  kn_enter(k, end);
  kn_put(k, KN_BARRIER);
}

// The number of the load "op" among those with tiles; -1: it has none.
static int
tile_of(const turned *z, const ir_op *op) {
  for (int i = 0; i < z->n_loads; i++)
    if (z->loads[i] == op)
      return i;
  return -1;
}

// One iteration, whose elements of tiles are at "slot".
static void
put_iteration(phase *p, kn_reg *slot) {
  turned *z = p->z;
  kn_fn *k = z->k;
  const ir_soac *s = z->s;
  for (int d = 0; d < s->n_dests; d++)
    kn_bind_buf(k, s->dest_params[d], kn_array(k, s->dests[d]));
  ir_foreach_op (op, s->body) {
    int tile = tile_of(z, op);
    if (tile >= 0) {
      const ir_val *out = op->outs.at[0];
      kn_bind_reg(k, op->outs.at[0],
                  kn_put_load(k, z->tiles[tile], slot, out->name));
      continue;
    }
    kn_lower_ops(k, op, op->next);
    for (int i = 0; i < p->n; i++)
      if (p->at[i]->def == op)
        kn_bind_reg(k, op->outs.at[0], p->first[i]);
  }
  kn_lower_soac_end(k, s);
}

// The group's iterations.
static void
put_iterations(turned *z) {
  kn_fn *k = z->k;
  phase p = {.z = z, .lane_dim = z->along, .row_dim = z->across};
  for (int i = 0; i < z->n_stores; i++)
    p.at[p.n++] = z->stores[i];
  kn_block *end = begin_phase(&p);
  put_first(&p);
  for (int r = 0; r < SIDE / ROWS; r++) {
    kn_reg *row;
    kn_block *back = enter_iteration(&p, r, &row);
    put_iteration(&p, put_slot(z, z->lane, row));
    kn_enter(k, back);
  }
  kn_enter(k, end);
}

// The number of tiles in dimension "d", by registers of "f".
static kn_reg *
put_count(const turned *z, kn_fn *f, kn_reg *const *extents, int d) {
  return d == z->along || d == z->across
             ? kn_put_ceil_div(f, extents[d], SIDE, NULL)
             : extents[d];
}

// The work-item's place: its tile, its lane and row in that. The last index is
// the group's number in x, then y, and all further ones share z: divisions of
// i64 cost more than all else that a work-item does.
static void
put_place(turned *z) {
  kn_fn *k = z->k;
  const ir_soac *s = z->s;
  int n = s->n_dims, in_z = n - 2;
  z->extents = kn_capture_extents(k, s, 0, n);
  for (int d = 0; d < n; d++)
    z->extents[d] = kn_put2i(k, IR_OP_MAX, z->extents[d], 0, NULL);
  kn_reg *local = kn_put_builtin(k, KN_LOCAL_X, "local");
  z->lane = kn_put2i(k, IR_OP_REM, local, SIDE, "lane");
  z->row = kn_put2i(k, IR_OP_DIV, local, SIDE, "row");
  z->tile = NEW_ARRAY(k->low->arena, kn_reg *, n);
  z->tile[n - 1] = kn_put_builtin(k, KN_GROUP_X, "x");
  z->tile[n - 2] = kn_put_builtin(k, KN_ITEM_Y, "y");
  if (in_z) {
    kn_reg **counts = NEW_ARRAY(k->low->arena, kn_reg *, in_z);
    for (int d = 1; d < in_z; d++)
      counts[d] = put_count(z, k, z->extents, d);
    kn_decode(k, kn_put_builtin(k, KN_ITEM_Z, "z"), counts, in_z, z->tile);
  }
}

// Launches the kernel for a map of "extents", the host's.
static void
put_launch(turned *z, kn_fn *h, kn_reg *const *extents) {
  int n = z->s->n_dims, in_z = n - 2;
  kn_reg **counts = NEW_ARRAY(h->low->arena, kn_reg *, n), *items[3] = {0};
  for (int d = 0; d < n; d++)
    counts[d] = put_count(z, h, extents, d);
  items[0] = kn_put2i(h, IR_OP_MUL, counts[n - 1], ITEMS, "items");
  items[1] = counts[n - 2];
  items[2] = in_z ? kn_product(h, counts, in_z) : NULL;
  kn_put_launch(z->k, items, kn_put_bound(h, z->s->body, SIDE / ROWS, 0),
                kn_put_work(h, z->s->body, SIDE / ROWS));
}

bool
kn_put_map_turned(kn_fn *h, const ir_soac *s, kn_reg **extents) {
  turned z;
  if (!match_turned(&z, h, s))
    return false;
  arena *a = h->low->arena;
  kn_fn *k = z.k = kn_kernel_new(
      h, s->op, arena_printf(a, "map %dd, turned tiles", s->n_dims));
  k->fn->dims = s->n_dims < 3 ? 2 : 3;
  k->fn->local[0] = ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  for (int i = 0; i < z.n_loads; i++) {
    const ir_val *out = z.loads[i]->outs.at[0];
    z.tiles[i] = kn_buf_new(a, k->fn, out->type.elem, KN_SHARED,
                            SIDE * (SIDE + 1), "tile");
  }
  put_place(&z);
  put_tiles(&z);
  put_iterations(&z);
  kn_finish(k);
  put_launch(&z, h, extents);
  return true;
}
