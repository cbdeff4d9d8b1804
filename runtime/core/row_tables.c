// runtime/core/row_tables.c: tables of rows, for code that follows pointers.
//
// Code for CPUs asks a table where a row begins (LOFT_ROWS_FOLLOWED), so that
// rows that are apart stay where they are. Rows at one distance, and copies,
// have a table too: the code is the same. Note [Row pointers].
#include "runtime/core/rows_private.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/bind.h"
#include "runtime/core/fault.h"
#include "runtime/core/net.h"

// The subscript of the pointer to the row with the indices "at", as those of
// elements count rows.
static int64_t
row_number(const loft_rows *r, const int64_t *at) {
  int64_t n = at[0];
  for (uint32_t l = 1; l < r->n_levels; l++)
    n = n * r->stride[l - 1] + at[l]; // it fits: subscripts of elements do
  return n;
}

// The indices of row "k" of those of "r", in order.
static void
find_indices(const loft_rows *r, size_t k, int64_t *at) {
  for (uint32_t l = r->n_levels; l-- > 0;) {
    size_t m = (size_t)rt_rows_extent(r, l);
    at[l] = r->lo[l] + (int64_t)(k % m);
    k /= m;
  }
}

// Makes room for the table of "r". False without memory.
static bool
allocate_table(const loft_rows *r, rt_row_table *t) {
  int64_t last[LOFT_ROWS_LEVELS];
  for (uint32_t l = 0; l < r->n_levels; l++)
    last[l] = r->hi[l] - 1;
  t->first = row_number(r, r->lo);
  t->n = (size_t)(row_number(r, last) - t->first) + 1;
  t->at = t->n <= RT_ROWS_MOST ? rt_calloc(t->n, sizeof *t->at) : NULL;
  return t->at != NULL;
}

bool
rt_row_table_make(const loft_rows *r, rt_row_table *t) {
  if (!allocate_table(r, t))
    return false;
  for (size_t k = 0; k < t->n; k++)
    t->at[k] = (t->first + (int64_t)k) * r->stride[r->n_levels - 1];
  return true;
}

// Where C index 0 of the "n" rows at "list" is to be: where row 0 begins, of
// which elements have no row in their subscripts, or else the first that is
// there.
static const char *
find_base(const loft_rows *r, char *const *list, size_t n) {
  int64_t at[LOFT_ROWS_LEVELS];
  for (size_t k = 0; k < n; k++) {
    find_indices(r, k, at);
    if (row_number(r, at) == 0)
      return list[k];
    if (row_number(r, at) > 0)
      break;
  }
  for (size_t k = 0; k < n; k++)
    if (list[k])
      return list[k];
  return NULL;
}

bool
rt_row_table_follow(const loft_rows *r, rt_row_table *t, const void **base) {
  int64_t at[LOFT_ROWS_LEVELS];
  size_t n;
  char **list = rt_rows_list(r, r->n_levels, &n);
  bool ok = list && allocate_table(r, t);
  *base = ok ? find_base(r, list, n) : NULL;
  for (size_t k = 0; k < n && ok; k++) {
    int64_t bytes = (int64_t)((uintptr_t)list[k] - (uintptr_t)*base);
    find_indices(r, k, at);
    t->at[row_number(r, at) - t->first] = bytes / r->elem_size;
    ok = !list[k] || bytes % r->elem_size == 0;
  }
  free(list);
  return ok;
}

bool
rt_rows_may_follow(const loft_region_desc *region, const loft_call *call,
                   const loft_rows *r) {
  uint32_t mode = call->binds[r->bind].mode;
  bool kept = (region->flags & LOFT_LATE_ALLOC) &&
              !(region->flags & LOFT_READS_AHEAD); // before it is written
  return (r->flags & LOFT_ROWS_FOLLOWED) && !rt_net_many() &&
         !(mode & LOFT_COPIED) && !((mode & LOFT_WRITE) && kept);
}
