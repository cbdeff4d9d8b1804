// rewrites/pass_tile.c: several elements of a map go to one work-item.
//
//   map (i < n, j < m) (w = c) {       map (I < n/8, J < m/256 * 32) (w = c) {
//     s = reduce (k < p) seq             s00, s01, .. s77 =
//           [add 0] {                      reduce (k < p) seq [add 0, ..] {
//       a[i,k] * b[k,j] }        =>          a[i0,k] * b[k,j0],
//     w[i,j] = f(s) }                        a[i0,k] * b[k,j1], .. }
//                                        w[i0,j0] = f(s00); .. }
//                                      map (i < n, j < m % 256) ..
//                                      map (i < n % 8, j < m - m % 256) ..
//
//   i0, i1, .. = 8I, 8I+1, ..;  j0, j1, .. = 256 (J/32) + J%32, the same + 32,
//   ..
//
// 64 folds need 16 reads a step instead of 128, and go on side by side. Each
// folds k in order, so not a bit changes. The columns of one work-item are 32
// apart: neighbours still read neighbours. What is no full tile stays as it
// was, in two strips; so does everything where tiles are too few to fill a
// device.
// Maps that only move data take four elements along the last dimension, again
// 32 apart: more reads are on their way at once.
// For GPUs; CPUs have pass_interchange.c.
#include "rewrites/rw_private.h"

bool pass_tile(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  LANES = 32,              // neighbours that read together
  SIDE = 8,                // most rows and columns of a tile
  TILE_BYTES = 256,        // of the accumulators of a tile at most
  MAX_OPS = 1200,          // in the body of the fold
  MIN_TILES = 8 * 1024,    // work-items that keep a large GPU busy with folds
  GRAIN = 4,               // columns where data only moves
  MIN_GRAINS = 1024 * 1024 // work-items that keep it busy then
};

// One match: "map" with its last two dimensions i (NULL: no rows) and j.
typedef struct tiler {
  arena *a;
  ir_func *f;
  ir_soac map;
  rw_fold fold; // in it, if any
  ir_op *mid;   // where the elements meet: the fold, or the first write
  ir_val *i, *j;
  int rows, columns; // of a tile
  int64_t least;     // work-items that are enough
} tiler;

// -- Conditions -------------------------------------------------------

// True when the map's body is: ops that only compute and read, one fold in
// order without dests, ops without loops. Fills z->fold.
static bool
match_body(tiler *z) {
  ir_op *red = NULL;
  ir_foreach_op (op, z->map.body) {
    if ((op->code == IR_OP_REDUCE || op->code == IR_OP_LOOP) && !red)
      red = op;
    else if (rw_any(op, rw_iterates) || (!red && rw_any(op, ir_writes_element)))
      return false;
  }
  if (!red || red->has_while || !rw_match_fold(red, &z->fold))
    return false;
  ir_foreach_op (op, z->fold.s.body)
    if (rw_any(op, rw_iterates))
      return false;
  for (int d = 0; d < z->fold.s.n_dims; d++)
    if (rw_varies(z->map.body, z->fold.s.extents[d], z->i) ||
        rw_varies(z->map.body, z->fold.s.extents[d], z->j))
      return false;
  z->mid = red;
  return true;
}

// True when the form changes with index "x".
static bool
moves_along(const an_access *at, const ir_val *x) {
  int64_t stride;
  return an_affine_stride(&at->at, x, &stride) != 0;
}

// True when some reads in the fold serve a whole row, others a whole column.
static bool
shares_reads(tiler *z) {
  an_accesses all;
  bool row = false, column = false;
  if (!an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  for (int k = 0; k < all.n; k++) {
    bool along_i = moves_along(&all.at[k], z->i);
    bool along_j = moves_along(&all.at[k], z->j);
    row |= along_i && !along_j;
    column |= along_j && !along_i;
  }
  return row && column;
}

// Decides how large a tile is; false when two columns would be too many.
static bool
choose_tile(tiler *z) {
  int bytes = 0;
  for (int k = 0; k < z->fold.s.n_red; k++)
    bytes += ir_size(z->fold.s.results[k]->type.elem);
  z->rows = z->columns = SIDE;
  z->least = MIN_TILES;
  while (z->columns > 1 &&
         (z->rows * z->columns * bytes > TILE_BYTES ||
          z->rows * z->columns * rw_size(z->fold.s.body) > MAX_OPS))
    z->columns /= 2;
  return z->columns > 1;
}

// True when the map only moves data: no loops, few ops for each read or write,
// which are of neighbours. Decides on its grain.
static bool
match_stream(tiler *z) {
  enum { OPS_PER_ACCESS = 8 };
  an_accesses all;
  ir_foreach_op (op, z->map.body) {
    if (rw_any(op, rw_iterates))
      return false;
    if (!z->mid && rw_any(op, ir_writes_element))
      z->mid = op;
  }
  if (!z->mid || !an_accesses_of(z->a, z->map.op, &all) ||
      rw_size(z->map.body) > OPS_PER_ACCESS * all.n)
    return false;
  for (int k = 0; k < all.n; k++) {
    int64_t stride = 0;
    int kind = an_affine_stride(&all.at[k].at, z->j, &stride);
    if (kind && (kind != 1 || stride < -1 || stride > 1))
      return false;
  }
  z->rows = 1;
  z->columns = GRAIN;
  z->least = MIN_GRAINS;
  return true;
}

// -- Building ---------------------------------------------------------

// A copy of the map's shape before it: its extents with those of i and j
// replaced by "n" and "m", its dests, which become the results. The indices are
// mapped in "subst".
static ir_op *
build_map(tiler *z, ir_val *n, ir_val *m, ir_vals *dests, map *subst) {
  ir_builder b = ir_before(z->map.op);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_add_region(op);
  op->loc = z->map.op->loc;
  for (int d = 0; d < z->map.n_dims; d++) {
    ir_val *idx = z->map.idx[d];
    rw_add_dim(op,
               idx == z->i   ? n
               : idx == z->j ? m
                             : z->map.extents[d],
               idx, idx->name, subst);
  }
  for (int k = 0; k < dests->n; k++) {
    ir_val *like = z->map.dest_params[k];
    map_put(subst, like,
            ir_add_carried(op, dests->at[k], z->map.dest_outs[k]->name,
                           like->name));
    dests->at[k] = vec_last(&op->outs);
  }
  return op;
}

// The remainder beside full tiles: the old map over "n" by "m", from "i0", "j0"
// on (NULL: 0).
static void
build_strip(tiler *z, ir_val *n, ir_val *m, ir_val *i0, ir_val *j0,
            ir_vals *dests) {
  map *subst = map_new(z->a);
  ir_op *op = build_map(z, n, m, dests, subst);
  ir_builder b = ir_at_end(op->regions[0]);
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, dests->n + 1);
  if (i0)
    map_put(subst, z->i,
            ir_build2(&b, IR_OP_ADD, i0, ir_substituted(subst, z->i)));
  if (j0)
    map_put(subst, z->j,
            ir_build2(&b, IR_OP_ADD, j0, ir_substituted(subst, z->j)));
  ir_clone_region_ops(&b, z->map.body, subst, yields);
  ir_build_yield(&b, yields, dests->n);
}

// One element of a tile.
typedef struct cell {
  map *subst; // the map's values there
} cell;

// Row or column number "k" of the tile that starts at "first".
static ir_val *
build_place(ir_builder *b, ir_val *first, int64_t k) {
  return ir_build2(b, IR_OP_ADD, first, ir_build_int(b, IR_I64, k));
}

// Where the tile begins: *i0 (where there are rows), *j0.
static void
build_origin(tiler *z, ir_builder *b, const map *outer, ir_val **i0,
             ir_val **j0) {
  ir_val *lanes = ir_build_int(b, IR_I64, LANES);
  ir_val *width = ir_build_int(b, IR_I64, (int64_t)LANES * z->columns);
  ir_val *at = ir_substituted(outer, z->j);
  *j0 = ir_build2(b, IR_OP_MUL, ir_build2(b, IR_OP_DIV, at, lanes), width);
  *j0 = ir_build2(b, IR_OP_ADD, *j0, ir_build2(b, IR_OP_REM, at, lanes));
  if (z->i)
    *i0 = ir_build2(b, IR_OP_MUL, ir_substituted(outer, z->i),
                    ir_build_int(b, IR_I64, z->rows));
}

// Makes the elements of the tile: indices and what is before they meet.
static void
build_cells(tiler *z, ir_builder *b, const map *outer, cell *cells) {
  ir_val *i0 = NULL, *j0 = NULL;
  build_origin(z, b, outer, &i0, &j0);
  for (int c = 0; c < z->rows * z->columns; c++) {
    map *subst = cells[c].subst = map_copy(z->a, outer);
    if (z->i)
      map_put(subst, z->i, build_place(b, i0, c / z->columns));
    map_put(subst, z->j, build_place(b, j0, (int64_t)(c % z->columns) * LANES));
    for (ir_op *op = z->map.body->first; op != z->mid; op = op->next)
      ir_clone_op(b, op, subst);
  }
}

// The folds of all elements as one.
static void
build_fold(tiler *z, ir_builder *b, cell *cells) {
  const ir_soac *one = &z->fold.s;
  int n_cells = z->rows * z->columns, n = one->n_red;
  ir_val **extents = NEW_ARRAY(z->a, ir_val *, one->n_dims);
  for (int d = 0; d < one->n_dims; d++)
    extents[d] = ir_substituted(cells[0].subst, one->extents[d]);
  ir_op *op = rw_build_fold(b, &z->fold, extents, n_cells * n);
  ir_region *r = op->regions[0];
  ir_builder in = ir_at_end(r);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, n_cells * n);
  for (int k = 0; k < n_cells * n; k++) {
    map *subst = cells[k / n].subst;
    ir_val *init = ir_substituted(subst, one->inits[k % n]);
    map_put(subst, one->results[k % n],
            rw_add_fold(op, &z->fold, k % n, init, subst));
  }
  for (int c = 0; c < n_cells; c++) {
    for (int d = 0; d < op->n_dims; d++)
      map_put(cells[c].subst, one->idx[d], r->params.at[d]);
    ir_clone_region_ops(&in, one->body, cells[c].subst, &values[c * n]);
  }
  ir_build_yield(&in, values, n_cells * n);
}

// The ops behind, element after element, and the end of the map.
static void
build_rest(tiler *z, ir_builder *b, cell *cells) {
  int n = z->map.n_dests;
  ir_val **now = NEW_ARRAY(z->a, ir_val *, n + 1);
  for (int k = 0; k < n; k++)
    now[k] = ir_substituted(cells[0].subst, z->map.dest_params[k]);
  for (int c = 0; c < z->rows * z->columns; c++) {
    map *subst = cells[c].subst;
    ir_op *op = z->fold.s.op ? z->mid->next : z->mid;
    for (int k = 0; k < n; k++)
      map_put(subst, z->map.dest_params[k], now[k]);
    for (; op->code != IR_OP_YIELD; op = op->next)
      ir_clone_op(b, op, subst);
    for (int k = 0; k < n; k++)
      now[k] = ir_substituted(subst, z->map.dest_yields[k]);
  }
  ir_build_yield(b, now, n);
}

// The map over "n" by "m" work-items that compute a tile each.
static void
build_tiles(tiler *z, ir_val *n, ir_val *m, ir_vals *dests) {
  map *outer = map_new(z->a);
  ir_op *op = build_map(z, n, m, dests, outer);
  ir_builder b = ir_at_end(op->regions[0]);
  cell *cells = NEW_ARRAY(z->a, cell, z->rows * z->columns);
  build_cells(z, &b, outer, cells);
  if (z->fold.s.op)
    build_fold(z, &b, cells);
  build_rest(z, &b, cells);
}

// The condition that "items" columns of work-items, times "down" rows (NULL:
// one) and the other dimensions, are enough.
static ir_val *
build_is_enough(tiler *z, ir_builder *b, ir_val *down, ir_val *items) {
  for (int d = 0; d < z->map.n_dims - 1; d++)
    items = ir_build2(b, IR_OP_MUL, items,
                      z->map.idx[d] == z->i ? down : z->map.extents[d]);
  return ir_build2(b, IR_OP_GE, items, ir_build_int(b, IR_I64, z->least));
}

// Replaces the map by tiles and the remainders of columns and rows.
static void
rewrite(tiler *z) {
  ir_builder b = ir_before(z->map.op);
  ir_val *n = z->i ? z->map.extents[z->map.n_dims - 2] : NULL, *down = NULL;
  ir_val *m = z->map.extents[z->map.n_dims - 1];
  ir_val *rows = ir_build_int(&b, IR_I64, z->rows);
  ir_val *lanes = ir_build_int(&b, IR_I64, LANES);
  ir_val *width = ir_build_int(&b, IR_I64, (int64_t)LANES * z->columns);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *across = ir_build2(&b, IR_OP_DIV, m, width);
  ir_val *items = ir_build2(&b, IR_OP_MUL, across, lanes);
  if (z->i)
    down = ir_build2(&b, IR_OP_DIV, n, rows);
  ir_val *enough = build_is_enough(z, &b, down, items);
  items = ir_build3(&b, IR_OP_SELECT, enough, items, zero);
  across = ir_build3(&b, IR_OP_SELECT, enough, across, zero);
  ir_val *m_full = ir_build2(&b, IR_OP_MUL, across, width);
  ir_val *m_left = ir_build2(&b, IR_OP_SUB, m, m_full);
  ir_vals dests = {0};
  for (int k = 0; k < z->map.n_dests; k++)
    vec_push(z->a, &dests, z->map.dests[k]);
  build_tiles(z, down, items, &dests);
  build_strip(z, n, m_left, NULL, m_full, &dests);
  if (z->i) {
    b = ir_before(z->map.op);
    ir_val *n_full = ir_build2(&b, IR_OP_MUL, down, rows);
    ir_val *n_left = ir_build2(&b, IR_OP_SUB, n, n_full);
    build_strip(z, n_left, m_full, n_full, NULL, &dests);
  }
  for (int k = 0; k < dests.n; k++)
    ir_replace_uses(z->f, z->map.dest_outs[k], dests.at[k]);
  ir_remove(z->map.op);
}

// map (i, j) { s = reduce (k) seq {A}; B } =>
//   map (i/8, j/8) { s0, .. = reduce (k) seq {A0; ..}; B0; .. }; the rest
// when: at host level, the body is scalar ops and reads, one fold in order
//       without dests whose extent does not depend on i or j, then ops without
//       loops; some reads of the fold do not depend on i, others not on j; the
//       accumulators fit registers.
// why:  a read serves as many folds as the tile has rows or columns.
// src:  Steuwer et al., register blocking; Henriksen et al., register tiling
static bool
try_tile(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  tiler z = {.a = cx->arena, .f = f};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE || op->n_dims < 2 ||
      !ir_match_soac(op, &z.map))
    return false;
  z.i = z.map.idx[z.map.n_dims - 2];
  z.j = z.map.idx[z.map.n_dims - 1];
  if (!match_body(&z) || !shares_reads(&z) || !choose_tile(&z) ||
      !rw_fired(o, RW_RULE_tile))
    return false;
  rw_tiled(o, z.rows, z.columns);
  rewrite(&z);
  return true;
}

// map (j) {A; update} => map (j/4) {A0; A1; A2; A3; update0; ..}; the rest
// when: at host level, no loops, few ops for each access, and those are of the
//       same or neighbouring elements in neighbouring iterations.
// why:  reads that are on their way together fill the bus.
// src:  folklore (thread coarsening)
static bool
try_grain(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  tiler z = {.a = cx->arena, .f = f};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z.map))
    return false;
  z.j = z.map.idx[z.map.n_dims - 1];
  if (!match_stream(&z) || !rw_fired(o, RW_RULE_grain))
    return false;
  rw_tiled(o, z.rows, z.columns);
  rewrite(&z);
  return true;
}

// Tiles the map "op", or makes its grain coarser.
static bool
try_tiles(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  return try_tile(cx, f, o, op) || try_grain(cx, f, o, op);
}

bool
pass_tile(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_tiles);
}
