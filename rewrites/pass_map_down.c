// rewrites/pass_map_down.c: a loop over rows becomes a map over columns.
//
//   loop (i < n) (w = c) {             map (j < m) (v = c) {
//     map (j < m) (v = w) {              loop (i < n) (u = v) {
//       v[i,j] = A(v[i-1,j]) } }   =>      u[i,j] = A(u[i-1,j]) } }
//
// Running sums down the columns, recursive filters, the second pass of an
// integral image. Each column is a work-item's: for GPUs, one kernel instead of
// a launch a row. CPUs walk rows better.
#include "rewrites/rw_private.h"

bool pass_map_down(loft_cx *cx, ir_func *f, rw_options *o);

// True when all accesses to arrays that the loop writes are in the column of
// their iteration of the map.
static bool
are_in_columns(const rw_rows *z) {
  for (int i = 0; i < z->all.n; i++) {
    const an_access *x = &z->all.at[i];
    if (!x->is_write)
      continue;
    an_affine stride;
    const an_access *w = rw_row_write(z, x->root, NULL, &stride);
    if (!w)
      return false;
    for (int k = 0; k < z->all.n; k++)
      if (z->all.at[k].root == x->root &&
          !rw_is_in_column(z, &z->all.at[k], w, &stride))
        return false;
  }
  return true;
}

// loop (i) { map (j) { w[i,j] = A(w[i-k,j]) } } =>
//     map (j) { loop (i) { w[i,j] = A(w[i-k,j]) } }
// when: nothing else in the loop; the extent of the map does not change; what
//       is written, and read of it, is in column j, of rows as long as the map.
// why:  one launch instead of n, of 5 us each on an H200.
// src:  Allen and Kennedy, loop interchange by direction vectors
static bool
try_down(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  rw_rows z;
  if (!rw_match_rows(f->module->arena, op, &z) || !are_in_columns(&z) ||
      !ir_is_outside(z.map.extents[0], z.loop.body) ||
      !rw_fired(o, RW_RULE_map_down))
    return false;
  rw_turn_loop(f, &z.loop, &z.map);
  return true;
}

bool
pass_map_down(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_down);
}
