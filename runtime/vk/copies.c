// runtime/vk/copies.c: copies of the program's arrays that stay on the device
// between runs.
//
// Note [Copies]. A copy is a buffer with bytes [from, to) of the program's
// memory, and a bit for each page: "same", the buffer holds what the page held
// when it was last renewed (core/watch.h). So the page is sent again unless it
// is the same, and unchanged since.
//
// Up: pages are renewed first and read after that; what the host writes
// meanwhile counts as written. Down: results are written to pages that are not
// protected, since that would cost a fault each; then the pages are renewed. Of
// an array that the region writes in full nobody else may write an element
// meanwhile, so it holds the results; of others a page is the same if it
// compares equal, after it was renewed. Who renews a page is the only one to
// learn that it was written, and tells all copies that have bytes in it.
//
// Protecting costs the host a fault for each page that it writes next. Where
// that did not pay three times in a row (faults took longer than sending the
// other pages would have taken, or results were overwritten by the next ones
// before any region read them), the copy rests:
// for 16 calls the array is sent as if there were no copies, then it is tried
// once more, after that rest twice as long and so on, up to 1,024. A region
// that reads such results ends the rest. A program that uses other memory all
// the time (parts of a large array in turn, or what it allocates anew) gets a
// copy only for each 16th array after the first 32.
//
// While results stay nothing but the runs of the log touches their arrays
// (Note [Staying] in core/stay.c). So what went up in such a run, or stays, is
// not looked at again until the results come back (rt_vk_copies.log).
//
// The table has one lock, taken before the device's. A copy in use belongs to
// one array of one run; its bits "same" stay the table's.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/stay.h"
#include "runtime/core/watch.h"
#include "runtime/cpu/mem.h"
#include "runtime/vk/bus.h"
#include "runtime/vk/copies.h"
#include "runtime/vk/estimate.h"
#include "runtime/vk/pages.h"
#include "runtime/vk/same.h"
#include "runtime/vk/private.h"

enum {
  MOST_COPIES = 64,
  MOST_NEW = 32, // copies made in a row of which none was of use
  MOST_VAIN = 3,
  FIRST_REST = 16,
  LONGEST_REST = 1024
};

// -- Whether it pays ------------------------------------------------------

// Lets the copy rest.
static void
rest(rt_vk_copy *c) {
  c->rest = c->next_rest;
  c->next_rest *= c->next_rest < LONGEST_REST ? 2 : 1;
  c->vain = MOST_VAIN - 1; // the next time is the last
}

// Whether it pays to watch the copy's pages, of which so many need not go up,
// while each of the others cost the host a fault.
static bool
pays(const rt_vk_copy *c, size_t same, size_t written) {
  double rate = rt_vk_rate(c->device->phys->class, rt_bus_rate());
  double saved = (double)same * (double)rt_watch_page() / rate;
  return saved > (double)written * rt_watch_fault();
}

// Notes whether watching the copy's pages since they were renewed was worth it.
static void
judge(rt_vk_copy *c, bool paid) {
  c->unread = c->overwritten = false;
  if (paid) {
    rt_vk_copies.vain = 0;
    c->vain = 0;
    c->next_rest = FIRST_REST;
  } else if (++c->vain >= MOST_VAIN) {
    rest(c);
  }
}

// -- The table ------------------------------------------------------------

// Frees a copy that is in no list and has no buffer.
static void
destroy(rt_vk_copy *c) {
  if (!c)
    return;
  free(c->same);
  free(c->same_within);
  free(c->up);
  free(c->found);
  free(c);
}

// A new copy of [from, to) without a buffer; NULL: out of memory.
static rt_vk_copy *
create(rt_vk_device *d, uintptr_t from, uintptr_t to) {
  rt_vk_copy *c = rt_calloc(1, sizeof *c);
  if (!c)
    return NULL;
  *c = (rt_vk_copy){
      .device = d, .from = from, .to = to, .next_rest = FIRST_REST};
  size_t words = rt_bits_words(rt_vk_pages_in(c, from, to).hi);
  c->same = rt_calloc(words, sizeof *c->same);
  c->same_within = rt_calloc(words, sizeof *c->same_within);
  c->up = rt_calloc(words, sizeof *c->up);
  c->found =
      rt_calloc(rt_vk_pages_words(rt_vk_page_of(from), to), sizeof *c->found);
  if (c->same && c->same_within && c->up && c->found)
    return c;
  destroy(c);
  return NULL;
}

// Makes the copy the first in the rt_vk_copies. Needs the lock.
static void
add(rt_vk_copy *c) {
  c->next = rt_vk_copies.first;
  rt_vk_copies.first = c;
  atomic_fetch_add(&rt_vk_copies.n, 1);
}

// Takes the copy out of the rt_vk_copies. Needs the lock.
static void
take_out(rt_vk_copy *c) {
  rt_vk_copy **p = &rt_vk_copies.first;
  while (*p != c)
    p = &(*p)->next;
  *p = c->next;
  atomic_fetch_sub(&rt_vk_copies.n, 1);
}

// The copy of device d (NULL: any) that nobody uses and that was used least
// recently, with a buffer or also without, and without results that stay; NULL:
// none. Needs the lock.
static rt_vk_copy *
find_oldest(const rt_vk_device *d, bool with_buffer) {
  rt_vk_copy *oldest = NULL;
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (!c->used && !rt_vk_copy_stays(c) && (!d || c->device == d) &&
        (c->buffer || !with_buffer))
      oldest = c;
  return oldest;
}

// Counts bytes as kept on the device, or no more.
static void
count_kept(rt_vk_device *d, int64_t bytes) {
  pthread_mutex_lock(&d->lock);
  d->kept_bytes += (uint64_t)bytes;
  pthread_mutex_unlock(&d->lock);
}

// Takes a copy that nobody uses out of all accounts. Needs the lock.
static void
retire(rt_vk_copy *c) {
  take_out(c);
  if (c->buffer)
    count_kept(c->device, -(int64_t)c->buffer->size);
}

// Frees copies that are in no list, and their buffers, which commands of the
// run may use; NULL: of no run but pending ones.
static void
free_retired(rt_vk_run *run, rt_vk_copy *list) {
  for (rt_vk_copy *c; (c = list);) {
    list = c->next;
    rt_vk_pending_retire(run, c->device, c->buffer);
    destroy(c);
  }
}

// Stops watching for a copy that is out of all accounts, and frees it. Needs
// the lock.
static void
end_retired(rt_vk_copy *c) {
  rt_vk_copy_unwatch(c);
  c->next = NULL;
  free_retired(NULL, c);
}

// Ends a copy that nobody uses. Needs the lock.
static void
drop(rt_vk_copy *c) {
  retire(c);
  end_retired(c);
}

// Ends copies of device d (NULL: of all) that nobody uses: those that have
// buffers, or all. False when there were none.
static bool
drop_all(const rt_vk_device *d, bool with_buffer) {
  bool any = false;
  if (atomic_load(&rt_vk_copies.n) == 0)
    return false;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c; (c = find_oldest(d, with_buffer)); any = true)
    drop(c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return any;
}

bool
rt_vk_copies_evict(rt_vk_device *d) {
  return drop_all(d, true);
}

void
rt_vk_copies_drop(rt_vk_device *d) {
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (c->device == d)
      rt_vk_copy_forget(c, true);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  drop_all(d, false);
}

// The copy of the device in which most of these bytes are the same, of equal
// ones the smallest; where there is none, one of these bytes that rests. Needs
// the lock.
static rt_vk_copy *
find(const rt_vk_device *d, const rt_vk_need *n) {
  rt_vk_copy *best = NULL, *resting = NULL;
  size_t most = 0;
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next) {
    if (!rt_vk_copy_has(c, d, n))
      continue;
    rt_vk_pages p = rt_vk_pages_in(c, n->from, n->to);
    size_t same = rt_bits_count(c->same, p.lo, p.hi);
    if (!c->buffer) {
      resting = c;
    } else if (!best || same > most ||
               (same == most && c->to - c->from < best->to - best->from)) {
      best = c;
      most = same;
    }
  }
  return best ? best : resting;
}

// Whether the copy, idle and of that device, has some of these bytes, which are
// the same as far as is known. One whose memory is gone is ended instead. Needs
// the lock.
static bool
overlaps(rt_vk_copy *c, const rt_vk_device *d, const rt_vk_need *n) {
  uintptr_t from = c->from > n->from ? c->from : n->from;
  uintptr_t to = c->to < n->to ? c->to : n->to;
  if (c->used || c->device != d || from >= to || !rt_vk_copy_is_watched(c) ||
      rt_vk_copy_stays(c))
    return false;
  rt_vk_pages p = rt_vk_pages_in(c, from, to);
  if (rt_vk_same_look(c, p, false))
    return rt_bits_count(c->same, p.lo, p.hi) > 0;
  drop(c);
  return false;
}

// Retires copies that have most of the bytes, as long as one copy has room for
// all, and adds what else they have: a region that uses a little more of an
// array than the one before is not to have a copy of its own. Needs the lock.
static rt_vk_copy *
merge(rt_vk_device *d, rt_vk_need *n) {
  rt_vk_copy *retired = NULL;
  for (rt_vk_copy *c = rt_vk_copies.first, *next; c; c = next) {
    next = c->next;
    uintptr_t lo = c->from < n->from ? c->from : n->from;
    uintptr_t hi = c->to > n->to ? c->to : n->to;
    uintptr_t both = c->to - c->from + (n->to - n->from);
    if (both < (hi - lo) / 2 * 3 || (n->from - lo) % n->align != 0 ||
        hi - lo > d->pool_room[RT_MEM_DEVICE] || !overlaps(c, d, n))
      continue;
    n->from = lo;
    n->to = hi;
    retire(c);
    c->next = retired;
    retired = c;
    next = rt_vk_copies.first; // more may overlap now
  }
  return retired;
}

// Lets the copy (NULL: none) take the place of those that were retired for it,
// as far as there is room for all of them. Needs the lock.
static void
replace(rt_vk_copy *c, rt_vk_copy *retired) {
  uint64_t bytes = c ? c->to - c->from : 0;
  for (rt_vk_copy *part; (part = retired);) {
    retired = part->next;
    bytes += part->to - part->from;
    if (!c || bytes > c->device->pool_room[RT_MEM_DEVICE] ||
        !rt_vk_copy_adopt(c, part))
      end_retired(part);
  }
}

// Finds or makes the copy. NULL: the bytes are not kept in this run, which is
// not so where results are to stay in it. Needs the lock.
static rt_vk_copy *
find_or_make(rt_vk_device *d, rt_vk_need n, bool stays) {
  rt_vk_copy *c = find(d, &n);
  if (c && (stays || (c->overwritten && n.is_read)))
    c->rest = 0;
  if (c)
    return c->rest > 0 && --c->rest > 0 ? NULL : c;
  if (!stays && rt_vk_copies.vain >= MOST_NEW &&
      ++rt_vk_copies.vain % FIRST_REST != 0)
    return NULL;
  rt_vk_copy *retired = merge(d, &n);
  if (atomic_load(&rt_vk_copies.n) >= MOST_COPIES &&
      (c = find_oldest(NULL, false)))
    drop(c);
  c = create(d, n.from, n.to);
  replace(c, retired);
  if (c)
    add(c);
  rt_vk_copies.vain += !rt_vk_copy_is_small(n.to - n.from);
  return c;
}

// Whether copies of the bind may be kept; "stays": for results that stay.
static bool
is_wanted(const rt_vk_device *d, const loft_bind *bind, bool stays) {
  uint64_t bytes = rt_bind_bytes(bind);
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  return rt_env_int(RT_ENV_KEEP) && bytes <= d->pool_room[RT_MEM_DEVICE] &&
         (stays ? rt_watch_is_own(from, from + bytes)
                : !rt_vk_copy_is_small(bytes) && rt_watch_possible());
}

// The copy is used by a run from now on. Needs the lock.
void
rt_vk_copy_use(rt_vk_device *d, rt_vk_copy *c) {
  c->used = true;
  if (!c->buffer)
    return;
  count_kept(d, -(int64_t)c->buffer->size);
  c->buffer->read_at = c->buffer->written_at = 0;
}

void
rt_vk_copy_take(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind) {
  rt_vk_need n = rt_vk_need_of(bind);
  bool stays = run->base.stays && (bind->mode & LOFT_WRITE);
  bool any = rt_stay_any();
  bool wanted = !any && is_wanted(run->device, bind, stays);
  if (!rt_env_int(RT_ENV_KEEP))
    drop_all(NULL, false);
  if (!wanted && !any)
    return;
  pthread_mutex_lock(&rt_vk_copies.lock);
  a->copy = rt_vk_copy_staying(run->device, &n, run->base.stays);
  if (!a->copy && (wanted || is_wanted(run->device, bind, stays)))
    a->copy = find_or_make(run->device, n, stays);
  if (a->copy)
    rt_vk_copy_use(run->device, a->copy);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  if (!a->copy)
    return;
  a->at = n.from - a->copy->from;
  a->buffer = a->copy->buffer;
}

void
rt_vk_copy_release(rt_vk_run *run, rt_vk_array *a) {
  rt_vk_copy *c = a->copy;
  pthread_mutex_lock(&rt_vk_copies.lock);
  c->used = false;
  count_kept(run->device, (int64_t)c->buffer->size);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  a->copy = NULL;
  a->buffer = NULL;
  a->at = 0;
}

bool
rt_vk_copy_shed(rt_vk_run *run, const rt_vk_array *a) {
  if (!a->copy || !a->copy->parts)
    return false;
  pthread_mutex_lock(&rt_vk_copies.lock);
  free_retired(run, rt_vk_copy_ungraft(run, a->copy));
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return true;
}

uint64_t
rt_vk_copy_bytes(const rt_vk_array *a) {
  return a->copy->to - a->copy->from;
}

// Gives the array's copy back. Needs the lock.
static void
give(rt_vk_run *run, rt_vk_array *a) {
  rt_vk_copy *c = a->copy;
  free_retired(run, rt_vk_copy_ungraft(run, c));
  const loft_bind *bind = &run->base.binds[a->bind];
  if (run->good && run->base.stays && run->wrote && (bind->mode & LOFT_WRITE))
    rt_vk_copy_leave(run->device, a, bind);
  bool stays = rt_vk_copy_stays(c) && !rt_vk_copies.lost;
  bool keep = (run->good || !run->uploaded) && c->rest == 0 &&
              rt_vk_copy_is_watched(c) && a->buffer &&
              a->buffer->kind == RT_MEM_DEVICE;
  // What remains of larger memory gets a copy of its size.
  if (c->stale && (uint64_t)(a->hi - a->lo) * a->elem_size < c->to - c->from)
    keep = false;
  keep |= stays;
  c->stale = false;
  c->used = false;
  c->buffer = keep ? a->buffer : NULL;
  take_out(c);
  if (!keep) {
    rt_vk_copy_forget(c, true);
    rt_vk_copy_unwatch(c);
  }
  if (keep || c->rest > 0)
    add(c);
  else
    destroy(c);
  if (keep)
    count_kept(run->device, (int64_t)a->buffer->size);
  a->copy = NULL;
  if (keep)
    a->buffer = NULL;
}

void
rt_vk_copies_give(rt_vk_run *run) {
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (uint32_t k = 0; k < run->n_binds; k++)
    if (run->binds[k].copy)
      give(run, &run->binds[k]);
  if (run->pending)
    rt_vk_pending_add(run);
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

void
rt_vk_copies_trim(rt_vk_device *d) {
  if (atomic_load(&rt_vk_copies.n) == 0)
    return;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c; rt_vk_pool_excess(d) && (c = find_oldest(d, true));)
    drop(c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

uint64_t
rt_vk_copies_known(const loft_bind *binds, uint32_t n) {
  uint64_t bytes = 0;
  if (atomic_load_explicit(&rt_vk_copies.n, memory_order_relaxed) == 0)
    return 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (uint32_t k = 0; k < n; k++) {
    uintptr_t from = (uintptr_t)rt_bind_start(&binds[k]);
    uintptr_t to = from + rt_bind_bytes(&binds[k]);
    const rt_vk_copy *c = rt_vk_copies.first;
    while (c && (!c->buffer || c->from > from || c->to < to))
      c = c->next;
    if (!c || from == to || !rt_bind_needs_upload(&binds[k]))
      continue;
    rt_vk_pages p = rt_vk_pages_in(c, from, to);
    bytes += (to - from) * rt_bits_count(c->same, p.lo, p.hi) / (p.hi - p.lo);
    uintptr_t lo = from > c->stay_from ? from : c->stay_from;
    uintptr_t hi = to < c->stay_to ? to : c->stay_to;
    bytes += lo < hi ? hi - lo : 0;
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return bytes;
}

// -- Up -------------------------------------------------------------------

// Says that the bind's copy begins to rest.
static void
say_rest(const rt_vk_run *run, const loft_bind *bind, const rt_vk_copy *c) {
  const loft_region_desc *r = run->base.region;
  if (c->rest > 0)
    rt_say(RT_LOG_KERNEL,
           "%s (%s:%u): %s is not kept on the device for %d calls: %s", r->name,
           r->file, r->line, bind->name, c->rest,
           rt_vk_copy_is_watched(c) ? "it changes in between"
                                    : "it cannot be watched");
}

// Finds out which pages of bytes [from, to) of the bind go up. Needs the lock.
static void
plan_range(const rt_vk_run *run, rt_vk_copy *c, const loft_bind *bind,
           uintptr_t from, uintptr_t to) {
  rt_vk_pages all = rt_vk_pages_in(c, from, to);
  bool was_watched = rt_vk_copy_is_watched(c);
  if (!rt_vk_same_renew(c, from, to)) {
    rt_vk_copy_unwatch(c);
    if (!rt_vk_copy_is_small(c->to - c->from))
      rest(c);
    say_rest(run, bind, c);
    rt_bits_fill(c->up, all.lo, all.hi, true);
    return;
  }
  size_t n = all.hi - all.lo, up = rt_vk_same_find_others(c, bind, all);
  if (up > 0 && rt_watch_pinned())
    return;
  if (was_watched && !rt_vk_copy_stays(c)) {
    judge(c, pays(c, n - up, up));
    say_rest(run, bind, c);
  }
  rt_vk_same_note_up(c, bind, from, to);
}

// Notes that nothing of bytes [from, to) goes up in the log of runs any more.
// Needs the lock.
static void
note_there(rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  bool both =
      c->log == rt_vk_copies.log && from <= c->log_to && c->log_from <= to;
  c->log = rt_vk_copies.log;
  c->log_from = both && c->log_from < from ? c->log_from : from;
  c->log_to = both && c->log_to > to ? c->log_to : to;
}

// Finds out which pages of the bind go up: none where results stay. Needs the
// lock.
static void
plan(const rt_vk_run *run, const rt_vk_array *a, const loft_bind *bind) {
  rt_vk_copy *c = a->copy;
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  uintptr_t to = from + rt_bind_bytes(bind);
  rt_vk_pages all = rt_vk_pages_in(c, from, to);
  bool meets = rt_vk_copy_meets(c, from, to);
  rt_bits_fill(c->up, all.lo, all.hi, false);
  if (run->base.stays && rt_vk_copy_is_there(c, from, to))
    return;
  if (!meets)
    plan_range(run, c, bind, from, to);
  if (meets && from < c->stay_from)
    plan_range(run, c, bind, from, c->stay_from);
  if (meets && c->stay_to < to)
    plan_range(run, c, bind, c->stay_to, to);
  if (run->base.stays)
    note_there(c, from, to);
}

void
rt_vk_copies_plan(rt_vk_run *run) {
  double start = rt_now();
  bool any = false;
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    const loft_bind *bind = &run->base.binds[k];
    if (!run->binds[k].copy || !rt_bind_needs_upload(bind))
      continue;
    any = true;
    pthread_mutex_lock(&rt_vk_copies.lock);
    plan(run, &run->binds[k], bind);
    pthread_mutex_unlock(&rt_vk_copies.lock);
  }
  if (any)
    run->base.account.watching += rt_now() - start;
}

void
rt_vk_copy_look(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind) {
  rt_vk_copy *c = a->copy;
  double start = rt_now();
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  rt_vk_pages p = rt_vk_pages_in(c, from, from + rt_bind_bytes(bind));
  pthread_mutex_lock(&rt_vk_copies.lock);
  rt_vk_same_look(c, p, false);
  rt_bits_or_not(c->up, p.lo, p.hi, c->same);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  run->base.account.watching += rt_now() - start;
}

void
rt_vk_copy_doubt(rt_vk_array *a) {
  rt_vk_copy *c = a->copy;
  pthread_mutex_lock(&rt_vk_copies.lock);
  rt_vk_copy_differs(c, c->from, c->to);
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

// Sets from and to to the next pages of bytes [from, to) of the copy that go
// up. False: no more; they are as before. Needs the lock.
static bool
next_pages(const rt_vk_copy *c, uintptr_t *from, uintptr_t *to) {
  enum { GAP = 16 }; // pages that are the same, and go up with those around
  uintptr_t first = rt_vk_page_of(c->from);
  size_t page = rt_watch_page();
  rt_vk_pages p = rt_vk_pages_in(c, *from, *to);
  p.lo = rt_bits_next(c->up, p.lo, p.hi);
  size_t end = p.lo;
  if (p.lo >= p.hi)
    return false;
  for (size_t k = p.lo; k < p.hi && k <= end + GAP; k++)
    end = rt_bits_get(c->up, k) ? k + 1 : end;
  uintptr_t lo = first + p.lo * page, hi = first + end * page;
  *from = lo > *from ? lo : *from;
  *to = hi < *to ? hi : *to;
  return true;
}

bool
rt_vk_copy_next(const rt_vk_array *a, const loft_bind *bind, uint64_t *at,
                uint64_t *n) {
  const rt_vk_copy *c = a->copy;
  pthread_mutex_lock(&rt_vk_copies.lock); // parts beside it take results away
  uintptr_t start = (uintptr_t)rt_bind_start(bind);
  uintptr_t from = start + *at, end = start + rt_bind_bytes(bind), to = end;
  if (from < c->stay_from && c->stay_from < end)
    to = c->stay_from;
  bool is_outside = from < c->stay_from || c->stay_to <= from;
  bool any = is_outside && from < to && next_pages(c, &from, &to);
  if (!any && from < c->stay_to && c->stay_to < end) {
    from = c->stay_to;
    to = end;
    any = next_pages(c, &from, &to);
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
  *at = from - start;
  *n = to - from;
  return any;
}

uint64_t
rt_vk_copy_up_bytes(const rt_vk_array *a, const loft_bind *bind) {
  uint64_t total = 0;
  for (uint64_t at = 0, n; rt_vk_copy_next(a, bind, &at, &n); at += n)
    total += n;
  return total;
}

// -- Down -----------------------------------------------------------------

// Makes writing results to the bind cost no faults. Needs the lock.
static void
lift(const rt_vk_run *run, rt_vk_copy *c, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind), to;
  rt_vk_pages p = rt_vk_pages_in(c, from, from + rt_bind_bytes(bind));
  if (c->unread) {
    judge(c, false);
    c->overwritten = c->rest > 0;
    say_rest(run, bind, c);
  }
  if (c->rest > 0)
    rt_vk_copy_unwatch(c);
  else if (rt_vk_same_watched(c, p, &from, &to)) {
    double start = rt_now();
    rt_vk_pages_lift(from, to);
    c->toll += rt_now() - start;
    rt_vk_copy_gather(run, c, bind, from, to);
  }
}

void
rt_vk_copies_lift(rt_vk_run *run) {
  for (uint32_t k = 0; k < run->base.region->n_binds && !run->lifted; k++) {
    const loft_bind *bind = &run->base.binds[k];
    if (!run->binds[k].copy || !(bind->mode & LOFT_WRITE))
      continue;
    double start = rt_now();
    pthread_mutex_lock(&rt_vk_copies.lock);
    lift(run, run->binds[k].copy, bind);
    pthread_mutex_unlock(&rt_vk_copies.lock);
    run->base.account.watching += rt_now() - start;
  }
  run->lifted = true;
}

// Renews the bind's pages after results were written to them, and takes those
// that only hold bytes of the bind to hold what the buffer holds. False when
// nothing is known of them.
static bool
renew_written(rt_vk_copy *c, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  uintptr_t to = from + rt_bind_bytes(bind);
  pthread_mutex_lock(&rt_vk_copies.lock);
  double start = rt_now();
  bool ok = c->rest == 0 && rt_vk_same_renew(c, from, to) && !rt_watch_pinned();
  c->toll += rt_now() - start;
  c->unread = ok;
  if (ok)
    rt_vk_same_set(c, rt_vk_pages_filled(c, from, to));
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return ok;
}

// Finds out which pages do hold that, after all: what the host writes from now
// on is noted. "now" is what the buffer holds of the bind; NULL: unknown.
static void
compare(rt_vk_copy *c, const loft_bind *bind, const char *now) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  uint64_t bytes = rt_bind_bytes(bind);
  rt_vk_pages p = rt_vk_pages_in(c, from, from + bytes);
  memset(c->found, 0, rt_bits_words(p.hi - p.lo) * sizeof *c->found);
  if (now)
    rt_mem_compare((const char *)from, now, bytes, rt_watch_page(), c->found);
  pthread_mutex_lock(&rt_vk_copies.lock);
  rt_bits_and(c->same, p.lo, p.hi, c->found, 0);
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

void
rt_vk_copy_settle(rt_vk_run *run, rt_vk_array *a, const loft_bind *bind,
                  const char *now) {
  double start = rt_now();
  if (renew_written(a->copy, bind) && !rt_vk_is_own(bind))
    compare(a->copy, bind, now);
  run->base.account.watching += rt_now() - start;
}
