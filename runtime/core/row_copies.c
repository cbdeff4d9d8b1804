// runtime/core/row_copies.c: copies of rows that are apart, as one array, and
// back. Note [Row pointers].
#include "runtime/core/rows_private.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/backend.h"
#include "runtime/core/bind.h"
#include "runtime/core/fault.h"

// Bytes of a row's touched part: those that are taken for real, readable or
// not; those up to which a system call for it takes longer than to copy it.
enum { LARGE = 1 << 26, SMALL = 1 << 13 };

enum { SHARES = 64 }; // of the rows, for threads

// The copy of the rows behind the same pointers.
typedef struct copy {
  const loft_rows *rows;
  const int64_t *ends; // of rows that differ in length, or NULL
  rt_row_list list;    // the rows
  int64_t first;       // subscript of the first element of the copy
  char *now, *before;  // before: NULL unless it is written
  uint32_t part;       // bytes of the least element that is written
} copy;

struct rt_staged {
  rt_row_ends *ends;    // NULL: not known
  rt_row_table *tables; // of n_rows
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
    size_t m = (size_t)rt_rows_extent(r, l);
    at[l] = r->lo[l] + (int64_t)(k % m);
    k /= m;
  }
  rt_rows_subscript(r, r->n_levels, at, &s); // it fits: the last one does
  return (size_t)(s - c->first) * r->elem_size;
}

// The beginning of the touched part of row "k".
static char *
row_start(const copy *c, size_t k) {
  const loft_rows *r = c->rows;
  return (char *)((uintptr_t)c->list.at[k] +
                  (uintptr_t)r->lo[r->n_levels] * r->elem_size);
}

// How many elements the copy of "r" has; 0: too many.
static size_t
count_elements(const loft_rows *r, int64_t *first) {
  int64_t at[LOFT_ROWS_LEVELS + 1], last;
  for (uint32_t l = 0; l <= r->n_levels; l++)
    at[l] = r->hi[l] - 1;
  if (!rt_rows_subscript(r, r->n_levels, r->lo, first) ||
      !rt_rows_subscript(r, r->n_levels, at, &last) ||
      (uint64_t)(last - *first) >= PTRDIFF_MAX / r->elem_size)
    return 0;
  return (size_t)(last - *first) + 1;
}

// Reads the touched part of row "k" to the copy. False where it is LARGE, and
// not all there: then it is no more than what a subscript's type can hold.
static bool
read_row(const copy *c, size_t k) {
  char *to = c->now + offset_of(c, k), *from = row_start(c, k);
  size_t bytes = rt_row_bytes(c->rows, c->ends, k);
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
  size_t bytes = rt_row_bytes(c->rows, c->ends, k);
  return bytes <= SMALL ? bytes : 0;
}

// Reads all rows that are small to the copy. False where there is no memory.
static bool
gather_rows(const copy *c) {
  char **from = rt_malloc(c->list.n * sizeof *from);
  for (size_t k = 0; k < c->list.n && from; k++)
    from[k] = c->list.at[k] ? row_start(c, k) : NULL;
  bool ok = from && rt_backends[LOFT_ON_CPU]->gather(
                        from, c->list.n, small_bytes, copy_of_row, c);
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
        &(rt_ended){c->list.at, c->list.n, r->elem_size, r->least,
                    (size_t)r->hi[inner]},
        copy_of_row, c);
  bool ok = gather_rows(c);
  for (size_t k = 0; k < c->list.n && ok; k++)
    ok = !c->list.at[k] || rt_row_bytes(r, c->ends, k) <= SMALL ||
         read_row(c, k);
  return ok;
}

// Whether copies as long as the longest row take far more memory than the rows
// of "c" do.
static bool
is_sparse(const copy *c, size_t bytes) {
  enum { ROOM = 1 << 24, TIMES = 64 };
  size_t all = 0;
  for (size_t k = 0; c->ends && k < c->list.n; k++)
    all += rt_row_bytes(c->rows, c->ends, k);
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

// Calls "fn" for all shares of the rows of "c", on several threads where the
// rows are large.
static void
share_rows(copy *c, void (*fn)(void *user, int64_t lo, int64_t hi)) {
  enum { FEW = 1 << 20 }; // bytes
  size_t bytes = c->list.n * rt_rows_bytes(c->rows);
  if (bytes >= FEW)
    rt_backends[LOFT_ON_CPU]->share(SHARES, fn, c);
  else
    fn(c, 0, SHARES);
}

// Where share "k" of the rows of "c" begins.
static size_t
share_begin(const copy *c, int64_t k) {
  return c->list.n / SHARES * (size_t)k +
         c->list.n % SHARES * (size_t)k / SHARES;
}

// Keeps what rows had before the region, those of shares "lo" up to "hi".
static void
keep_share(void *user, int64_t lo, int64_t hi) {
  const copy *c = user;
  for (size_t k = share_begin(c, lo); k < share_begin(c, hi); k++)
    if (c->list.at[k])
      memcpy(c->before + offset_of(c, k), c->now + offset_of(c, k),
             rt_row_bytes(c->rows, c->ends, k));
}

// Writes the changes of the rows of shares "lo" up to "hi".
static void
write_share(void *user, int64_t lo, int64_t hi) {
  const copy *c = user;
  for (size_t k = share_begin(c, lo); k < share_begin(c, hi); k++) {
    size_t at = offset_of(c, k);
    if (c->list.at[k])
      rt_backends[LOFT_ON_CPU]->write_changed(
          row_start(c, k), c->now + at, c->before + at,
          rt_row_bytes(c->rows, c->ends, k), c->part, NULL);
  }
}

// The rows of "r", which the list of the call's rows loses.
static rt_row_list
take_list(loft_rows *r) {
  rt_row_list list = rt_rows_list(r, r->n_levels);
  if (list.kept)
    r->list = NULL;
  list.kept = false;
  return list;
}

// Makes the copy of "r", whose rows end by "ends" (NULL: all where the longest
// does), which becomes its binds. False where that is impossible, for a reason
// that may be set in "why".
static bool
make_copy(const loft_call *call, loft_rows *r, const int64_t *ends, copy *c,
          rt_why *why) {
  *c = (copy){.rows = r, .ends = ends, .part = least_written(call, r)};
  bool written = (rt_rows_modes(call, r) & LOFT_WRITE) != 0;
  size_t n = count_elements(r, &c->first), bytes = n * r->elem_size;
  if (n)
    c->list = take_list(r);
  c->now = c->list.at && !is_sparse(c, bytes) ? rt_array_alloc(bytes) : NULL;
  if (c->now && written)
    c->before = rt_array_alloc(bytes);
  if (!c->now || (!c->before && written))
    return false;
  if (!read_rows(c)) {
    *why = (rt_why){.id = RT_WHY_UNREADABLE, .s = {call->binds[r->bind].name}};
    return false;
  }
  if (c->before)
    share_rows(c, keep_share);
  set_binds(call, c, n);
  return true;
}

// Seconds a row for which that of "r", which is written or only read, is found
// and copied, but for its bytes, unless it is "followed".
static double
row_seconds(const loft_rows *r, bool written, bool followed) {
  static const double ended = 50e-9, read = 500e-9, gathered = 40e-9,
                      sorted = 150e-9, found = 5e-9, tabulated = 12e-9,
                      compared = 25e-9, measured = 30e-9;
  if (!(r->flags & LOFT_ROWS_APART))
    return found;
  if (followed)
    return r->flags & LOFT_ROWS_ENDED ? measured
           : written                  ? compared
                                      : tabulated;
  if (r->flags & LOFT_ROWS_ENDED)
    return ended;
  if (rt_rows_bytes(r) > SMALL)
    return read;
  return written ? sorted : gathered;
}

// rt_rows_seconds of "r", which are "followed" or copied.
static double
seconds_of(const loft_call *call, const loft_rows *r, bool followed) {
  static const double copied = 4e9, written = 1.5e9; // bytes a second
  bool writes = (rt_rows_modes(call, r) & LOFT_WRITE) != 0;
  double n = 1;
  for (uint32_t l = 0; l < r->n_levels; l++)
    n *= (double)rt_rows_extent(r, l);
  double seconds = n * row_seconds(r, writes, followed);
  if ((r->flags & LOFT_ROWS_APART) && !followed)
    seconds += (double)rt_bind_bytes(&call->binds[r->bind]) /
               (writes ? written : copied);
  return seconds;
}

void
rt_rows_seconds(const loft_region_desc *region, const loft_call *call,
                double seconds[RT_ALTERNATIVES]) {
  for (int place = 0; place < RT_ALTERNATIVES; place++) {
    seconds[place] = 0;
    for (uint32_t k = 0; k < call->n_rows; k++) {
      const loft_rows *r = &call->rows[k];
      if (place != LOFT_ON_ORIGINAL && rt_rows_touched(r) &&
          rt_rows_is_first(call, r))
        seconds[place] += seconds_of(call, r,
                                     place == LOFT_ON_CPU &&
                                         rt_rows_may_follow(region, call, r));
    }
  }
}

// Lets the n-th rows of the call, the first behind their pointers, stay where
// they are. False where that is impossible.
static bool
follow_rows(const loft_region_desc *region, const loft_call *call, uint32_t n,
            rt_staged *s) {
  loft_rows *r = &call->rows[n];
  const void *base;
  if (!rt_rows_may_follow(region, call, r) ||
      !rt_row_table_follow(r, &s->tables[n], &base))
    return false;
  for (uint32_t k = 0; k < call->n_rows; k++)
    if (call->rows[k].first == r->first) {
      loft_bind *b = &call->binds[call->rows[k].bind];
      b->base = (void *)(uintptr_t)base;
      b->mode |= LOFT_FOLLOWED;
    }
  return true;
}

// What stages rows of the call, of which none are yet. NULL without memory.
static rt_staged *
new_staged(const loft_call *call) {
  size_t n = 0;
  for (uint32_t k = 0; k < call->n_rows; k++)
    n += (call->rows[k].flags & LOFT_ROWS_APART) != 0;
  rt_staged *s = rt_calloc(1, sizeof *s + n * sizeof *s->copies);
  if (s)
    s->tables = rt_calloc(call->n_rows, sizeof *s->tables);
  if (s && s->tables) {
    s->n_rows = call->n_rows;
    return s;
  }
  free(s);
  return NULL;
}

// Whether some rows of the call are apart, or have tables.
static bool
needs_staging(const loft_call *call) {
  for (uint32_t k = 0; k < call->n_rows; k++)
    if (call->rows[k].flags & (LOFT_ROWS_APART | LOFT_ROWS_FOLLOWED))
      return true;
  return false;
}

bool
rt_rows_stage(const loft_region_desc *region, const loft_call *call, int place,
              rt_staged **out, rt_why *why) {
  *out = NULL;
  *why = (rt_why){.id = RT_WHY_MEMORY};
  for (uint32_t k = 0; k < call->n_rows; k++)
    call->binds[call->rows[k].bind].mode &= ~(uint32_t)LOFT_FOLLOWED;
  if (!needs_staging(call))
    return true;
  rt_staged *s = new_staged(call);
  bool ok = s != NULL, known = false;
  for (uint32_t k = 0; k < call->n_rows && ok; k++) {
    loft_rows *r = &call->rows[k];
    if (!(r->flags & LOFT_ROWS_APART) || !rt_rows_is_first(call, r) ||
        !rt_rows_modes(call, r) ||
        (place == LOFT_ON_CPU && follow_rows(region, call, k, s)))
      continue;
    if (!known)
      s->ends = rt_row_ends_find(region, call);
    known = true;
    ok = make_copy(call, r, s->ends ? s->ends->of[k] : NULL, &s->copies[s->n++],
                   why);
  }
  if (!ok)
    rt_rows_unstage(s, false);
  else
    *out = s;
  return ok;
}

bool
rt_rows_tabulate(const loft_call *call, rt_staged *s) {
  bool ok = true;
  for (uint32_t k = 0; k < call->n_rows && ok; k++) {
    loft_rows *r = &call->rows[k];
    if ((r->flags & LOFT_ROWS_FOLLOWED) && rt_rows_is_first(call, r) &&
        rt_rows_touched(r) && !s->tables[k].at)
      ok = rt_row_table_make(r, &s->tables[k]);
  }
  return ok;
}

loft_handle
rt_rows_table(const rt_staged *s, uint32_t n) {
  const rt_row_table *t = &s->tables[n];
  return t->at ? (uintptr_t)t->at - (uint64_t)t->first * sizeof *t->at : 0;
}

void
rt_rows_unstage(rt_staged *s, bool succeeded) {
  for (size_t i = 0; s && i < s->n; i++) {
    copy *c = &s->copies[i];
    if (succeeded && c->before)
      share_rows(c, write_share);
    rt_row_list_free(&c->list);
    free(c->now);
    free(c->before);
  }
  for (uint32_t k = 0; s && k < s->n_rows; k++)
    free(s->tables[k].at);
  if (s) {
    rt_row_ends_free(s->ends, s->n_rows);
    free(s->tables);
  }
  free(s);
}
