// runtime/vk/copy.c: what a copy of the program's memory has: bytes, results
// that stay there, and what other devices had.
#include <stdlib.h>

#include "runtime/core/log.h"
#include "runtime/core/stay.h"
#include "runtime/vk/copies.h"

struct rt_vk_copies rt_vk_copies = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .log = 1, .price = 1e-3};

rt_vk_need
rt_vk_need_of(const loft_bind *bind) {
  enum { WORD = 4 };
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  return (rt_vk_need){from, from + rt_bind_bytes(bind),
                      bind->elem_size > WORD ? bind->elem_size : WORD,
                      rt_bind_needs_upload(bind)};
}

// Whether nothing is written to the bind.
static bool
is_input(const loft_bind *bind) {
  return rt_bind_bytes(bind) > 0 && (bind->mode & LOFT_WRITE) == 0;
}

// Whether an array of what "in" needs is where one of "n" could be, too.
static bool
has_room(const rt_vk_need *in, const rt_vk_need *n) {
  return in->from <= n->from && n->to <= in->to && in->align % n->align == 0 &&
         (n->from - in->from) % n->align == 0;
}

uint32_t
rt_vk_bind_around(const loft_bind *binds, uint32_t n, uint32_t k) {
  uint32_t best = k;
  rt_vk_need need = rt_vk_need_of(&binds[k]), largest = need;
  for (uint32_t j = 0; j < n && is_input(&binds[k]); j++) {
    rt_vk_need other = rt_vk_need_of(&binds[j]);
    bool better = other.to - other.from > largest.to - largest.from ||
                  (j < k && best == k);
    if (!better || !is_input(&binds[j]) || !has_room(&other, &need))
      continue;
    best = j;
    largest = other;
  }
  return best;
}

bool
rt_vk_copy_has(const rt_vk_copy *c, const rt_vk_device *d,
               const rt_vk_need *n) {
  return !c->used && c->device == d && n->from >= c->from && n->to <= c->to &&
         (n->from - c->from) % n->align == 0;
}

void
rt_vk_copy_differs(rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  rt_vk_pages p = rt_vk_pages_in(c, from, to);
  rt_bits_fill(c->same, p.lo, p.hi, false);
  rt_bits_fill(c->same_within, p.lo, p.hi, false);
  c->log = 0;
}

// -- Huge pages ---------------------------------------------------------------

// Watching costs by the page, so it is worth while to make an array's pages
// huge ones, where results come back to it often enough. How often they will is
// unknown, so no more is spent on that than watching has cost so far (ski
// rental). All of them are huge then, but for those that the host writes to,
// which splits them: it begins anew when watching has cost as much as that
// took.
void
rt_vk_copy_gather(const rt_vk_run *run, rt_vk_copy *c, const loft_bind *bind,
                  uintptr_t from, uintptr_t to) {
  const loft_region_desc *r = run->base.region;
  size_t huge = rt_watch_huge_page();
  uintptr_t at = c->gathered > from ? c->gathered : from;
  unsigned n = 0;
  at = (at + huge - 1) / huge * huge;
  for (; at + huge <= to && c->toll >= rt_vk_copies.price; at += huge) {
    double start = rt_now();
    bool made = rt_watch_gather(at);
    double seconds = rt_now() - start;
    c->toll -= seconds;
    c->gathering += seconds;
    rt_vk_copies.price = made ? seconds : rt_vk_copies.price;
    n += made;
  }
  c->gathered = at;
  if (at + huge > to) {
    c->toll = -c->gathering;
    c->gathered = 0;
  }
  if (n > 0)
    rt_say(RT_LOG_KERNEL, "%s (%s:%u): %u huge pages made of %s", r->name,
           r->file, r->line, n, bind->name);
}

// -- Results that stay --------------------------------------------------------

bool
rt_vk_copy_may_grow(const rt_vk_copy *c, const rt_vk_need *n) {
  uintptr_t from = c->from < n->from ? c->from : n->from;
  uintptr_t to = c->to > n->to ? c->to : n->to;
  return !c->used && rt_vk_copy_meets(c, n->from, n->to) &&
         (n->from - from) % n->align == 0 &&
         to - from <= c->device->pool_room[RT_MEM_DEVICE];
}

rt_vk_copy *
rt_vk_copy_staying(const rt_vk_device *d, const rt_vk_need *n, bool grows) {
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (rt_vk_copy_meets(c, n->from, n->to) &&
        (rt_vk_copy_has(c, d, n) ||
         (grows && c->device == d && rt_vk_copy_may_grow(c, n))))
      return c;
  return NULL;
}

bool
rt_vk_copy_needs_before(const rt_vk_array *a, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  if (rt_vk_is_own(bind))
    return false;
  pthread_mutex_lock(&rt_vk_copies.lock);
  bool covers = rt_vk_copy_covers(a->copy, from, from + rt_bind_bytes(bind));
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return !covers;
}

bool
rt_vk_copy_may_trim(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  bool below = from <= c->stay_from, above = c->stay_to <= to;
  return !rt_vk_copy_meets(c, from, to) || (below && above) ||
         (!c->before && (below || above));
}

// Takes results in bytes [from, to) from copies of other devices.
static void
trim_others(const rt_vk_device *d, uintptr_t from, uintptr_t to) {
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next) {
    if (c->device == d || !rt_vk_copy_meets(c, from, to))
      continue;
    uintptr_t lo = from > c->stay_from ? from : c->stay_from;
    uintptr_t hi = to < c->stay_to ? to : c->stay_to;
    if (lo == c->stay_from && hi == c->stay_to) {
      rt_vk_copy_forget(c, false);
      continue;
    }
    rt_vk_copy_differs(c, lo, hi);
    *(lo == c->stay_from ? &c->stay_from : &c->stay_to) =
        lo == c->stay_from ? hi : lo;
  }
}

void
rt_vk_copy_leave(rt_vk_device *d, rt_vk_array *a, const loft_bind *bind) {
  rt_vk_copy *c = a->copy;
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  uintptr_t to = from + rt_bind_bytes(bind);
  if (!rt_vk_copy_covers(c, from, to)) {
    bool both = rt_vk_copy_stays(c) && rt_vk_is_own(bind) && !c->before;
    rt_vk_buffer_put(d, c->before);
    c->before = a->before;
    a->before = NULL;
    c->elem_size = c->before ? bind->elem_size : 1;
    c->stay_from = both && c->stay_from < from ? c->stay_from : from;
    c->stay_to = both && c->stay_to > to ? c->stay_to : to;
  }
  c->unread = false;
  c->version = ++rt_vk_copies.version;
  trim_others(d, from, to);
  rt_vk_pages p = rt_vk_pages_filled(c, c->stay_from, c->stay_to);
  rt_bits_fill(c->same, p.lo, p.hi, false);
}

void
rt_vk_copies_lose(void) {
  atomic_store(&rt_vk_copies.lost, true);
}

bool
rt_vk_copies_are_lost(void) {
  return atomic_load(&rt_vk_copies.lost);
}

void
rt_vk_copy_forget(rt_vk_copy *c, bool lost) {
  if (lost && rt_vk_copy_stays(c))
    rt_vk_copies_lose();
  if (rt_vk_copy_stays(c))
    rt_vk_copy_differs(c, c->stay_from, c->stay_to);
  rt_vk_buffer_put(c->device, c->before);
  c->before = NULL;
  c->stay_from = c->stay_to = 0;
}

// Whether results stay there in bytes of one of "n" binds.
static bool
meets_any(const rt_vk_copy *c, const loft_bind *binds, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    rt_vk_need need = rt_vk_need_of(&binds[k]);
    if (rt_vk_copy_meets(c, need.from, need.to))
      return true;
  }
  return false;
}

rt_vk_device *
rt_vk_copies_stay_on(const rt_vk_search *s, bool *lost) {
  rt_vk_device *d = NULL;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (rt_vk_copy_stays(c) && c->device->serial > s->after &&
        (!d || c->device->serial < d->serial) &&
        (!s->binds || meets_any(c, s->binds, s->n)))
      d = c->device;
  *lost = rt_vk_copies.lost;
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return d;
}

// -- What other devices had
// ------------------------------------------------------

void
rt_vk_pulls_note(rt_vk_run *run) {
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (uint32_t k = 0; k < run->n_pulls; k++) {
    const rt_vk_pull *p = &run->pulls[k];
    rt_vk_copy *c = run->binds[p->bind].copy;
    if (!c)
      continue;
    uintptr_t from =
        (uintptr_t)rt_bind_start(&run->base.binds[p->bind]) + p->at;
    rt_vk_pages pages = rt_vk_pages_in(c, from, from + p->bytes);
    rt_bits_fill(c->same, pages.lo, pages.hi, false);
    rt_bits_fill(c->same_within, pages.lo, pages.hi, false);
    c->lent[c->n_lent++ % RT_VK_LENT] =
        (rt_vk_lent){from, from + p->bytes, p->version};
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

void
rt_vk_pulls_free(rt_vk_run *run) {
  for (uint32_t k = 0; k < run->n_pulls; k++)
    rt_vk_buffer_put(run->device, run->pulls[k].host);
  free(run->pulls);
  run->pulls = NULL;
  run->n_pulls = 0;
}
