// runtime/core/rows_private.h: what the files about rows behind pointers share.
//
//   rows.c         their pointers, their distances, which are found when a
//   region
//                  starts
//   row_ends.c     where rows of different lengths end
//   row_overlap.c  whether they overlap
//   row_copies.c   copies of them
//   row_tables.c   tables of them, for code that follows pointers
#ifndef RT_ROWS_PRIVATE_H
#define RT_ROWS_PRIVATE_H

#include "runtime/core/rows.h"

enum { RT_ROWS_MOST = 1 << 28 }; // pointers

// Of each loft_rows of a call where its rows end, by their number from lo[0]
// on, and behind all of these where the touched part of each begins; NULL: all
// at hi, and lo.
typedef struct rt_row_ends {
  int64_t *of[];
} rt_row_ends;

// How many indices there are in level "l".
static inline int64_t
rt_rows_extent(const loft_rows *r, uint32_t l) {
  return r->hi[l] - r->lo[l];
}

// Bytes of one row.
static inline size_t
rt_rows_bytes(const loft_rows *r) {
  return (size_t)rt_rows_extent(r, r->n_levels) * r->elem_size;
}

// Whether the region touches anything behind the pointers.
static inline bool
rt_rows_touched(const loft_rows *r) {
  for (uint32_t l = 0; l <= r->n_levels; l++)
    if (r->hi[l] <= r->lo[l])
      return false;
  return true;
}

// Bytes from a pointer of level "l" to the next.
static inline size_t
rt_rows_step(const loft_rows *r, uint32_t l) {
  return l == 0 ? r->step : sizeof(char *);
}

// Whether "r" is the first of the rows behind its pointers.
static inline bool
rt_rows_is_first(const loft_call *call, const loft_rows *r) {
  return &call->rows[r->first] == r;
}

// Rows by their addresses, "n" of them; "kept": in loft_rows.list.
typedef struct rt_row_list {
  char **at;
  size_t n;
  bool kept;
} rt_row_list;

// Where rows begin, in units behind C index 0 of their array: of number
// first + k, as subscripts of elements count them, at[k].
typedef struct rt_row_table {
  int64_t *at; // NULL: none
  int64_t first;
  size_t n;
} rt_row_table;

// -- rows.c -------------------------------------------------------------------
// The addresses that the pointers of "level" levels lead to, in order of their
// indices; NULL where some cannot be read, or there are too many.
rt_row_list rt_rows_list(const loft_rows *r, uint32_t level);
// Frees a list, unless it is kept.
void rt_row_list_free(const rt_row_list *list);
// The subscript of the element with the indices "at" behind "levels" pointers,
// r->n_levels of the elements of rows themselves. False when it is too large.
bool rt_rows_subscript(const loft_rows *r, uint32_t levels, const int64_t *at,
                       int64_t *out);
// What is done with the rows behind the pointers of "r": the modes of all that
// are not empty.
uint32_t rt_rows_modes(const loft_call *call, const loft_rows *r);
// The rows that bind "k" of the call is, or NULL.
const loft_rows *rt_rows_of(const loft_call *call, uint32_t k);

// -- row_ends.c ---------------------------------------------------------------
// Gives back "e".
void rt_row_ends_free(rt_row_ends *e, uint32_t n);
// The ends of the rows of "call". NULL where these are not known better than by
// their ranges.
rt_row_ends *rt_row_ends_find(const loft_region_desc *region,
                              const loft_call *call);
// Bytes of the touched part of row "k" of "r", which ends by "ends" (NULL: as
// all do).
size_t rt_row_bytes(const loft_rows *r, const int64_t *ends, size_t k);

// -- row_tables.c -------------------------------------------------------------
// Whether code for CPUs finds the rows of "r" where they are.
bool rt_rows_may_follow(const loft_region_desc *region, const loft_call *call,
                        const loft_rows *r);
// The table of rows at the distance of "r", which may lose its list. False
// without memory.
bool rt_row_table_make(loft_rows *r, rt_row_table *t);
// The table of rows where they are, and in *base what it counts from: row 0, if
// the region touches it. False where there is no memory, or one of them is not
// whole units from there.
bool rt_row_table_follow(loft_rows *r, rt_row_table *t, const void **base);

#endif
