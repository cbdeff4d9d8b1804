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
  int64_t n;
  rt_rows_subscript(r, r->n_levels - 1, at,
                    &n); // it fits: those of elements do
  return n;
}

// Lets "at" be the indices of the row behind that of "at".
static void
next_row(const loft_rows *r, int64_t *at) {
  for (uint32_t l = r->n_levels; l-- > 0;) {
    if (++at[l] < r->hi[l])
      return;
    at[l] = r->lo[l];
  }
}

// Makes room for the table of "r": where its list is, which it loses, if that
// has a place for each entry, or else zeros. False without memory.
static bool
allocate_table(loft_rows *r, rt_row_table *t) {
  int64_t last[LOFT_ROWS_LEVELS];
  size_t listed = 1;
  for (uint32_t l = 0; l < r->n_levels; l++) {
    last[l] = r->hi[l] - 1;
    listed *= (size_t)rt_rows_extent(r, l); // it fits: there was a list
  }
  t->first = row_number(r, r->lo);
  t->n = (size_t)(row_number(r, last) - t->first) + 1;
  if (r->list && listed == t->n) {
    t->at = (int64_t *)(void *)r->list;
    r->list = NULL;
  } else {
    t->at = t->n <= RT_ROWS_MOST ? rt_calloc(t->n, sizeof *t->at) : NULL;
  }
  return t->at != NULL;
}

bool
rt_row_table_make(loft_rows *r, rt_row_table *t) {
  if (!allocate_table(r, t))
    return false;
  for (size_t k = 0; k < t->n; k++)
    t->at[k] = (t->first + (int64_t)k) * r->stride[r->n_levels - 1];
  return true;
}

// Where C index 0 of the rows at "list" is to be: where row 0 begins, of which
// elements have no row in their subscripts, or else the first that is there.
static const char *
find_base(const loft_rows *r, const rt_row_list *list) {
  int64_t at[LOFT_ROWS_LEVELS], n = -1;
  memcpy(at, r->lo, sizeof at);
  for (size_t k = 0; k < list->n && n < 0; k++, next_row(r, at)) {
    n = row_number(r, at);
    if (n == 0)
      return list->at[k];
  }
  for (size_t k = 0; k < list->n; k++)
    if (list->at[k])
      return list->at[k];
  return NULL;
}

// Fills in "t", which may be in the place of "list", for the rows at that, from
// "base" on. False where one of them is not whole units from there.
static bool
fill_table(const loft_rows *r, const rt_row_list *list, const char *base,
           rt_row_table *t) {
  int64_t at[LOFT_ROWS_LEVELS], size = r->elem_size;
  bool ok = true;
  memcpy(at, r->lo, sizeof at);
  for (size_t k = 0; k < list->n && ok; k++, next_row(r, at)) {
    const char *row = list->at[k];
    int64_t bytes = (int64_t)((uintptr_t)row - (uintptr_t)base);
    ok = !row || bytes % size == 0;
    t->at[row_number(r, at) - t->first] = bytes / size;
  }
  return ok;
}

bool
rt_row_table_follow(loft_rows *r, rt_row_table *t, const void **base) {
  rt_row_list list = rt_rows_list(r, r->n_levels);
  *base = list.at ? find_base(r, &list) : NULL;
  bool ok = list.at && allocate_table(r, t) && fill_table(r, &list, *base, t);
  if (!ok) {
    free(t->at);
    t->at = NULL;
  }
  rt_row_list_free(&list);
  return ok;
}

bool
rt_rows_may_follow(const loft_region_desc *region, const loft_call *call,
                   const loft_rows *r) {
  uint32_t mode = rt_rows_modes(call, r);
  bool kept = (region->flags & LOFT_LATE_ALLOC) &&
              !(region->flags & LOFT_READS_AHEAD); // before it is written
  return (r->flags & LOFT_ROWS_FOLLOWED) && !rt_net_many() &&
         !(mode & LOFT_COPIED) && !((mode & LOFT_WRITE) && kept);
}
