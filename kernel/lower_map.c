// kernel/lower_map.c: map {grid|thread} -> one kernel.
//
// GPU: one work-item per iteration; the last index is x, then y, and all
// further ones share z, taken apart by division.
// CPU: a call runs the flattened iterations lo <= t < hi. The start is taken
// apart once; then row by row along the last dimension, an inner loop that
// LLVM can vectorise, without a division per iteration:
//
//   rest = hi - lo; (i, j) = decode(lo)
//   while (rest > 0) {
//     row = min(extent_j - j, rest)
//     for (r < row) body(i, j + r)
//     rest -= row; j += row; if (j >= extent_j) j = 0, i++
//   }
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

// "map 2d", or "sequential" for a single iteration.
static const char *
map_text(kn_lowering *low, const ir_soac *s) {
  int64_t e;
  bool single = true;
  for (int k = 0; k < s->n_dims; k++)
    single &= ir_match_int(s->extents[k], &e) && e == 1;
  return single ? "sequential" : arena_printf(low->arena, "map %dd", s->n_dims);
}

// -- GPU ------------------------------------------------------------------
// True when some access walks an array element by element down the grid, and
// not across it: work-items that are above one another share its lines.
static bool
walks_down(arena *a, const ir_soac *s) {
  const ir_val *x = s->idx[s->n_dims - 1], *y = s->idx[s->n_dims - 2];
  an_accesses all;
  if (!an_accesses_of(a, s->op, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    int64_t across;
    const an_affine *at = &all.at[i].at;
    if (an_affine_is_unit(at, y) && !an_affine_is_unit(at, x) &&
        an_affine_stride(at, x, &across) > 0)
      return true;
  }
  return false;
}

// Lowers the body over the grid; "extents" are the host's. Returns how many
// loop iterations a work-item does besides those of the body; NULL: none.
static kn_reg *
low_grid(kn_fn *k, const ir_soac *s, kn_reg **extents, kn_reg **items) {
  int n = s->n_dims, in_z = n > 2 ? n - 2 : 0;
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_block *back = kn_enter(k, &k->entry);
  idx[n - 1] = kn_put_builtin(k, KN_ITEM_X, s->idx[n - 1]->name);
  if (n > 1)
    idx[n - 2] = kn_put_builtin(k, KN_ITEM_Y, s->idx[n - 2]->name);
  if (in_z) {
    const char *name = in_z == 1 ? s->idx[0]->name : "z";
    kn_reg *z = kn_put_builtin(k, KN_ITEM_Z, name);
    kn_decode(k, z, kn_capture_extents(k, s, 1, in_z), in_z, idx);
  }
  kn_enter(k, back);
  kn_lower_soac_body(k, s, idx);
  kn_reg *more = n == 1 ? kn_put_shared_tile(k, idx[0], s) : NULL;
  k->fn->dims = n < 3 ? n : 3;
  k->fn->tall = n > 1 && walks_down(k->low->arena, s);
  items[0] = extents[n - 1];
  items[1] = n > 1 ? extents[n - 2] : NULL;
  items[2] = in_z ? kn_product(k->host, extents, in_z) : NULL;
  return more;
}

// Host: bound + more, or -1 where the bound is.
static kn_reg *
put_more_loops(kn_fn *h, kn_reg *bound, kn_reg *more) {
  kn_reg *known = kn_put2(h, IR_OP_GE, bound, kn_put_i64(h, 0), NULL);
  kn_reg *args[3] = {known, kn_put2(h, IR_OP_ADD, bound, more, NULL), bound};
  return kn_put_op(h, IR_OP_SELECT, IR_I64, args, 3, NULL);
}

// -- CPU ------------------------------------------------------------------
// for (r < count) body(idx[0].., idx[n-1] + r)
static void
put_row(kn_fn *k, const ir_soac *s, kn_reg **idx, kn_reg *count) {
  int last = s->n_dims - 1;
  kn_reg **at = NEW_ARRAY(k->low->arena, kn_reg *, s->n_dims);
  bool parallel = kn_is_vectorisable(s->body);
  kn_stmt *loop = kn_put_loop(k, count, parallel, "r");
  kn_block *back = kn_enter(k, &loop->body[0]);
  for (int d = 0; d < last; d++)
    at[d] = idx[d];
  at[last] = kn_put2(k, IR_OP_ADD, idx[last], loop->dst, s->idx[last]->name);
  kn_lower_soac_body(k, s, at);
  kn_enter(k, back);
}

// The rows of "count" iterations from index "idx" on, which moves.
static void
put_rows(kn_fn *k, const ir_soac *s, kn_reg **idx, kn_reg **extents,
         kn_reg *count) {
  int last = s->n_dims - 1;
  kn_reg *zero = kn_put_i64(k, 0);
  kn_reg *rest = kn_reg_new(k->low->arena, k->fn, IR_I64, "rest");
  kn_reg *more = kn_put2(k, IR_OP_GT, count, zero, "more");
  kn_put_copy(k, rest, count);
  kn_stmt *loop = kn_put_while(k, more);
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *row = kn_put2(k, IR_OP_SUB, extents[last], idx[last], NULL);
  row = kn_put2(k, IR_OP_MIN, row, rest, "row");
  put_row(k, s, idx, row);
  kn_put_copy(k, rest, kn_put2(k, IR_OP_SUB, rest, row, NULL));
  kn_put_increase(k, idx[last], row);
  kn_put_carry(k, idx, extents, s->n_dims);
  kn_put_copy(k, more, kn_put2(k, IR_OP_GT, rest, zero, NULL));
  kn_enter(k, back);
}

// Lowers the body over a range of flattened iterations.
static void
low_threads(kn_fn *k, const ir_soac *s) {
  int n = s->n_dims;
  kn_reg **extents = kn_capture_extents(k, s, n > 1 ? 1 : n, n);
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, n);
  kn_reg *lo = kn_put_builtin(k, KN_RANGE_LO, "lo");
  kn_reg *hi = kn_put_builtin(k, KN_RANGE_HI, "hi");
  kn_reg *count = kn_put2(k, IR_OP_SUB, hi, lo, "count");
  if (n == 1) {
    put_row(k, s, &lo, count);
    return;
  }
  kn_decode(k, lo, extents, n, idx);
  put_rows(k, s, idx, extents, count);
}

// -- Both -----------------------------------------------------------------
// One kernel over the iterations of "s".
static void
put_map(kn_fn *h, const ir_soac *s, kn_reg **extents) {
  kn_reg *items[3] = {0}, *more = NULL;
  kn_fn *k = kn_kernel_new(h, s->op, map_text(h->low, s));
  if (h->low->target == KN_GPU) {
    more = low_grid(k, s, extents, items);
  } else {
    low_threads(k, s);
    items[0] = kn_product(h, extents, s->n_dims);
  }
  kn_reg *bound = kn_put_bound(h, s->body, 1, 0);
  if (more)
    bound = put_more_loops(h, bound, more);
  kn_finish(k);
  kn_put_launch(k, items, bound, kn_put_work(h, s->body, 1));
}

void
kn_lower_map(kn_fn *h, ir_op *op) {
  ir_soac s;
  kn_block *back = NULL;
  bool all = false;
  ir_match_soac(op, &s);
  kn_reg **extents = NEW_ARRAY(h->low->arena, kn_reg *, s.n_dims);
  kn_extents(h, &s, extents);
  if (h->low->target == KN_GPU)
    all = kn_put_map_counts(h, &s, extents) ||
          kn_put_map_group(h, &s, extents, &back);
  if (h->low->target == KN_GPU && !all && !back)
    back = kn_put_map_shared(h, &s, extents);
  if (h->low->target == KN_GPU && !all && !back)
    all = kn_put_map_turned(h, &s, extents);
  if (!all)
    put_map(h, &s, extents);
  if (back)
    kn_enter(h, back);
  for (int i = 0; i < s.n_dests; i++)
    kn_bind_buf(h, s.dest_outs[i], kn_array(h, s.dests[i]));
}
