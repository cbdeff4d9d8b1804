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

bool
rt_vk_copy_needs_before(const rt_vk_array *a, const loft_bind *bind) {
  uintptr_t from = (uintptr_t)rt_bind_start(bind);
  return !rt_vk_is_own(bind) &&
         !rt_vk_copy_covers(a->copy, from, from + rt_bind_bytes(bind));
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
    if (++users > 1 || !rt_vk_copy_has(c, c->device, &need) ||
        ((binds[k].mode & LOFT_WRITE) &&
         !rt_vk_copy_covers(c, need.from, need.to) &&
         !(rt_vk_is_own(&binds[k]) && extends(c, need.from, need.to))))
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
        !(rt_vk_is_own(&binds[k]) && extends(c, need.from, need.to)))
      return true;
  }
  return false;
}

bool
rt_vk_copies_can_use(const loft_bind *binds, uint32_t n) {
  bool can = true;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c && can; c = c->next)
    can = !rt_vk_copy_stays(c) ||
          (!atomic_load(&c->device->lost) && can_use(c, binds, n) &&
           !leaves_others(c, binds, n));
  can = can && !rt_vk_copies.lost;
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return can;
}

// Whether results that stay in the copy are not where the run would find them.
static bool
is_hidden(const rt_vk_copy *c, const rt_vk_run *run) {
  if (!rt_vk_copy_stays(c))
    return false;
  for (uint32_t k = 0; k < run->base.region->n_binds; k++) {
    rt_vk_need need = rt_vk_need_of(&run->base.binds[k]);
    const rt_vk_array *a = &run->binds[k];
    if ((a->in ? a->in->copy : a->copy) != c &&
        rt_vk_copy_meets(c, need.from, need.to))
      return true;
  }
  return run->base.stays && c->device != run->device;
}

bool
rt_vk_copies_lack(const rt_vk_run *run) {
  uint64_t bytes = 0;
  bool lack = false;
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
    lack = is_hidden(c, run);
    bytes += rt_vk_copy_stays(c) ? c->to - c->from : 0;
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

// How many copies have results that stay.
static uint32_t
count_all(void) {
  uint32_t n = 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    n += rt_vk_copy_stays(c);
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

// A run that brings back the results that stay on the device, of "n" copies;
// NULL: out of memory.
static rt_vk_run *
new_run(rt_vk_device *d, loft_region_desc *desc) {
  uint32_t n = desc->n_binds, k = 0;
  rt_vk_run *run = rt_calloc(1, sizeof *run + n * sizeof *run->binds +
                                    n * sizeof *run->own_binds);
  if (!run)
    return NULL;
  run->own_binds = (loft_bind *)(void *)(run->binds + n);
  rt_run_init(&run->base, LOFT_ON_VULKAN, desc, run->own_binds);
  run->device = d;
  run->n_binds = n;
  snprintf(run->base.account.name, sizeof run->base.account.name, "%.63s",
           d->phys->props.deviceName);
  run->uploaded = run->wrote = true;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c && k < n; c = c->next)
    if (rt_vk_copy_stays(c))
      take_results(run, k++, c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return run;
}

// Brings back all from the device, which it is done with then.
static int
bring_from(rt_vk_device *d, const loft_region_desc *region,
           rt_failure *failure) {
  loft_region_desc desc = {.name = region->name,
                           .file = region->file,
                           .line = region->line,
                           .n_binds = count_all()};
  char text[16];
  rt_vk_run *run = new_run(d, &desc);
  if (!run) {
    snprintf(failure->text, sizeof failure->text, "out of host memory");
    rt_vk_device_put(d);
    return LOFT_FAILED;
  }
  int result = rt_vk_backend.finish(&run->base, !rt_vk_commands_take(run));
  if (result == LOFT_OK) {
    const rt_account *a = &run->base.account;
    rt_say(RT_LOG_REGION,
           "%s (%s:%u): vulkan, %s: what stayed comes back, %s %.3f ms",
           region->name, region->file, region->line, a->name,
           rt_bytes(a->bytes_d2h, text), (rt_now() - run->base.start) * 1e3);
  }
  *failure = run->base.failure;
  rt_vk_backend.destroy(&run->base);
  return result;
}

int
rt_vk_bring_back(const loft_region_desc *region, rt_failure *failure) {
  bool lost;
  end_log();
  rt_vk_device *d = rt_vk_device_with_results(&lost);
  if (d && (lost || atomic_load(&d->lost))) {
    rt_vk_device_put(d);
    d = NULL;
    lost = true;
  }
  if (!lost && (!d || bring_from(d, region, failure) == LOFT_OK))
    return LOFT_OK;
  if (lost) {
    failure->quiet = true; // it was told when that happened
    snprintf(failure->text, sizeof failure->text, "the device failed");
  }
  forget_all();
  return LOFT_FAILED;
}
