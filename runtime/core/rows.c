// runtime/core/rows.c: rows that a region finds through pointers; see rows.h.
//
// Rows that are all at one distance, as those of one allocation are, are an
// array where they stand. Others are copied to where they are one, and back.
// Note [Row pointers]. Of structures, which are several arrays, the first of
// these stands for all: they are found, compared and copied once.
#include "runtime/core/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/alias.h"
#include "runtime/core/backend.h"
#include "runtime/core/fault.h"
#include "runtime/core/process.h"

enum { MANY = 1 << 28 }; // pointers

// -- Pointers -----------------------------------------------------------------

// How many indices there are in level "l".
static int64_t
extent(const loft_rows *r, uint32_t l) {
  return r->hi[l] - r->lo[l];
}

// Bytes of one row.
static size_t
row_bytes(const loft_rows *r) {
  return (size_t)extent(r, r->n_levels) * r->elem_size;
}

// Whether the region touches anything behind the pointers.
static bool
is_touched(const loft_rows *r) {
  for (uint32_t l = 0; l <= r->n_levels; l++)
    if (r->hi[l] <= r->lo[l])
      return false;
  return true;
}

// Bytes from a pointer of level "l" to the next.
static size_t
step_of(const loft_rows *r, uint32_t l) {
  return l == 0 ? r->step : sizeof(char *);
}

// Reads "n" pointers, the first at "at", which are "step" bytes apart; false
// where that is impossible.
static bool
read_pointers(char **to, const char *at, size_t n, size_t step, bool sure) {
  size_t each = step == sizeof *to ? n : 1, bytes = each * sizeof *to;
  for (size_t k = 0; k < n; k += each, at += step)
    if (sure)
      memcpy(to + k, at, bytes);
    else if (rt_backends[LOFT_ON_CPU]->read(to + k, at, bytes) != bytes)
      return false;
  return true;
}

// The addresses that the pointers of "level" levels lead to, in order of their
// indices; NULL where some cannot be read, or there are too many.
static char **
list_of(const loft_rows *r, uint32_t level, size_t *n) {
  char **list = rt_malloc(sizeof *list);
  *n = 1;
  if (list)
    *list = (char *)(uintptr_t)r->table;
  for (uint32_t l = 0; l < level && list; l++) {
    size_t m = (size_t)extent(r, l);
    bool ok = m <= MANY / *n;
    char **next = ok ? rt_malloc(*n * m * sizeof *next) : NULL;
    for (size_t k = 0; k < *n && next && ok; k++)
      ok = read_pointers(
          next + k * m,
          (char *)((uintptr_t)list[k] + (uintptr_t)r->lo[l] * step_of(r, l)), m,
          step_of(r, l), l == 0 && (r->flags & LOFT_ROWS_SURE));
    free(list);
    list = next;
    *n *= m;
    if (!ok) {
      free(list);
      list = NULL;
    }
  }
  return list;
}

// -- Strides ------------------------------------------------------------------

// The subscript of the element with the indices "at". False when it is too
// large.
static bool
subscript(const loft_rows *r, const int64_t *at, int64_t *out) {
  *out = at[0];
  for (uint32_t l = 0; l < r->n_levels; l++)
    if (__builtin_mul_overflow(*out, r->stride[l], out) ||
        __builtin_add_overflow(*out, at[l + 1], out))
      return false;
  return true;
}

// A stride that leaves room for all indices of level "l".
static int64_t
dense_stride(const loft_rows *r, uint32_t l) {
  int64_t n = extent(r, l), hi = r->hi[l];
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
    if (extent(r, l) > 1) {
      step[l] = (ptrdiff_t)((uintptr_t)list[inner] - (uintptr_t)list[0]);
      r->stride[l] = step[l] / unit;
      if (step[l] % unit != 0 || r->stride[l] < extent(r, l + 1))
        return false;
    }
    if (__builtin_mul_overflow(unit, r->stride[l], &unit))
      return false;
    inner *= (size_t)extent(r, l);
  }
  for (size_t k = 0; k < n; k++) {
    uintptr_t at = (uintptr_t)list[0];
    size_t rest = k;
    for (uint32_t l = r->n_levels; l-- > 0;) {
      size_t m = (size_t)extent(r, l);
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
  if (!subscript(r, at, &k) || __builtin_mul_overflow(k, r->elem_size, &k))
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
  *each = (size_t)extent(r, 0) / SOME;
  if (*each > 1 && *each <= UINT32_MAX / r->step) {
    some.table = (char *)((uintptr_t)r->table + (uintptr_t)r->lo[0] * r->step);
    some.step *= (uint32_t)*each;
    some.lo[0] = 0;
    some.hi[0] = SOME;
  } else {
    *each = 1;
  }
  for (uint32_t l = 1; l < r->n_levels; l++)
    if (extent(r, l) > INNER)
      some.hi[l] = r->lo[l] + INNER;
  return some;
}

// Lets "r", whose rows end with a 0, be as long as the longest of some.
static void
sample_ends(loft_rows *r) {
  size_t n, each;
  loft_rows some = some_of(r, &each);
  char **list = list_of(&some, r->n_levels, &n);
  if (list)
    measure_rows(&some, list, n);
  free(list);
  r->hi[r->n_levels] = some.hi[r->n_levels];
  r->flags |= LOFT_ROWS_APART;
  set_dense_strides(r);
}

// Lets the rows of "r" be at one distance if some of them are.
static void
sample_strides(loft_rows *r) {
  size_t n, each;
  loft_rows some = some_of(r, &each);
  char **list = list_of(&some, r->n_levels, &n);
  bool found = list && find_strides(&some, list, n);
  set_dense_strides(r);
  if (found) {
    memcpy(r->stride, some.stride, sizeof r->stride);
    r->stride[0] /= (int64_t)each;
  }
  if (!found || r->stride[0] < extent(r, 1))
    r->flags |= LOFT_ROWS_APART;
  free(list);
}

// Finds the rows of "r", and measures those that end with a 0.
static void
find_rows(loft_rows *r) {
  size_t n;
  char **list = list_of(r, r->n_levels, &n);
  bool ended = (r->flags & LOFT_ROWS_ENDED) != 0;
  bool known = list && (!ended || measure_rows(r, list, n));
  r->flags &= ~(uint32_t)LOFT_ROWS_APART;
  set_dense_strides(r);
  if (!known) {
    r->flags |= LOFT_ROWS_UNKNOWN;
  } else if (ended || !find_strides(r, list, n) || !find_base(r, list[0])) {
    set_dense_strides(r);
    r->flags |= LOFT_ROWS_APART;
  }
  free(list);
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
  bool empty = !is_touched(r);
  for (uint32_t l = 0; l <= r->n_levels && is_touched(&more); l++) {
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
  if (!ok || !is_touched(r))
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
    if (rows[k].first != k || !is_touched(&rows[k]))
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

// -- Rows of different lengths
// --------------------------------------------------

// Whether "r" is the first of the rows behind its pointers.
static bool
is_first(const loft_call *call, const loft_rows *r) {
  return &call->rows[r->first] == r;
}

// Of each loft_rows of a call where its rows end, by their number from lo[0]
// on; NULL: all at hi.
typedef struct ends {
  int64_t *of[];
} ends;

// Gives back "e".
static void
free_ends(ends *e, uint32_t n) {
  for (uint32_t k = 0; e && k < n; k++)
    free(e->of[k]);
  free(e);
}

// Makes place for the ends of rows of one level that do not end with a 0; they
// are empty at first. NULL without memory.
static ends *
make_ends(const loft_call *call) {
  ends *e = rt_calloc(1, sizeof *e + call->n_rows * sizeof *e->of);
  bool ok = e != NULL;
  for (uint32_t k = 0; ok && k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k];
    if (!is_first(call, r) || r->n_levels > 1 || !is_touched(r) ||
        (r->flags & LOFT_ROWS_ENDED) || extent(r, 0) > MANY)
      continue;
    size_t n = (size_t)extent(r, 0);
    e->of[k] = rt_malloc(n * sizeof **e->of);
    ok = e->of[k] != NULL;
    for (size_t i = 0; ok && i < n; i++)
      e->of[k][i] = r->lo[1];
  }
  if (!ok)
    free_ends(e, call->n_rows);
  return ok ? e : NULL;
}

// Lets rows "lo" up to below "hi" of "r" reach as far as "end", in "ends".
// Returns how many these are.
static int64_t
add_rows(const loft_rows *r, int64_t *ends, int64_t lo, int64_t hi,
         int64_t end) {
  lo = lo < r->lo[0] ? r->lo[0] : lo;
  hi = hi > r->hi[0] ? r->hi[0] : hi;
  end = end > r->hi[1] ? r->hi[1] : end;
  for (int64_t i = lo - r->lo[0]; i < hi - r->lo[0]; i++)
    if (ends[i] < end)
      ends[i] = end;
  return hi > lo ? hi - lo : 0;
}

// Lets "e" reach as far as one iteration does, whose ranges are "at". Returns
// how many rows it touches.
static int64_t
add_iteration(ends *e, const loft_call *call, const uint64_t *at) {
  int64_t n = 0;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k], *first = &call->rows[r->first];
    int64_t *ends = e->of[r->first];
    int64_t lo = (int64_t)at[0], hi = (int64_t)at[1], end = (int64_t)at[3];
    int64_t size = call->binds[r->bind].elem_size, unit = first->elem_size;
    bool any = lo < hi && (int64_t)at[2] < end;
    at += 2 * (r->n_levels + 1);
    if (ends && any)
      n += add_rows(first, ends, lo, hi, (end * size + unit - 1) / unit);
  }
  return n;
}

// Fills in "e" by a call of the region's function for each iteration; false
// where it cannot tell, or takes a good part of the region's time, since
// iterations touch many rows each.
static bool
fill_ends(ends *e, const loft_region_desc *region, const loft_call *call,
          uint64_t *args, const uint64_t *results) {
  enum { MANY_EACH = 16 };
  int64_t n = 1, all = 0, most = MANY_EACH;
  most += call->work < 1e12 ? (int64_t)(call->work / 2) : 0;
  for (uint32_t k = 0; k < call->n_rows; k++)
    if (e->of[k])
      most += MANY_EACH * extent(&call->rows[k], 0);
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

// The ends of the rows of "call". NULL where these are not known better than by
// their ranges.
static ends *
find_ends(const loft_region_desc *region, const loft_call *call) {
  size_t n = 2;
  if (!region->row_ends || !call->args)
    return NULL;
  for (uint32_t k = 0; k < call->n_rows; k++)
    n += 2 * (call->rows[k].n_levels + 1);
  uint64_t *results = rt_calloc(n + region->n_params + 2, sizeof *results);
  ends *e = results ? make_ends(call) : NULL;
  if (e) {
    uint64_t *args = results + n;
    memcpy(args, call->args, region->n_params * sizeof *args);
    args[region->n_params + 1] = (uint64_t)(uintptr_t)results;
    if (!fill_ends(e, region, call, args, results)) {
      free_ends(e, call->n_rows);
      e = NULL;
    }
  }
  free(results);
  return e;
}

// Bytes of the touched part of row "k" of "r", which ends by "ends" (NULL: as
// all do).
static size_t
bytes_of_row(const loft_rows *r, const int64_t *ends, size_t k) {
  return ends ? (size_t)(ends[k] - r->lo[r->n_levels]) * r->elem_size
              : row_bytes(r);
}

// -- Overlap ------------------------------------------------------------------

// Bytes that follow one another.
typedef struct piece {
  uintptr_t at;
  size_t bytes;
} piece;

// Bytes that a region touches: an array, rows, or pointers to rows.
typedef struct place {
  const loft_bind *bind; // of which the name is
  bool written;
  const loft_rows *rows; // NULL: an array
  const int64_t *ends;   // of rows that differ in length, or NULL
  uint32_t level;        // of rows: n_levels; of pointers to them: theirs
  size_t n;
  piece *pieces;      // NULL: not known yet
  bool in_order;      // by address, if they are known
  uintptr_t from, to; // all are between these
} place;

// qsort: by address.
static int
compare(const void *x, const void *y) {
  const piece *p = x, *q = y;
  return p->at < q->at ? -1 : p->at > q->at;
}

// Adds a piece to "p".
static void
add_piece(place *p, uintptr_t at, size_t bytes) {
  p->in_order = p->in_order && (p->n == 0 || p->pieces[p->n - 1].at <= at);
  p->from = at < p->from ? at : p->from;
  p->to = at + bytes > p->to ? at + bytes : p->to;
  p->pieces[p->n++] = (piece){at, bytes};
}

// Adds the pieces of "p" that begin at the "n" addresses "list". Null pointers
// are left out: nothing is read behind them, or the original would not get by
// them. False where an end is past the last address.
static bool
add_pieces(place *p, char *const *list, size_t n) {
  const loft_rows *r = p->rows;
  bool is_data = p->level == r->n_levels;
  size_t last = is_data ? r->elem_size : sizeof(char *);
  size_t size = is_data ? last : step_of(r, p->level);
  size_t all = (size_t)(extent(r, p->level) - 1) * size + last;
  bool ok = true;
  p->from = UINTPTR_MAX;
  p->to = 0;
  for (size_t k = 0; k < n && ok; k++) {
    uintptr_t at = (uintptr_t)list[k] + (uintptr_t)r->lo[p->level] * size;
    size_t bytes = is_data && p->ends ? bytes_of_row(r, p->ends, k) : all;
    if (!list[k] || bytes == 0)
      continue;
    ok = at + bytes >= at;
    add_piece(p, at, bytes);
  }
  if (p->n == 0)
    p->from = p->to;
  return ok;
}

// Finds the pieces of "p". False where that is impossible.
static bool
find_pieces(place *p) {
  size_t n = 1;
  if (p->pieces)
    return true;
  char **list = p->rows ? list_of(p->rows, p->level, &n) : NULL;
  if (!p->rows || list)
    p->pieces = rt_malloc(n * sizeof *p->pieces);
  p->in_order = true;
  bool ok = p->pieces != NULL;
  if (ok && p->rows)
    ok = add_pieces(p, list, n);
  else if (ok)
    add_piece(p, p->from, p->to - p->from);
  free(list);
  return ok;
}

// Puts the pieces of "p" in order.
static void
sort_pieces(place *p) {
  if (!p->in_order)
    qsort(p->pieces, p->n, sizeof *p->pieces, compare);
  p->in_order = true;
}

// Whether two pieces of "p" share a byte.
static bool
meets_itself(place *p) {
  sort_pieces(p);
  for (size_t k = 1; k < p->n; k++)
    if (p->pieces[k].at - p->pieces[k - 1].at < p->pieces[k - 1].bytes)
      return true;
  return false;
}

// Whether a piece of "p", and one of "q", which is all of it, share a byte.
static bool
meets_one(const place *p, const place *q) {
  for (size_t k = 0; k < p->n; k++)
    if (p->pieces[k].at < q->to &&
        q->from < p->pieces[k].at + p->pieces[k].bytes)
      return true;
  return false;
}

// Whether a piece of "p" and one of "q" share a byte.
static bool
meet(place *p, place *q) {
  size_t i = 0, k = 0;
  uintptr_t to_p = 0, to_q = 0; // as far as those before reach
  if (p->n == 1 || q->n == 1)
    return p->n == 1 ? meets_one(q, p) : meets_one(p, q);
  sort_pieces(p);
  sort_pieces(q);
  while (i < p->n || k < q->n) {
    bool is_p = k == q->n || (i < p->n && p->pieces[i].at <= q->pieces[k].at);
    piece x = is_p ? p->pieces[i++] : q->pieces[k++];
    uintptr_t *mine = is_p ? &to_p : &to_q;
    if (x.at < (is_p ? to_q : to_p))
      return true;
    *mine = x.at + x.bytes > *mine ? x.at + x.bytes : *mine;
  }
  return false;
}

// The places of one call.
typedef struct places {
  place *all;
  size_t n;
} places;

// The rows that bind "k" of the call is, or NULL.
static const loft_rows *
rows_of(const loft_call *call, uint32_t k) {
  for (uint32_t i = 0; i < call->n_rows; i++)
    if (call->rows[i].bind == k)
      return &call->rows[i];
  return NULL;
}

bool
rt_rows_has(const loft_call *call, uint32_t k) {
  return rows_of(call, k) != NULL;
}

bool
rt_rows_apart(const loft_call *call, uint32_t k) {
  const loft_rows *r = rows_of(call, k);
  return r && (r->flags & LOFT_ROWS_APART) != 0;
}

// What is done with the rows behind the pointers of "r": the modes of all that
// are not empty.
static uint32_t
modes_behind(const loft_call *call, const loft_rows *r) {
  uint32_t modes = 0;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_bind *b = &call->binds[call->rows[k].bind];
    if (call->rows[k].first == r->first && !rt_bind_empty(b))
      modes |= b->mode;
  }
  return modes;
}

// Adds bind "k" to "ps", and the pointers that lead to it; "e" (NULL: not
// known) is where rows end.
static void
add_places(const loft_call *call, uint32_t k, const ends *e, places *ps) {
  const loft_bind *b = &call->binds[k];
  const loft_rows *r = rows_of(call, k);
  uint32_t modes = r ? modes_behind(call, r) : b->mode;
  if (r ? !is_first(call, r) || !modes : rt_bind_empty(b))
    return;
  uintptr_t from = (uintptr_t)rt_bind_start(b);
  for (uint32_t l = r ? 0 : 1; l < (r ? r->n_levels : 2); l++)
    ps->all[ps->n++] =
        r ? (place){.bind = b, .rows = r, .level = l}
          : (place){.bind = b,
                    .written = (b->mode & (LOFT_WRITE | LOFT_REPLACED)) != 0,
                    .from = from,
                    .to = from + (uintptr_t)(b->hi - b->lo) * b->elem_size};
  if (r)
    ps->all[ps->n++] = (place){.bind = b,
                               .written = (modes & LOFT_WRITE) != 0,
                               .rows = r,
                               .ends = e ? e->of[r - call->rows] : NULL,
                               .level = r->n_levels};
}

// Refuses for reason "id" that is about "p" and "q" (NULL: none).
static bool
refuse(rt_why_id id, const place *p, const place *q, rt_why *why) {
  *why = (rt_why){.id = id, .s = {p->bind->name, q ? q->bind->name : "", ""}};
  return false;
}

// Whether "p" is pointers in structures that "q" has other fields of.
static bool
is_beside(const place *p, const place *q) {
  const loft_rows *r = p->rows;
  return r && p->level == 0 && !q->rows && r->structure &&
         (q->bind->mode >> LOFT_STRUCT & 255) == r->structure &&
         (uintptr_t)r->table - (uintptr_t)q->bind->base < r->step;
}

// Whether "p" and "q" may not share a byte.
static bool
must_differ(const place *p, const place *q) {
  return (p->written || q->written) && (p->rows || q->rows) &&
         ((p->bind->mode | q->bind->mode) & LOFT_CONST) == 0 &&
         !is_beside(p, q) && !is_beside(q, p);
}

// Checks that no byte of "ps" that is written has several addresses. All pieces
// are known.
static bool
check_aliases(const places *ps, rt_why *why) {
  rt_aliases a; // large: filled in as far as used
  bool any = false;
  for (size_t i = 0; i < ps->n; i++)
    any |= ps->all[i].written;
  rt_alias_begin(&a);
  for (size_t i = 0; i < ps->n && any; i++) {
    const place *p = &ps->all[i];
    for (size_t k = 0; k < p->n; k++)
      rt_alias_add(&a, p->bind, p->pieces[k].at,
                   p->pieces[k].at + p->pieces[k].bytes, p->written);
  }
  return rt_alias_check(&a, why);
}

// Checks all of "ps".
static bool
check_places(places *ps, rt_why *why) {
  for (size_t i = 0; i < ps->n; i++) {
    place *p = &ps->all[i];
    if (!find_pieces(p))
      return refuse(RT_WHY_UNREADABLE, p, NULL, why);
    if (p->written && p->rows && meets_itself(p))
      return refuse(RT_WHY_OVERLAP, p, p, why);
    for (size_t k = 0; k < i; k++) {
      place *q = &ps->all[k];
      if (must_differ(p, q) && p->from < q->to && q->from < p->to && meet(p, q))
        return refuse(RT_WHY_OVERLAP, q, p, why);
    }
  }
  return check_aliases(ps, why);
}

// Checks that all rows are known, and that those behind the same pointers are
// fields of structures that back ends keep apart.
static bool
check_rows(const loft_call *call, rt_why *why) {
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k];
    const place p = {.bind = &call->binds[r->bind]};
    if (r->flags & LOFT_ROWS_UNKNOWN)
      return refuse(RT_WHY_UNREADABLE, &p, NULL, why);
    if (!is_first(call, r) && (p.bind->mode >> LOFT_STRUCT & 255) == 0 &&
        (modes_behind(call, r) & LOFT_WRITE))
      return refuse(RT_WHY_OVERLAP, &p, &p, why);
  }
  return true;
}

// rt_rows_check where rows end by "e" (NULL: not known).
static bool
check_ended(const loft_region_desc *region, const loft_call *call,
            const ends *e, rt_why *why) {
  size_t most = region->n_binds + call->n_rows * LOFT_ROWS_LEVELS;
  places ps = {.all = rt_calloc(most, sizeof *ps.all)};
  why->id = RT_WHY_MEMORY;
  if (!ps.all)
    return false;
  for (uint32_t k = 0; k < region->n_binds; k++)
    add_places(call, k, e, &ps);
  bool ok = check_places(&ps, why);
  for (size_t k = 0; k < ps.n; k++)
    free(ps.all[k].pieces);
  free(ps.all);
  return ok;
}

bool
rt_rows_check(const loft_region_desc *region, const loft_call *call,
              rt_why *why) {
  if (!check_rows(call, why))
    return false;
  bool ok = check_ended(region, call, NULL, why);
  ends *e = ok || why->id != RT_WHY_OVERLAP ? NULL : find_ends(region, call);
  if (e)
    ok = check_ended(region, call, e, why);
  free_ends(e, call->n_rows);
  return ok;
}

// -- Copies -------------------------------------------------------------------

// Bytes of a row's touched part: those that are taken for real, readable or
// not; those up to which a system call for it takes longer than to copy it.
enum { LARGE = 1 << 26, SMALL = 1 << 13 };

// The copy of the rows behind the same pointers.
typedef struct copy {
  const loft_rows *rows;
  const int64_t *ends; // of rows that differ in length, or NULL
  char **at;           // the rows
  size_t n;
  int64_t first;      // subscript of the first element of the copy
  char *now, *before; // before: NULL unless it is written
  uint32_t part;      // bytes of the least element that is written
} copy;

struct rt_staged {
  ends *ends; // NULL: not known
  uint32_t n_rows;
  size_t n;
  copy copies[];
};

// Where row "k" is in the copy, in bytes.
static size_t
offset_of(const copy *c, size_t k) {
  const loft_rows *r = c->rows;
  int64_t at[LOFT_ROWS_LEVELS + 1], s = 0;
  at[r->n_levels] = r->lo[r->n_levels];
  for (uint32_t l = r->n_levels; l-- > 0;) {
    size_t m = (size_t)extent(r, l);
    at[l] = r->lo[l] + (int64_t)(k % m);
    k /= m;
  }
  subscript(r, at, &s); // it fits: the last one does
  return (size_t)(s - c->first) * r->elem_size;
}

// The beginning of the touched part of row "k".
static char *
row_start(const copy *c, size_t k) {
  const loft_rows *r = c->rows;
  return (char *)((uintptr_t)c->at[k] +
                  (uintptr_t)r->lo[r->n_levels] * r->elem_size);
}

// How many elements the copy of "r" has; 0: too many.
static size_t
count_elements(const loft_rows *r, int64_t *first) {
  int64_t at[LOFT_ROWS_LEVELS + 1], last;
  for (uint32_t l = 0; l <= r->n_levels; l++)
    at[l] = r->hi[l] - 1;
  if (!subscript(r, r->lo, first) || !subscript(r, at, &last) ||
      (uint64_t)(last - *first) >= PTRDIFF_MAX / r->elem_size)
    return 0;
  return (size_t)(last - *first) + 1;
}

// Reads the touched part of row "k" to the copy. False where it is LARGE, and
// not all there: then it is no more than what a subscript's type can hold.
static bool
read_row(const copy *c, size_t k) {
  char *to = c->now + offset_of(c, k), *from = row_start(c, k);
  size_t bytes = bytes_of_row(c->rows, c->ends, k);
  bool all = bytes > LARGE, ok = true;
  for (size_t at = 0; at < bytes && ok; at += LARGE) {
    size_t piece = bytes - at < LARGE ? bytes - at : LARGE;
    size_t got = rt_backends[LOFT_ON_CPU]->read(to + at, from + at, piece);
    ok = !all || got == piece;
  }
  return ok;
}

// Where row "k" is in the copy "user".
static char *
copy_of_row(const void *user, size_t k) {
  const copy *c = user;
  return c->now + offset_of(c, k);
}

// Bytes of row "k" of the copy "user", if it is small; else 0.
static size_t
small_bytes(const void *user, size_t k) {
  const copy *c = user;
  size_t bytes = bytes_of_row(c->rows, c->ends, k);
  return bytes <= SMALL ? bytes : 0;
}

// Reads all rows that are small to the copy. False where there is no memory.
static bool
gather_rows(const copy *c) {
  char **from = rt_malloc(c->n * sizeof *from);
  for (size_t k = 0; k < c->n && from; k++)
    from[k] = c->at[k] ? row_start(c, k) : NULL;
  bool ok = from && rt_backends[LOFT_ON_CPU]->gather(from, c->n, small_bytes,
                                                     copy_of_row, c);
  free(from);
  return ok;
}

// Reads all rows to the copy, those that end with a 0 up to there. False where
// that is impossible.
static bool
read_rows(const copy *c) {
  const loft_rows *r = c->rows;
  uint32_t inner = r->n_levels;
  if ((r->flags & LOFT_ROWS_ENDED) && r->lo[inner] == 0)
    return rt_backends[LOFT_ON_CPU]->copy_ended(
        &(rt_ended){c->at, c->n, r->elem_size, r->least, (size_t)r->hi[inner]},
        copy_of_row, c);
  bool ok = gather_rows(c);
  for (size_t k = 0; k < c->n && ok; k++)
    ok = !c->at[k] || bytes_of_row(r, c->ends, k) <= SMALL || read_row(c, k);
  return ok;
}

// Whether copies as long as the longest row take far more memory than the rows
// of "c" do.
static bool
is_sparse(const copy *c, size_t bytes) {
  enum { ROOM = 1 << 24, TIMES = 64 };
  size_t all = 0;
  for (size_t k = 0; c->ends && k < c->n; k++)
    all += bytes_of_row(c->rows, c->ends, k);
  return c->ends && bytes / TIMES > ROOM + all;
}

// Lets the binds behind the pointers of "c" be in the copy of "n" elements,
// which is all that the region touches of them.
static void
set_binds(const loft_call *call, const copy *c, size_t n) {
  int64_t unit = c->rows->elem_size;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    loft_bind *b = &call->binds[call->rows[k].bind];
    int64_t scale = unit / b->elem_size, from = c->first * scale,
            to = (c->first + (int64_t)n) * scale;
    if (call->rows[k].first != c->rows->first)
      continue;
    b->lo = b->lo > from ? b->lo : from;
    b->hi = b->hi < to ? b->hi : to;
    b->base = (void *)((uintptr_t)c->now - (uintptr_t)c->first * unit);
  }
}

// The bytes of the least element of those behind the pointers of "r" that is
// written.
static uint32_t
least_written(const loft_call *call, const loft_rows *r) {
  uint32_t least = r->elem_size;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_bind *b = &call->binds[call->rows[k].bind];
    if (call->rows[k].first == r->first && (b->mode & LOFT_WRITE))
      least = least < b->elem_size ? least : b->elem_size;
  }
  return least;
}

// Makes the copy of "r", whose rows end by "ends" (NULL: all where the longest
// does), which becomes its binds. False where that is impossible, for a reason
// that may be set in "why".
static bool
make_copy(const loft_call *call, const loft_rows *r, const int64_t *ends,
          copy *c, rt_why *why) {
  *c = (copy){.rows = r, .ends = ends, .part = least_written(call, r)};
  bool written = (modes_behind(call, r) & LOFT_WRITE) != 0;
  size_t n = count_elements(r, &c->first), bytes = n * r->elem_size;
  c->at = n ? list_of(r, r->n_levels, &c->n) : NULL;
  c->now = c->at && !is_sparse(c, bytes) ? rt_calloc(1, bytes) : NULL;
  if (c->now && written)
    c->before = rt_malloc(bytes);
  if (!c->now || (!c->before && written))
    return false;
  if (!read_rows(c)) {
    *why = (rt_why){.id = RT_WHY_UNREADABLE, .s = {call->binds[r->bind].name}};
    return false;
  }
  if (c->before)
    memcpy(c->before, c->now, bytes);
  set_binds(call, c, n);
  return true;
}

// Seconds a row for which that of "r", which is written or only read, is found
// and copied, but for its bytes.
static double
row_seconds(const loft_rows *r, bool written) {
  static const double ended = 50e-9, read = 500e-9, gathered = 40e-9,
                      sorted = 150e-9, found = 5e-9;
  if (!(r->flags & LOFT_ROWS_APART))
    return found;
  if (r->flags & LOFT_ROWS_ENDED)
    return ended;
  if (row_bytes(r) > SMALL)
    return read;
  return written ? sorted : gathered;
}

double
rt_rows_seconds(const loft_call *call) {
  const double bytes_a_second = 4e9;
  double seconds = 0;
  for (uint32_t k = 0; k < call->n_rows; k++) {
    const loft_rows *r = &call->rows[k];
    double n = 1;
    if (!is_touched(r) || !is_first(call, r))
      continue;
    for (uint32_t l = 0; l < r->n_levels; l++)
      n *= (double)extent(r, l);
    seconds += n * row_seconds(r, (modes_behind(call, r) & LOFT_WRITE) != 0);
    if (r->flags & LOFT_ROWS_APART)
      seconds += (double)rt_bind_bytes(&call->binds[r->bind]) / bytes_a_second;
  }
  return seconds;
}

bool
rt_rows_stage(const loft_region_desc *region, const loft_call *call,
              rt_staged **out, rt_why *why) {
  size_t n = 0;
  *out = NULL;
  *why = (rt_why){.id = RT_WHY_MEMORY};
  for (uint32_t k = 0; k < call->n_rows; k++)
    n += (call->rows[k].flags & LOFT_ROWS_APART) != 0;
  if (n == 0)
    return true;
  rt_staged *s = rt_calloc(1, sizeof *s + n * sizeof *s->copies);
  bool ok = s != NULL;
  if (s) {
    s->ends = find_ends(region, call);
    s->n_rows = call->n_rows;
  }
  for (uint32_t k = 0; k < call->n_rows && ok; k++) {
    const loft_rows *r = &call->rows[k];
    if ((r->flags & LOFT_ROWS_APART) && is_first(call, r) &&
        modes_behind(call, r))
      ok = make_copy(call, r, s->ends ? s->ends->of[k] : NULL,
                     &s->copies[s->n++], why);
  }
  if (!ok)
    rt_rows_unstage(s, false);
  else
    *out = s;
  return ok;
}

void
rt_rows_unstage(rt_staged *s, bool succeeded) {
  for (size_t i = 0; s && i < s->n; i++) {
    copy *c = &s->copies[i];
    for (size_t k = 0; k < c->n && succeeded && c->before; k++) {
      size_t at = offset_of(c, k);
      if (!c->at[k])
        continue;
      rt_backends[LOFT_ON_CPU]->write_changed(
          row_start(c, k), c->now + at, c->before + at,
          bytes_of_row(c->rows, c->ends, k), c->part, NULL);
    }
    free(c->at);
    free(c->now);
    free(c->before);
  }
  if (s)
    free_ends(s->ends, s->n_rows);
  free(s);
}
