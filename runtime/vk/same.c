// runtime/vk/same.c: which pages of a copy are the same as the program's
// memory; see same.h.
#include "runtime/vk/same.h"

#include "runtime/core/env.h"
#include "runtime/vk/marks.h"
#include "runtime/vk/pages.h"

// Bytes of arrays that are watched: looking takes 12 us then, sending 25.
enum { LEAST = 256 << 10 };

bool
rt_vk_copy_is_small(uint64_t bytes) {
  int least = rt_env_int(RT_ENV_TEST_KEEP);
  return bytes < (least > 0 ? (uint64_t)least : LEAST);
}

// Forgets what is known of pages [from, to), in all copies and marks, but for
// those with a bit in "unchanged", counted from "from" (NULL: all). Needs the
// lock.
static void
forget(uintptr_t from, uintptr_t to, const uint64_t *unchanged) {
  size_t page = rt_watch_page();
  rt_vk_marks_forget(from, to, unchanged);
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next) {
    uintptr_t first = rt_vk_page_of(c->from);
    uintptr_t at = from > first ? from : first;
    uintptr_t end = to < c->to ? to : c->to;
    if (at >= end)
      continue;
    rt_vk_pages p = rt_vk_pages_in(c, at, end);
    if (!unchanged) {
      rt_vk_copy_differs(c, at, end);
      continue;
    }
    rt_bits_and(c->same, p.lo, p.hi, unchanged, (at - from) / page);
    rt_bits_and(c->same_within, p.lo, p.hi, unchanged, (at - from) / page);
  }
}

// Ends the watching of pages that no other copy has watched. Needs the lock.
static void
stop_watching(const rt_vk_copy *c) {
  uintptr_t at = c->watched_from, end;
  for (; at < c->watched_to; at = end) {
    bool shared = false;
    end = c->watched_to;
    for (const rt_vk_copy *o = rt_vk_copies.first; o && !shared; o = o->next) {
      if (o == c || o->watched_to <= at || end <= o->watched_from)
        continue;
      shared = o->watched_from <= at;
      end = shared ? o->watched_to : o->watched_from;
    }
    if (!shared) {
      rt_vk_marks_forget(at, end, NULL);
      rt_watch_stop(at, end);
    }
  }
}

void
rt_vk_copy_unwatch(rt_vk_copy *c) {
  stop_watching(c);
  c->watched_from = c->watched_to = 0;
  rt_vk_copy_differs(c, c->from, c->to);
}

bool
rt_vk_same_watched(const rt_vk_copy *c, rt_vk_pages p, uintptr_t *from,
                   uintptr_t *to) {
  size_t page = rt_watch_page();
  uintptr_t first = rt_vk_page_of(c->from);
  uintptr_t lo = first + p.lo * page, hi = first + p.hi * page;
  *from = lo > c->watched_from ? lo : c->watched_from;
  *to = hi < c->watched_to ? hi : c->watched_to;
  return *from < *to;
}

bool
rt_vk_same_look(rt_vk_copy *c, rt_vk_pages p, bool renews) {
  uintptr_t from, to;
  if (!rt_vk_same_watched(c, p, &from, &to))
    return false;
  bool ok = rt_vk_pages_look(from, to, renews, c->found);
  for (size_t k = 0; k < rt_vk_pages_pieces(from, to); k++) {
    uintptr_t at, end;
    const uint64_t *bits = rt_vk_pages_piece(from, to, k, c->found, &at, &end);
    forget(at, end, ok ? bits : NULL);
  }
  return ok;
}

// Whether the pages of [from, to) are watched, unless they were unmapped; the
// first of them cannot be sometimes (rt_watch_start).
static bool
is_watched_in(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  return c->watched_from <= rt_vk_page_of(from) + rt_watch_page() &&
         to <= c->watched_to;
}

bool
rt_vk_same_renew(rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  rt_vk_pages p = rt_vk_pages_in(c, from, to);
  if (is_watched_in(c, from, to)) {
    if (rt_vk_same_look(c, p, true))
      return true;
    c->stale = true;
    rt_vk_copy_differs(c, from, to);
  }
  if (rt_vk_copy_is_small(c->to - c->from) || !rt_watch_start(&from, &to))
    return false;
  bool first = !rt_vk_copy_is_watched(c);
  c->watched_from = first || from < c->watched_from ? from : c->watched_from;
  c->watched_to = first || to > c->watched_to ? to : c->watched_to;
  return rt_vk_same_look(c, p, true);
}

void
rt_vk_same_set(rt_vk_copy *c, rt_vk_pages p) {
  size_t page = rt_watch_page();
  uintptr_t from, to, first = rt_vk_page_of(c->from);
  if (rt_vk_same_watched(c, p, &from, &to))
    rt_bits_fill(c->same, (from - first) / page, (to - first) / page, true);
}

// -- What goes up ---------------------------------------------------------

// Whether there are pages between the bytes on both sides of what stays, so
// that none has some of both.
static bool
stays_far(const rt_vk_copy *c) {
  return rt_vk_page_of(c->stay_from) < rt_vk_page_of(c->stay_to);
}

// Of the pages that bytes [from, to) of the copy are in, those without others
// of its bytes, unless these stay and are beside them.
static rt_vk_pages
filled_beside(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  rt_vk_pages p = rt_vk_pages_in(c, from, to), all;
  bool far = stays_far(c);
  if (far && c->stay_from < from && from <= c->stay_to)
    from = c->stay_from;
  if (far && c->stay_from <= to && to < c->stay_to)
    to = c->stay_to;
  all = rt_vk_pages_filled(c, from, to);
  p.lo = all.lo > p.lo ? all.lo : p.lo;
  p.hi = all.hi < p.hi ? all.hi : p.hi;
  return p.lo < p.hi ? p : (rt_vk_pages){0, 0};
}

// Whether the bind's bytes are among those that may be the same within pages.
static bool
is_within(const rt_vk_copy *c, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  return c->within_from <= from && from + rt_bind_bytes(bind) <= c->within_to;
}

// Lets these be the bind's bytes, and no others.
static void
set_within(rt_vk_copy *c, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  uintptr_t to = from + rt_bind_bytes(bind);
  if (c->within_from == from && c->within_to == to)
    return;
  size_t n = rt_vk_pages_in(c, c->from, c->to).hi;
  rt_bits_fill(c->same_within, 0, n, false);
  c->within_from = from;
  c->within_to = to;
}

// Notes that the first and the last of pages "p" hold what the buffer holds of
// the bytes that are the same within pages, or will. Needs the lock.
static void
set_ends_same(rt_vk_copy *c, rt_vk_pages p) {
  uintptr_t from, to, first = rt_vk_page_of(c->from);
  if (!rt_vk_same_watched(c, p, &from, &to))
    return;
  for (int k = 0; k < 2; k++) {
    size_t at = k ? p.hi - 1 : p.lo;
    uintptr_t page = first + at * rt_watch_page();
    if (from <= page && page < to)
      rt_bits_fill(c->same_within, at, at + 1, true);
  }
}

size_t
rt_vk_same_find_others(rt_vk_copy *c, const loft_bind *bind, rt_vk_pages p) {
  rt_bits_fill(c->up, p.lo, p.hi, false);
  rt_bits_or_not(c->up, p.lo, p.hi, c->same);
  for (int k = 0; k < 2 && is_within(c, bind); k++) {
    size_t at = k ? p.hi - 1 : p.lo;
    if (rt_bits_get(c->same_within, at))
      rt_bits_fill(c->up, at, at + 1, false);
  }
  return rt_bits_count(c->up, p.lo, p.hi);
}

void
rt_vk_same_note_up(rt_vk_copy *c, const loft_bind *bind, uintptr_t from,
                   uintptr_t to) {
  rt_vk_same_set(c, filled_beside(c, from, to));
  rt_vk_pages p = rt_vk_pages_in(c, from, to);
  bool goes_up = rt_bits_get(c->up, p.lo) || rt_bits_get(c->up, p.hi - 1);
  if (!goes_up || (rt_vk_copy_stays(c) && !stays_far(c)))
    return;
  set_within(c, bind);
  set_ends_same(c, p);
}

// -- Marked bytes ------------------------------------------------------------

// The copy for which all pages of bytes [from, to) are watched; NULL: there is
// none, or results stay in some.
static rt_vk_copy *
find_watched(uintptr_t from, uintptr_t to) {
  rt_vk_copy *found = NULL;
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next) {
    if (rt_vk_copy_meets(c, from, to))
      return NULL;
    if (c->from <= from && to <= c->to &&
        c->watched_from <= rt_vk_page_of(from) && to <= c->watched_to)
      found = c;
  }
  return found;
}

// Looks at the pages of "m". Whether none has changed.
static bool
look_at_mark(const rt_vk_mark *m) {
  rt_vk_copy *c = find_watched(m->from, m->to);
  return c && rt_vk_same_look(c, rt_vk_pages_in(c, m->from, m->to), false) &&
         m->number;
}

uint64_t
rt_vk_same_mark(uintptr_t from, uintptr_t to) {
  if (from >= to || atomic_load(&rt_vk_copies.n) == 0)
    return 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  rt_vk_mark *m = rt_vk_mark_new(from, to);
  if (!look_at_mark(m))
    m->number = 0;
  uint64_t number = m->number;
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return number;
}

bool
rt_vk_same_holds(uint64_t mark) {
  pthread_mutex_lock(&rt_vk_copies.lock);
  const rt_vk_mark *m = rt_vk_mark_find(mark);
  bool holds = m && look_at_mark(m);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return holds;
}
