// runtime/vk/pending.c: runs whose end nobody waits for.
//
// Results that stay are of use to regions behind in the queue, and not to the
// host. So a run that leaves such results, and nothing else, is submitted and
// ends for the host; what its commands use waits here until they have ended.
// That is found out where a run has to wait for the device anyway, where the
// host writes what kernels may read, and where MOST are pending. The order of
// commands is that of the queue: each command buffer begins with a barrier.
//
// A device that is lost meanwhile has lost the results. They are computed again
// from the log of runs (core/stay.c), as if that had happened afterwards.
#include <stdlib.h>

#include "runtime/core/log.h"
#include "runtime/vk/private.h"

enum { MOST = 16 };
static const uint64_t most_bytes = 16 << 20; // of memory that one run retains

// Bytes of the buffers in a list of arrays.
static uint64_t
bytes_of(const rt_vk_array *list) {
  uint64_t n = 0;
  for (const rt_vk_array *a = list; a; a = a->next)
    n += a->buffer ? a->buffer->size : 0;
  return n;
}

bool
rt_vk_pending_may(const rt_vk_run *run) {
  const loft_run *base = &run->base;
  uint64_t bytes = bytes_of(run->temporaries) + bytes_of(run->free_arrays);
  for (uint32_t k = 0; k < RT_VK_SLOTS; k++)
    bytes += run->ring.slots[k].staging ? run->ring.slots[k].staging->size : 0;
  return base->stays && !base->kernels && !base->choice.timing &&
         !base->sharing.timing && atomic_load(&run->device->proven) &&
         bytes <= most_bytes;
}

// Takes the first one out of the device's list; NULL: it is empty.
static rt_vk_run *
pop(rt_vk_device *d) {
  pthread_mutex_lock(&d->lock);
  rt_vk_run *run = d->pending;
  if (run)
    d->pending = run->next;
  pthread_mutex_unlock(&d->lock);
  return run;
}

// Waits for the first one, and ends it. Needs d->ending.
static bool
end_first(rt_vk_device *d) {
  rt_vk_run *run = pop(d);
  if (!run)
    return false;
  run->end(run);
  atomic_fetch_sub(&d->n_pending, 1);
  return true;
}

void
rt_vk_pending_add(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  run->next = NULL;
  pthread_mutex_lock(&d->lock);
  rt_vk_run **last = &d->pending;
  while (*last)
    last = &(*last)->next;
  *last = run;
  pthread_mutex_unlock(&d->lock);
  if (atomic_fetch_add(&d->n_pending, 1) < MOST)
    return;
  pthread_mutex_lock(&d->ending);
  end_first(d);
  pthread_mutex_unlock(&d->ending);
}

void
rt_vk_pending_wait(rt_vk_device *d) {
  if (!rt_vk_pending_any(d))
    return;
  pthread_mutex_lock(&d->ending);
  while (end_first(d))
    continue;
  pthread_mutex_unlock(&d->ending);
}

int
rt_vk_pending_end(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  if (!rt_vk_pending_any(d))
    return LOFT_OK;
  rt_vk_pending_wait(d);
  return atomic_load(&d->lost)
             ? rt_run_decline(&run->base, "the device failed before")
             : LOFT_OK;
}
