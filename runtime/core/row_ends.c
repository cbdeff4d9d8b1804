// runtime/core/row_ends.c: where rows of different lengths end.
//
// A region has a function of the ranges that one iteration of its outermost
// loops touches. It is called for each iteration only where rows as long as the
// longest would overlap something, or are copied. Note [Row pointers].
#include "runtime/core/rows_private.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/fault.h"

void
rt_row_ends_free(rt_row_ends *e, uint32_t n) {
  for (uint32_t k = 0; e && k < n; k++)
    free(e->of[k]);
  free(e);
}

// Makes place for the ends of rows of one level that do not end with a 0; they
// are empty at first. NULL without memory.
static rt_row_ends *
make_ends(const loft_call *call) {
  rt_row_ends *e = rt_calloc(1, sizeof *e + call->n_rows * sizeof *e->of);
  bool ok = e != NULL;
  for (uint32_t k = 0; ok && k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k];
    if (!rt_rows_is_first(call, r) || r->n_levels > 1 || !rt_rows_touched(r) ||
        (r->flags & LOFT_ROWS_ENDED) || rt_rows_extent(r, 0) > RT_ROWS_MOST)
      continue;
    size_t n = (size_t)rt_rows_extent(r, 0);
    e->of[k] = rt_malloc(2 * n * sizeof **e->of);
    ok = e->of[k] != NULL;
    for (size_t i = 0; ok && i < n; i++) {
      e->of[k][i] = r->lo[1];
      e->of[k][n + i] = r->hi[1];
    }
  }
  if (!ok)
    rt_row_ends_free(e, call->n_rows);
  return ok ? e : NULL;
}

// Lets rows "lo" up to below "hi" of "r" reach from "begin" as far as "end", in
// "ends". Returns how many these are.
static int64_t
add_rows(const loft_rows *r, int64_t *ends, int64_t lo, int64_t hi,
         int64_t begin, int64_t end) {
  int64_t *begins = ends + rt_rows_extent(r, 0);
  lo = lo < r->lo[0] ? r->lo[0] : lo;
  hi = hi > r->hi[0] ? r->hi[0] : hi;
  begin = begin < r->lo[1] ? r->lo[1] : begin;
  end = end > r->hi[1] ? r->hi[1] : end;
  for (int64_t i = lo - r->lo[0]; i < hi - r->lo[0]; i++) {
    if (ends[i] < end)
      ends[i] = end;
    if (begins[i] > begin)
      begins[i] = begin;
  }
  return hi > lo ? hi - lo : 0;
}

// "n" elements of "size" bytes as a number of elements of "unit" bytes, rounded
// up or down, saturated.
static int64_t
in_units(int64_t n, int64_t size, int64_t unit, bool up) {
  __int128 bytes = (__int128)n * size, count = bytes / unit;
  count += up ? bytes % unit > 0 : -(bytes % unit < 0);
  return count < INT64_MIN   ? INT64_MIN
         : count > INT64_MAX ? INT64_MAX
                             : (int64_t)count;
}

// Lets "e" reach as far as one iteration does, whose ranges are "at". Returns
// how many rows it touches.
static int64_t
add_iteration(rt_row_ends *e, const loft_call *call, const uint64_t *at) {
  int64_t n = 0;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k], *first = &call->rows[r->first];
    int64_t *ends = e->of[r->first];
    int64_t lo = (int64_t)at[0], hi = (int64_t)at[1];
    int64_t begin = (int64_t)at[2], end = (int64_t)at[3];
    int64_t size = call->binds[r->bind].elem_size, unit = first->elem_size;
    bool any = lo < hi && begin < end;
    at += 2 * (r->n_levels + 1);
    if (ends && any)
      n += add_rows(first, ends, lo, hi, in_units(begin, size, unit, false),
                    in_units(end, size, unit, true));
  }
  return n;
}

// Fills in "e" by a call of the region's function for each iteration; false
// where it cannot tell, or takes a good part of the region's time, since
// iterations touch many rows each.
static bool
fill_ends(rt_row_ends *e, const loft_region_desc *region, const loft_call *call,
          uint64_t *args, const uint64_t *results) {
  enum { MANY_EACH = 16 };
  int64_t n = 1, all = 0, most = MANY_EACH;
  most += call->work < 1e12 ? (int64_t)(call->work / 2) : 0;
  for (uint32_t k = 0; k < call->n_rows; k++)
    if (e->of[k])
      most += MANY_EACH * rt_rows_extent(&call->rows[k], 0);
  for (int64_t i = 0; i < n; i++) {
    args[region->n_params] = (uint64_t)i;
    region->row_ends(args, 0, 1);
    n = (int64_t)results[1];
    all += 1 + add_iteration(e, call, results + 2);
    if (!results[0] || all > most)
      return false;
  }
  return true;
}

rt_row_ends *
rt_row_ends_find(const loft_region_desc *region, const loft_call *call) {
  size_t n = 2;
  if (!region->row_ends || !call->args)
    return NULL;
  for (uint32_t k = 0; k < call->n_rows; k++)
    n += 2 * (call->rows[k].n_levels + 1);
  uint64_t *results = rt_calloc(n + region->n_params + 2, sizeof *results);
  rt_row_ends *e = results ? make_ends(call) : NULL;
  if (e) {
    uint64_t *args = results + n;
    memcpy(args, call->args, region->n_params * sizeof *args);
    args[region->n_params + 1] = (uint64_t)(uintptr_t)results;
    if (!fill_ends(e, region, call, args, results)) {
      rt_row_ends_free(e, call->n_rows);
      e = NULL;
    }
  }
  free(results);
  return e;
}

size_t
rt_row_bytes(const loft_rows *r, const int64_t *ends, size_t k) {
  return ends ? (size_t)(ends[k] - r->lo[r->n_levels]) * r->elem_size
              : rt_rows_bytes(r);
}
