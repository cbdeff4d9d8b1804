// runtime/vk/pending.c: runs whose end nobody waits for.
//
// Note [Pending]. Results that stay are of use to regions behind in the queue,
// and not to the host. So a run that leaves such results, and nothing else, is
// submitted and ends for the host. It may be submitted with those behind it, by
// the first that is submitted, or that waits for it (rt_vk_hold). Commands run
// in the order of the queue: each command buffer begins with a barrier.
//
// Until its commands have ended a pending run owns what they use: commands,
// arguments, staging memory, temporaries, and arrays that no copy keeps.
// Buffers of copies it shares with runs behind it, and it is in the list here
// before these can take them. So who is done with a buffer that was a copy's,
// be it a run that failed or the table of copies, does not give it back to the
// pool, but to the last run that may use it (rt_vk_pending_retire).
//
// The host waits for all of them where it waits for the device, writes what
// kernels may read, or uses another queue; where a lack of memory or what they
// retain asks for it; and before results come back, or are given up: no pending
// run outlives the log of runs (core/stay.c), so their regions are there. One
// that fails has lost the device, and the results that stay with it, which are
// computed again from that log, as if it had happened afterwards.
#include <stdlib.h>

#include "runtime/core/log.h"
#include "runtime/vk/private.h"

enum { MOST = 32 };
static const uint64_t most_bytes = 16 << 20; // of memory that one run retains

static struct {
  pthread_mutex_t ending; // held while runs end; taken before "lock"
  pthread_mutex_t lock;   // for the list
  atomic_uint n;          // runs in it
  rt_vk_run *first;       // in the order of their queues
} pending = {.ending = PTHREAD_MUTEX_INITIALIZER,
             .lock = PTHREAD_MUTEX_INITIALIZER};

uint32_t
rt_vk_pending_n(void) {
  return atomic_load(&pending.n);
}

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

void
rt_vk_pending_add(rt_vk_run *run) {
  run->next = NULL;
  pthread_mutex_lock(&pending.lock);
  rt_vk_run **last = &pending.first;
  while (*last)
    last = &(*last)->next;
  *last = run;
  atomic_fetch_add(&pending.n, 1);
  pthread_mutex_unlock(&pending.lock);
}

// The last one of that device; NULL: there is none. Needs the lock.
static rt_vk_run *
last_of(const rt_vk_device *d) {
  rt_vk_run *last = NULL;
  for (rt_vk_run *run = pending.first; run; run = run->next)
    if (run->device == d)
      last = run;
  return last;
}

void
rt_vk_pending_retire(rt_vk_run *run, rt_vk_device *d, rt_vk_buffer *b) {
  if (!b)
    return;
  pthread_mutex_lock(&pending.lock);
  rt_vk_run *user = run && run->pending ? run : last_of(d);
  if (user) {
    b->next = user->retired;
    user->retired = b;
  }
  pthread_mutex_unlock(&pending.lock);
  if (!user)
    rt_vk_buffer_put(d, b);
}

// The one after the first "k"; NULL: there are no more.
static rt_vk_run *
after(uint32_t k) {
  pthread_mutex_lock(&pending.lock);
  rt_vk_run *run = pending.first;
  while (run && k-- > 0)
    run = run->next;
  pthread_mutex_unlock(&pending.lock);
  return run;
}

// Waits for the first one, and frees it; false when there is none. It is in the
// list as long as it owns anything. Needs "ending".
static bool
end_first(void) {
  rt_vk_run *run = after(0);
  if (!run)
    return false;
  if (run->commands)
    run->settle(run);
  pthread_mutex_lock(&pending.lock);
  pending.first = run->next;
  pthread_mutex_unlock(&pending.lock);
  run->free(run);
  atomic_fetch_sub(&pending.n, 1);
  return true;
}

void
rt_vk_pending_limit(void) {
  if (rt_vk_pending_n() <= MOST)
    return;
  pthread_mutex_lock(&pending.ending);
  rt_vk_run *last = after(MOST / 2 - 1);
  if (last)
    last->settle(last); // so the host sleeps once for all of them
  for (uint32_t k = 0; k < MOST / 2; k++)
    end_first();
  pthread_mutex_unlock(&pending.ending);
}

void
rt_vk_pending_wait(void) {
  if (rt_vk_pending_n() == 0)
    return;
  pthread_mutex_lock(&pending.ending);
  while (end_first())
    continue;
  pthread_mutex_unlock(&pending.ending);
}

int
rt_vk_pending_end(rt_vk_run *run) {
  rt_vk_pending_wait();
  return atomic_load(&run->device->lost)
             ? rt_run_decline(&run->base, "the device failed before")
             : LOFT_OK;
}
