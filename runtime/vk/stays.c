// runtime/vk/stays.c: results that stay on the device (core/stay.h).
//
// A copy has one range of bytes in which results stay. What the program's
// memory holds of them is old; it goes up no more, and pages of it that are
// written are of no interest. Of an array that a region writes in part, other
// elements may be written by others meanwhile: so what the program's memory
// held when the first results were left is kept, and only elements that differ
// from it come back.
//
// Results come back in a run of their own that has no kernels, and whose arrays
// they are. None is written to the program's memory before all have arrived.
#include <stdio.h>
#include <stdlib.h>

#include "runtime/core/log.h"
#include "runtime/core/stay.h"
#include "runtime/vk/copies.h"

// Whether those that stay, and bytes [from, to) in which all are written, are
// one range in which all are.
static bool
extends(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  return (from <= c->stay_from && c->stay_to <= to) ||
         (!c->before && from <= c->stay_to && c->stay_from <= to);
}

// -- Runs that stay -----------------------------------------------------------

// Whether results that a run leaves in the bind's bytes, which are the copy's,
// can be one range with those that stay there.
static bool
can_leave(const rt_vk_copy *c, const loft_bind *bind) {
  rt_vk_need need = rt_vk_need_of(bind);
  return !rt_vk_copy_stays(c) || rt_vk_copy_covers(c, need.from, need.to) ||
         (rt_vk_is_own(bind) && extends(c, need.from, need.to));
}

// Whether the copy can do without results in bytes that the binds write.
static bool
can_trim(const rt_vk_copy *c, const loft_bind *binds, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    rt_vk_need need = rt_vk_need_of(&binds[k]);
    if ((binds[k].mode & LOFT_WRITE) &&
        !rt_vk_copy_may_trim(c, need.from, need.to))
      return false;
  }
  return true;
}

// Whether binds can use the results that stay in the copy, and leave theirs.
static bool
can_use(const rt_vk_copy *c, const loft_bind *binds, uint32_t n) {
  uint32_t users = 0;
  for (uint32_t k = 0; k < n; k++) {
    rt_vk_need need = rt_vk_need_of(&binds[k]);
    if (!rt_vk_copy_meets(c, need.from, need.to) ||
        rt_vk_bind_around(binds, n, k) != k)
      continue;
    bool has = rt_vk_copy_has(c, c->device, &need);
    if (++users > 1 || !(has || rt_vk_copy_may_grow(c, &need)) ||
        ((binds[k].mode & LOFT_WRITE) && !can_leave(c, &binds[k])))
      return false;
  }
  return true;
}

// Whether a bind writes to the copy, apart from the results that stay there.
static bool
leaves_others(const rt_vk_copy *c, const loft_bind *binds, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    rt_vk_need need = rt_vk_need_of(&binds[k]);
    if ((binds[k].mode & LOFT_WRITE) && need.from < c->to &&
        c->from < need.to && !rt_vk_copy_meets(c, need.from, need.to) &&
        !can_leave(c, &binds[k]))
      return true;
  }
  return false;
}

bool
rt_vk_copies_can_use(const loft_bind *binds, uint32_t n) {
  bool lost;
  const rt_vk_search s = {binds, n, 0};
  const rt_vk_device *home = rt_vk_copies_stay_on(&s, &lost);
  bool can = !lost;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c && can; c = c->next) {
    if (!rt_vk_copy_stays(c))
      continue;
    can = !atomic_load(&c->device->lost);
    if (can && home && c->device != home)
      can = can_trim(c, binds, n);
    else if (can)
      can = can_use(c, binds, n) && !leaves_others(c, binds, n);
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return can;
}

bool
rt_vk_copies_are_spread(const loft_bind *binds, uint32_t n) {
  bool lost;
  rt_vk_search s = {binds, n, 0};
  const rt_vk_device *d = rt_vk_copies_stay_on(&s, &lost);
  if (!d)
    return false;
  s.after = d->serial;
  return rt_vk_copies_stay_on(&s, &lost) != NULL;
}

// Whether the run, in this state of the copy, would not find results that stay
// there, or could not leave its own.
static bool
is_in_the_way(const rt_vk_copy *c, const rt_vk_run *run) {
  const loft_bind *binds = run->base.binds;
  const uint32_t n = run->base.region->n_binds;
  if (!rt_vk_copy_stays(c))
    return false;
  if (run->base.stays && c->device != run->device)
    return atomic_load(&c->device->lost) || !can_trim(c, binds, n);
  for (uint32_t k = 0; k < n; k++) {
    rt_vk_need need = rt_vk_need_of(&binds[k]);
    const rt_vk_array *a = &run->binds[k];
    bool is_its = (a->in ? a->in->copy : a->copy) == c;
    if (!is_its && rt_vk_copy_meets(c, need.from, need.to))
      return true;
    if (is_its && (binds[k].mode & LOFT_WRITE) && !can_leave(c, &binds[k]))
      return true;
  }
  return false;
}

bool
rt_vk_copies_lack(const rt_vk_run *run) {
  uint64_t bytes = 0;
  bool lack = rt_stay_any() && atomic_load(&rt_vk_copies.lost);
  for (uint32_t k = 0; k < run->base.region->n_binds && run->base.stays; k++) {
    const loft_bind *bind = &run->base.binds[k];
    const rt_vk_copy *c = run->binds[k].copy;
    if (!(bind->mode & LOFT_WRITE) || rt_bind_empty(bind))
      continue;
    lack |= !c;
    bytes += c && !rt_vk_copy_stays(c) ? c->to - c->from : 0;
  }
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c && !lack; c = c->next) {
    lack = is_in_the_way(c, run);
    bytes +=
        rt_vk_copy_stays(c) && c->device == run->device ? c->to - c->from : 0;
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return lack ||
         (run->base.stays && bytes > run->device->pool_room[RT_MEM_DEVICE]);
}

// -- Coming back --------------------------------------------------------------

// Waits for runs of the log, which ends with that, whether results come back or
// not.
static void
end_log(void) {
  rt_vk_pending_wait();
  pthread_mutex_lock(&rt_vk_copies.lock);
  rt_vk_copies.log++;
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

// Forgets all results that stay.
static void
forget_all(void) {
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (rt_vk_copy_stays(c))
      rt_vk_copy_forget(c, false);
  rt_vk_copies.lost = false;
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

void
rt_vk_give_up(void) {
  rt_vk_copies_lose();
  if (rt_stay_any()) // then the log is run again
    return;
  end_log();
  forget_all();
}

// How many copies of the device have results that stay.
static uint32_t
count_all(const rt_vk_device *d) {
  uint32_t n = 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    n += c->device == d && rt_vk_copy_stays(c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return n;
}

// Makes the results that stay in copy "c" bind "k" of the run, which writes it.
static void
take_results(rt_vk_run *run, uint32_t k, rt_vk_copy *c) {
  loft_bind *bind = &run->own_binds[k];
  rt_vk_array *a = &run->binds[k];
  *bind =
      (loft_bind){.base = (void *)c->stay_from,
                  .hi = (int64_t)((c->stay_to - c->stay_from) / c->elem_size),
                  .elem_size = c->elem_size,
                  .mode = LOFT_READ | LOFT_WRITE | (c->before ? 0 : LOFT_FULL),
                  .name = "results that stayed"};
  rt_vk_copy_use(run->device, c);
  rt_vk_copy_differs(c, c->stay_from, c->stay_to);
  *a = (rt_vk_array){.buffer = c->buffer,
                     .copy = c,
                     .at = c->stay_from - c->from,
                     .hi = bind->hi,
                     .elem_size = c->elem_size,
                     .bind = (int)k,
                     .before = c->before};
  c->before = NULL;
  c->stay_from = c->stay_to = 0;
}

rt_vk_run *
rt_vk_run_back(rt_vk_device *d, const loft_region_desc *region, uint32_t n) {
  rt_vk_run *run =
      rt_calloc(1, sizeof *run + n * sizeof *run->binds +
                       n * sizeof *run->own_binds + sizeof(loft_region_desc));
  if (!run)
    return NULL;
  run->own_binds = (loft_bind *)(void *)(run->binds + n);
  loft_region_desc *desc = (loft_region_desc *)(void *)(run->own_binds + n);
  *desc = (loft_region_desc){.name = region->name,
                             .file = region->file,
                             .line = region->line,
                             .n_binds = n};
  rt_run_init(&run->base, LOFT_ON_VULKAN, desc, run->own_binds);
  run->device = d;
  run->n_binds = n;
  snprintf(run->base.account.name, sizeof run->base.account.name, "%.63s",
           d->phys->props.deviceName);
  run->uploaded = run->wrote = true;
  return run;
}

void
rt_vk_run_back_free(rt_vk_run *run) {
  rt_vk_commands_give(run);
  rt_vk_ring_free(run);
  free(run->base.kernels);
  free(run);
}

// Makes all results that stay on the run's device its arrays.
static void
take_all(rt_vk_run *run) {
  uint32_t k = 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c && k < run->n_binds; c = c->next)
    if (c->device == run->device && rt_vk_copy_stays(c))
      take_results(run, k++, c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
}

// Brings all from the device to memory of the host's that is not the program's,
// by a run that is added to the list, and to which the device belongs then.
static int
fetch(rt_vk_run **list, rt_vk_device *d, const loft_region_desc *region,
      rt_failure *failure) {
  rt_vk_run *run = rt_vk_run_back(d, region, count_all(d));
  if (!run) {
    snprintf(failure->text, sizeof failure->text, "out of host memory");
    rt_vk_device_put(d);
    return LOFT_FAILED;
  }
  run->next = *list;
  *list = run;
  take_all(run);
  run->arrived = rt_vk_commands_take(run) && rt_vk_download(run) == LOFT_OK;
  *failure = run->base.failure;
  return run->arrived ? LOFT_OK : LOFT_FAILED;
}

// Ends such a run: where "all" have arrived it writes to the program's memory.
static void
end_run(rt_vk_run *run, bool all) {
  const rt_account *a = &run->base.account;
  const loft_region_desc *r = run->base.region;
  char text[16];
  if (rt_vk_backend.finish(&run->base, !all) == LOFT_OK)
    rt_say(RT_LOG_REGION,
           "%s (%s:%u): vulkan, %s: what stayed comes back, %s %.3f ms",
           r->name, r->file, r->line, a->name, rt_bytes(a->bytes_d2h, text),
           (rt_now() - run->base.start) * 1e3);
  rt_vk_backend.destroy(&run->base);
}

// Brings back all from the device, or notes that some are lost.
static int
fetch_unless_lost(rt_vk_run **list, rt_vk_device *d,
                  const loft_region_desc *region, rt_failure *failure) {
  if (!atomic_load(&d->lost))
    return fetch(list, d, region, failure);
  rt_vk_device_put(d);
  rt_vk_copies_lose();
  return LOFT_FAILED;
}

int
rt_vk_bring_back(const loft_region_desc *region, rt_failure *failure) {
  rt_vk_search s = {NULL, 0, 0};
  rt_vk_run *list = NULL;
  bool lost;
  end_log();
  int result = atomic_load(&rt_vk_copies.lost) ? LOFT_FAILED : LOFT_OK;
  for (rt_vk_device *d;
       result == LOFT_OK && (d = rt_vk_device_with_results(&s, &lost));) {
    s.after = d->serial;
    result = fetch_unless_lost(&list, d, region, failure);
  }
  lost = atomic_load(&rt_vk_copies.lost);
  if (lost)
    result = LOFT_FAILED;
  for (rt_vk_run *run; (run = list);) {
    list = run->next;
    end_run(run, result == LOFT_OK);
  }
  if (result == LOFT_OK)
    return LOFT_OK;
  if (lost) {
    failure->quiet = true; // it was told when that happened
    snprintf(failure->text, sizeof failure->text, "the device failed");
  }
  forget_all();
  return LOFT_FAILED;
}
