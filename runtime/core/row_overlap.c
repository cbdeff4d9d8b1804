// runtime/core/row_overlap.c: the overlap check of rows behind pointers.
//
// Pieces that are out of order are marked in a map of the memory around, where
// that is small. All pieces of one array are sorted else, and those of two
// compared like the lists of a merge. Note [Row pointers].
#include "runtime/core/rows_private.h"

#include <stdlib.h>

#include "runtime/core/alias.h"
#include "runtime/core/bind.h"
#include "runtime/core/fault.h"
#include "runtime/core/mapping.h"

// Bytes that follow one another.
typedef struct piece {
  uintptr_t at;
  size_t bytes;
} piece;

// Bytes that a region touches: an array, rows, or pointers to rows. Pieces that
// are all there and in order, as those of most lists are, are those of the
// list.
typedef struct place {
  const loft_bind *bind; // of which the name is
  bool written;
  const loft_rows *rows; // NULL: an array
  const int64_t *ends;   // of rows that differ in length, and their begins
  uint32_t level;        // of rows: n_levels; of pointers to them: theirs
  bool known;            // the pieces are
  size_t n;
  rt_row_list list;
  size_t first, bytes; // of rows: of a piece behind its address; of a piece
  piece *pieces;       // NULL: those of the list
  bool in_order;       // by address
  uintptr_t from, to;  // all are between these
} place;

// Piece "k" of those in the list of "p".
static piece
listed_piece(const place *p, size_t k) {
  bool is_data = p->level == p->rows->n_levels;
  if (!is_data || !p->ends)
    return (piece){(uintptr_t)p->list.at[k] + p->first, p->bytes};
  int64_t begin = p->ends[p->list.n + k], end = p->ends[k];
  size_t size = p->rows->elem_size;
  return (piece){(uintptr_t)p->list.at[k] + (uintptr_t)begin * size,
                 begin < end ? (size_t)(end - begin) * size : 0};
}

// Piece "k" of "p".
static piece
piece_at(const place *p, size_t k) {
  return p->pieces ? p->pieces[k] : listed_piece(p, k);
}

// Adds a piece to "p".
static void
add_piece(place *p, piece x) {
  p->in_order = p->in_order && (p->n == 0 || p->pieces[p->n - 1].at <= x.at);
  p->from = x.at < p->from ? x.at : p->from;
  p->to = x.at + x.bytes > p->to ? x.at + x.bytes : p->to;
  p->pieces[p->n++] = x;
}

// Adds the pieces of the list of "p". Null pointers are left out: nothing is
// read behind them, or the original would not get by them. False where there is
// no memory, or an end is past the last address.
static bool
add_pieces(place *p) {
  p->pieces = rt_array_alloc(p->list.n * sizeof *p->pieces);
  bool ok = p->pieces != NULL;
  p->from = UINTPTR_MAX;
  p->to = 0;
  for (size_t k = 0; k < p->list.n && ok; k++) {
    piece x = listed_piece(p, k);
    ok = x.at + x.bytes >= x.at;
    if (p->list.at[k] && x.bytes > 0)
      add_piece(p, x);
  }
  if (p->n == 0)
    p->from = p->to;
  return ok;
}

// Takes the list of "p" for its pieces. False where these are not all there, or
// out of order.
static bool
take_list(place *p) {
  uintptr_t last = 0;
  p->from = listed_piece(p, 0).at;
  p->to = p->from;
  for (size_t k = 0; k < p->list.n; k++) {
    piece x = listed_piece(p, k);
    uintptr_t end = x.at + x.bytes;
    if (!p->list.at[k] || x.bytes == 0 || x.at < last || end < x.at)
      return false;
    last = x.at;
    p->to = end > p->to ? end : p->to;
  }
  p->n = p->list.n;
  return true;
}

// Finds the pieces of "p", the rows of "r". False where that is impossible.
static bool
find_row_pieces(place *p, const loft_rows *r) {
  bool is_data = p->level == r->n_levels;
  size_t last = is_data ? r->elem_size : sizeof(char *);
  size_t size = is_data ? last : rt_rows_step(r, p->level);
  p->first = (size_t)r->lo[p->level] * size;
  p->bytes = (size_t)(rt_rows_extent(r, p->level) - 1) * size + last;
  p->list = rt_rows_list(r, p->level);
  return p->list.at && (take_list(p) || add_pieces(p));
}

// Finds the pieces of "p". False where that is impossible.
static bool
find_pieces(place *p) {
  if (p->known)
    return true;
  p->known = p->in_order = true;
  if (p->rows)
    return find_row_pieces(p, p->rows);
  p->pieces = rt_malloc(sizeof *p->pieces);
  if (p->pieces)
    add_piece(p, (piece){p->from, p->to - p->from});
  return p->pieces != NULL;
}

// qsort: by address.
static int
compare(const void *x, const void *y) {
  const piece *p = x, *q = y;
  return p->at < q->at ? -1 : p->at > q->at;
}

// The end of the run of pieces in order that begins with number "i" of "n".
static size_t
run_end(const piece *all, size_t i, size_t n) {
  for (i++; i < n && all[i - 1].at <= all[i].at;)
    i++;
  return i < n ? i : n;
}

// Merges the pieces "i" up to "k", and those up to "m", each in order, to "to".
static void
merge_runs(const piece *all, size_t i, size_t k, size_t m, piece *to) {
  size_t mid = k;
  for (size_t at = i, end = m; at < end; at++) {
    bool first = k == m || (i < mid && all[i].at <= all[k].at);
    to[at] = first ? all[i++] : all[k++];
  }
}

// Puts the pieces of "p" in order, by merging runs of them: most allocators
// give rows in long ones.
static void
sort_pieces(place *p) {
  if (p->in_order)
    return;
  p->in_order = true;
  piece *to = rt_malloc(p->n * sizeof *to), *all = p->pieces;
  if (!to)
    qsort(all, p->n, sizeof *all, compare);
  while (to && run_end(all, 0, p->n) < p->n) {
    for (size_t i = 0, k, m; i < p->n; i = m) {
      k = run_end(all, i, p->n);
      m = k < p->n ? run_end(all, k, p->n) : k;
      merge_runs(all, i, k, m, to);
    }
    piece *swapped = all;
    all = to;
    to = swapped;
  }
  free(to);
  p->pieces = all;
}

// Which words of 8 bytes pieces touch, from address "from" on, a bit each.
typedef struct words {
  uint64_t *bits;
  uintptr_t from;
} words;

// Marks the words of "x". Returns whether one of them was marked before.
static bool
mark(words *w, piece x) {
  size_t at = (x.at - w->from) / 8, last = (x.at + x.bytes - 1 - w->from) / 8;
  bool marked = false;
  while (at <= last) {
    size_t n = 64 - at % 64 < last - at + 1 ? 64 - at % 64 : last - at + 1;
    uint64_t mask = ~(uint64_t)0 >> (64 - n) << at % 64;
    marked |= (w->bits[at / 64] & mask) != 0;
    w->bits[at / 64] |= mask;
    at += n;
  }
  return marked;
}

// Whether it is seen without sorting that no pieces of "p", or of "p" and "q"
// (NULL: none), share a byte: all are close together, and no word is touched
// twice.
static bool
are_words_apart(const place *p, const place *q) {
  enum { EACH = 32, ROOM = 1 << 18 }; // bytes
  uintptr_t from = q && q->from < p->from ? q->from : p->from;
  uintptr_t to = q && q->to > p->to ? q->to : p->to;
  size_t bytes = ((to - from) / 512 + 2) * sizeof(uint64_t);
  bool apart = bytes <= (p->n + (q ? q->n : 0)) * EACH + ROOM;
  words w = {apart ? rt_calloc(1, bytes) : NULL, from - from % 8};
  apart = w.bits != NULL;
  for (size_t k = 0; k < p->n && apart; k++)
    apart = !mark(&w, piece_at(p, k)) || q;
  for (size_t k = 0; q && k < q->n && apart; k++)
    apart = !mark(&w, piece_at(q, k));
  free(w.bits);
  return apart;
}

// Whether two pieces of "p" share a byte.
static bool
meets_itself(place *p) {
  if (!p->in_order && are_words_apart(p, NULL))
    return false;
  sort_pieces(p);
  for (size_t k = 1; k < p->n; k++) {
    piece last = piece_at(p, k - 1);
    if (piece_at(p, k).at - last.at < last.bytes)
      return true;
  }
  return false;
}

// Whether a piece of "p", and one of "q", which is all of it, share a byte.
static bool
meets_one(const place *p, const place *q) {
  for (size_t k = 0; k < p->n; k++) {
    piece x = piece_at(p, k);
    if (x.at < q->to && q->from < x.at + x.bytes)
      return true;
  }
  return false;
}

// Whether a piece of "p" and one of "q" share a byte.
static bool
meet(place *p, place *q) {
  size_t i = 0, k = 0;
  uintptr_t to_p = 0, to_q = 0; // as far as those before reach
  if (p->n == 1 || q->n == 1)
    return p->n == 1 ? meets_one(q, p) : meets_one(p, q);
  if (!(p->in_order && q->in_order) && are_words_apart(p, q))
    return false;
  sort_pieces(p);
  sort_pieces(q);
  while (i < p->n || k < q->n) {
    bool is_p =
        k == q->n || (i < p->n && piece_at(p, i).at <= piece_at(q, k).at);
    piece x = is_p ? piece_at(p, i++) : piece_at(q, k++);
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

// Adds bind "k" to "ps", and the pointers that lead to it; "e" (NULL: not
// known) is where rows end.
static void
add_places(const loft_call *call, uint32_t k, const rt_row_ends *e,
           places *ps) {
  const loft_bind *b = &call->binds[k];
  const loft_rows *r = rt_rows_of(call, k);
  uint32_t modes = r ? rt_rows_modes(call, r) : b->mode;
  if (r ? !rt_rows_is_first(call, r) || !modes : rt_bind_empty(b))
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
    if (rt_mapping_is_known(p->from, p->to) ||
        rt_alias_is_private(&a, p->from, p->to))
      continue;
    for (size_t k = 0; k < p->n; k++) {
      piece x = piece_at(p, k);
      rt_alias_add(&a, p->bind, x.at, x.at + x.bytes, p->written);
    }
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
    if (!rt_rows_is_first(call, r) &&
        (p.bind->mode >> LOFT_STRUCT & 255) == 0 &&
        (rt_rows_modes(call, r) & LOFT_WRITE))
      return refuse(RT_WHY_OVERLAP, &p, &p, why);
  }
  return true;
}

// rt_rows_check where rows end by "e" (NULL: not known).
static bool
check_ended(const loft_region_desc *region, const loft_call *call,
            const rt_row_ends *e, rt_why *why) {
  size_t most = region->n_binds + call->n_rows * LOFT_ROWS_LEVELS;
  places ps = {.all = rt_calloc(most, sizeof *ps.all)};
  why->id = RT_WHY_MEMORY;
  if (!ps.all)
    return false;
  for (uint32_t k = 0; k < region->n_binds; k++)
    add_places(call, k, e, &ps);
  bool ok = check_places(&ps, why);
  for (size_t k = 0; k < ps.n; k++) {
    rt_row_list_free(&ps.all[k].list);
    free(ps.all[k].pieces);
  }
  free(ps.all);
  return ok;
}

// Whether some rows of the call are apart.
static bool
some_apart(const loft_call *call) {
  for (uint32_t k = 0; k < call->n_rows; k++)
    if (call->rows[k].flags & LOFT_ROWS_APART)
      return true;
  return false;
}

bool
rt_rows_check(const loft_region_desc *region, const loft_call *call,
              rt_why *why) {
  if (!check_rows(call, why))
    return false;
  bool first = some_apart(call); // then the longest rarely fit
  rt_row_ends *e = first ? rt_row_ends_find(region, call) : NULL;
  bool ok = check_ended(region, call, e, why);
  if (!ok && !first && why->id == RT_WHY_OVERLAP) {
    e = rt_row_ends_find(region, call);
    ok = e && check_ended(region, call, e, why);
  }
  rt_row_ends_free(e, call->n_rows);
  return ok;
}
