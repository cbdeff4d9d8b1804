// runtime/core/rows.c: rows that a region finds through pointers; see rows.h.
//
// Rows that are all at one distance, as those of one allocation are, are an
// array where they stand. Others are copied to where they are one, and back.
// Note [Row pointers]. Of structures, which are several arrays, the first of
// these stands for all: they are found, compared and copied once.
#include "runtime/core/rows_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/backend.h"
#include "runtime/core/fault.h"
#include "runtime/core/process.h"

// -- Pointers -----------------------------------------------------------------

// Reads "n" pointers, the first at "at", which are "step" bytes apart, one by
// one; false where that is impossible.
static bool
read_each(char **to, const char *at, size_t n, size_t step) {
  size_t k = 0;
  while (k < n && rt_backends[LOFT_ON_CPU]->read(to + k, at + k * step,
                                                 sizeof *to) == sizeof *to)
    k++;
  return k == n;
}

// The same by one system call for many, with what is between them.
static bool
read_apart(char **to, const char *at, size_t n, size_t step) {
  enum { MOST = 1 << 14 };
  char block[MOST];
  size_t most = step > MOST - sizeof *to ? 0 : (MOST - sizeof *to) / step + 1;
  for (size_t k = 0, m; most && k < n; k += m, at += m * step) {
    m = n - k < most ? n - k : most;
    size_t bytes = (m - 1) * step + sizeof *to;
    if (rt_backends[LOFT_ON_CPU]->read(block, at, bytes) != bytes) {
      if (!read_each(to + k, at, m, step))
        return false;
      continue;
    }
    for (size_t i = 0; i < m; i++)
      memcpy(to + k + i, block + i * step, sizeof *to);
  }
  return most || read_each(to, at, n, step);
}

// Reads "n" pointers, the first at "at", which are "step" bytes apart; false
// where that is impossible; "sure": C reads them.
static bool
read_pointers(char **to, const char *at, size_t n, size_t step, bool sure) {
  size_t bytes = n * sizeof *to;
  if (step != sizeof *to && !sure)
    return read_apart(to, at, n, step);
  if (!sure)
    return rt_backends[LOFT_ON_CPU]->read(to, at, bytes) == bytes;
  if (step == sizeof *to)
    memcpy(to, at, bytes);
  for (size_t k = 0; k < n && step != sizeof *to; k++)
    memcpy(to + k, at + k * step, sizeof *to);
  return true;
}

// rt_rows_list by reading the pointers, of which there are not too many.
static char **
read_list(const loft_rows *r, uint32_t level) {
  size_t n = 1;
  char **list = rt_malloc(sizeof *list);
  if (list)
    *list = (char *)(uintptr_t)r->table;
  for (uint32_t l = 0; l < level && list; l++) {
    size_t m = (size_t)rt_rows_extent(r, l);
    char **next = rt_array_alloc(n * m * sizeof *next);
    bool ok = next != NULL;
    for (size_t k = 0; k < n && ok; k++)
      ok = read_pointers(next + k * m,
                         (char *)((uintptr_t)list[k] +
                                  (uintptr_t)r->lo[l] * rt_rows_step(r, l)),
                         m, rt_rows_step(r, l),
                         l == 0 && (r->flags & LOFT_ROWS_SURE));
    free(list);
    list = next;
    n *= m;
    if (!ok) {
      free(list);
      list = NULL;
    }
  }
  return list;
}

rt_row_list
rt_rows_list(const loft_rows *r, uint32_t level) {
  rt_row_list list = {.n = 1};
  for (uint32_t l = 0; l < level; l++) {
    if ((size_t)rt_rows_extent(r, l) > RT_ROWS_MOST / list.n)
      return (rt_row_list){0};
    list.n *= (size_t)rt_rows_extent(r, l);
  }
  list.kept = r->list && level == r->n_levels;
  list.at = list.kept ? (char **)r->list : read_list(r, level);
  return list;
}

void
rt_row_list_free(const rt_row_list *list) {
  if (!list->kept)
    free(list->at);
}

// -- Strides ------------------------------------------------------------------

bool
rt_rows_subscript(const loft_rows *r, uint32_t levels, const int64_t *at,
                  int64_t *out) {
  *out = at[0];
  for (uint32_t l = 0; l < levels; l++)
    if (__builtin_mul_overflow(*out, r->stride[l], out) ||
        __builtin_add_overflow(*out, at[l + 1], out))
      return false;
  return true;
}

// A stride that leaves room for all indices of level "l".
static int64_t
dense_stride(const loft_rows *r, uint32_t l) {
  int64_t n = rt_rows_extent(r, l), hi = r->hi[l];
  return hi > n ? hi : n;
}

// Sets strides by which rows do not overlap.
static void
set_dense_strides(loft_rows *r) {
  for (uint32_t l = 0; l < r->n_levels; l++)
    r->stride[l] = dense_stride(r, l + 1);
}

// Sets the strides by which the "n" rows at "list" follow one another. False
// when there are none.
static bool
find_strides(loft_rows *r, char *const *list, size_t n) {
  ptrdiff_t step[LOFT_ROWS_LEVELS] = {0}, unit = (ptrdiff_t)r->elem_size;
  size_t inner = 1;
  for (uint32_t l = r->n_levels; l-- > 0;) {
    if (rt_rows_extent(r, l) > 1) {
      step[l] = (ptrdiff_t)((uintptr_t)list[inner] - (uintptr_t)list[0]);
      r->stride[l] = step[l] / unit;
      if (step[l] % unit != 0 || r->stride[l] < rt_rows_extent(r, l + 1))
        return false;
    }
    if (__builtin_mul_overflow(unit, r->stride[l], &unit))
      return false;
    inner *= (size_t)rt_rows_extent(r, l);
  }
  for (size_t k = 0; k < n; k++) {
    uintptr_t at = (uintptr_t)list[0];
    size_t rest = k;
    for (uint32_t l = r->n_levels; l-- > 0;) {
      size_t m = (size_t)rt_rows_extent(r, l);
      at += (uintptr_t)step[l] * (rest % m);
      rest /= m;
    }
    if (at != (uintptr_t)list[k])
      return false;
  }
  return true;
}

// Sets the base of rows the first of which is at "first", if they stay there.
static bool
find_base(loft_rows *r, char *first) {
  int64_t at[LOFT_ROWS_LEVELS + 1] = {0}, k;
  memcpy(at, r->lo, r->n_levels * sizeof *at);
  if (!rt_rows_subscript(r, r->n_levels, at, &k) ||
      __builtin_mul_overflow(k, r->elem_size, &k))
    return false;
  r->base = (void *)((uintptr_t)first - (uintptr_t)k);
  return true;
}

// -- Finding them -------------------------------------------------------------

// Lets "r" be as long as the longest of the "n" rows at "list", which end with
// a 0. False where one has no end, or copies of that length would take far more
// memory than the rows do.
static bool
measure_rows(loft_rows *r, char *const *list, size_t n) {
  enum { ROOM = 1 << 20, TIMES = 64 };
  size_t all = 0,
         most = rt_backends[LOFT_ON_CPU]->measure(list, n, r->elem_size, &all);
  bool known = most > 0 && r->least < LOFT_ROWS_LEAST;
  most = most > r->least ? most : r->least;
  r->hi[r->n_levels] = (int64_t)most;
  return known && n <= (ROOM + TIMES * all) / most;
}

// Some of the rows of "r": each *each-th.
static loft_rows
some_of(const loft_rows *r, size_t *each) {
  enum { SOME = 64, INNER = 8 };
  loft_rows some = *r;
  *each = (size_t)rt_rows_extent(r, 0) / SOME;
  if (*each > 1 && *each <= UINT32_MAX / r->step) {
    some.table = (char *)((uintptr_t)r->table + (uintptr_t)r->lo[0] * r->step);
    some.step *= (uint32_t)*each;
    some.lo[0] = 0;
    some.hi[0] = SOME;
  } else {
    *each = 1;
  }
  for (uint32_t l = 1; l < r->n_levels; l++)
    if (rt_rows_extent(r, l) > INNER)
      some.hi[l] = r->lo[l] + INNER;
  return some;
}

// Lets "r", whose rows end with a 0, be as long as the longest of some.
static void
sample_ends(loft_rows *r) {
  size_t each;
  loft_rows some = some_of(r, &each);
  rt_row_list list = rt_rows_list(&some, r->n_levels);
  if (list.at)
    measure_rows(&some, list.at, list.n);
  rt_row_list_free(&list);
  r->hi[r->n_levels] = some.hi[r->n_levels];
  r->flags |= LOFT_ROWS_APART;
  set_dense_strides(r);
}

// Lets the rows of "r" be at one distance if some of them are.
static void
sample_strides(loft_rows *r) {
  size_t each;
  loft_rows some = some_of(r, &each);
  rt_row_list list = rt_rows_list(&some, r->n_levels);
  bool found = list.at && find_strides(&some, list.at, list.n);
  set_dense_strides(r);
  if (found) {
    memcpy(r->stride, some.stride, sizeof r->stride);
    r->stride[0] /= (int64_t)each;
  }
  if (!found || r->stride[0] < rt_rows_extent(r, 1))
    r->flags |= LOFT_ROWS_APART;
  rt_row_list_free(&list);
}

// Finds the rows of "r", and measures those that end with a 0.
static void
find_rows(loft_rows *r) {
  rt_row_list list = rt_rows_list(r, r->n_levels);
  bool ended = (r->flags & LOFT_ROWS_ENDED) != 0;
  bool known = list.at && (!ended || measure_rows(r, list.at, list.n));
  r->flags &= ~(uint32_t)LOFT_ROWS_APART;
  set_dense_strides(r);
  r->list = known ? (void **)list.at : NULL;
  if (!known) {
    r->flags |= LOFT_ROWS_UNKNOWN;
    rt_row_list_free(&list);
  } else if (ended || !find_strides(r, list.at, list.n) ||
             !find_base(r, list.at[0])) {
    set_dense_strides(r);
    r->flags |= LOFT_ROWS_APART;
  }
}

// Notes whether the rows of "r" end with a 0.
static void
set_ended(loft_rows *r) {
  int64_t end = r->hi[r->n_levels], least;
  if (end < INT64_MAX - LOFT_ROWS_LEAST || end == INT64_MAX)
    return;
  least = INT64_MAX - end;
  r->flags |= LOFT_ROWS_ENDED;
  r->least = (uint32_t)least;
  r->hi[r->n_levels] = least;
}

// Lets "r" count units instead of elements.
static void
count_units(loft_rows *r) {
  int64_t scale = r->unit / r->elem_size;
  int64_t *lo = &r->lo[r->n_levels], *hi = &r->hi[r->n_levels];
  *lo = *lo / scale - (*lo % scale < 0);
  *hi = *hi / scale + (*hi % scale > 0);
  r->elem_size = r->unit;
}

// Lets "r", which counts units, have what "more" behind the same pointers has.
static void
widen(loft_rows *r, loft_rows more) {
  count_units(&more);
  bool empty = !rt_rows_touched(r);
  for (uint32_t l = 0; l <= r->n_levels && rt_rows_touched(&more); l++) {
    r->lo[l] = empty || more.lo[l] < r->lo[l] ? more.lo[l] : r->lo[l];
    r->hi[l] = empty || more.hi[l] > r->hi[l] ? more.hi[l] : r->hi[l];
  }
}

// Estimates "r", the first of those behind its pointers.
static void
sample_rows(loft_rows *r, int ok) {
  r->base = NULL;
  for (uint32_t l = 0; l < r->n_levels; l++)
    r->stride[l] = 1;
  set_ended(r);
  if (!ok || !rt_rows_touched(r))
    return;
  if (r->flags & LOFT_ROWS_ENDED)
    sample_ends(r);
  else
    sample_strides(r);
}

// Lets all rows have what there is of the first behind the same pointers.
static void
share_first(loft_rows *rows, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    const loft_rows *first = &rows[rows[k].first];
    rows[k].base = first->base;
    rows[k].flags = first->flags;
    memcpy(rows[k].stride, first->stride, sizeof first->stride);
  }
}

void
loft_region_rows(loft_rows *rows, uint32_t n, int ok) {
  int saved_errno = errno;
  for (uint32_t k = 0; k < n; k++) {
    loft_rows *r = &rows[k], *first = &rows[r->first];
    if (r == first && r->unit != r->elem_size)
      count_units(r);
    else if (r != first)
      widen(first, *r);
  }
  for (uint32_t k = 0; k < n; k++)
    if (rows[k].first == k)
      sample_rows(&rows[k], ok);
  share_first(rows, n);
  errno = saved_errno;
}

void
loft_region_measure(loft_rows *rows, uint32_t n, int ok) {
  int saved_errno = errno;
  bool begun = rt_process_begin();
  for (uint32_t k = 0; k < n && ok; k++) {
    if (rows[k].first != k || !rt_rows_touched(&rows[k]))
      continue;
    if (begun)
      find_rows(&rows[k]);
    else
      rows[k].flags |= LOFT_ROWS_UNKNOWN;
  }
  if (begun)
    rt_process_end();
  share_first(rows, n);
  errno = saved_errno;
}

void
rt_rows_drop_lists(const loft_call *call) {
  for (uint32_t k = 0; k < call->n_rows; k++) {
    free(call->rows[k].list);
    call->rows[k].list = NULL;
  }
}

// -- Of a call ----------------------------------------------------------------
const loft_rows *
rt_rows_of(const loft_call *call, uint32_t k) {
  for (uint32_t i = 0; i < call->n_rows; i++)
    if (call->rows[i].bind == k)
      return &call->rows[i];
  return NULL;
}

bool
rt_rows_has(const loft_call *call, uint32_t k) {
  return rt_rows_of(call, k) != NULL;
}

bool
rt_rows_apart(const loft_call *call, uint32_t k) {
  const loft_rows *r = rt_rows_of(call, k);
  return r && (r->flags & LOFT_ROWS_APART) != 0;
}

uint32_t
rt_rows_modes(const loft_call *call, const loft_rows *r) {
  uint32_t modes = 0;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_bind *b = &call->binds[call->rows[k].bind];
    if (call->rows[k].first == r->first && !rt_bind_empty(b))
      modes |= b->mode;
  }
  return modes;
}
