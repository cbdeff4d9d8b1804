// runtime/vk/touch.c: some bytes of results that stay, which the program's own
// code is about to read, or has written.
//
// Results stay where they are, and are the newest there. What the program's
// memory holds of them anew is what it is compared with when they come back
// (rt_vk_copy.before).
#include <stdio.h>
#include <string.h>

#include "runtime/core/log.h"
#include "runtime/vk/copies.h"

// Bytes of the program's memory.
typedef struct part {
  uintptr_t from, to;
} part;

// The bytes of "p" that stay in the copy; empty: none.
static part
part_of(const rt_vk_copy *c, part p) {
  return (part){p.from > c->stay_from ? p.from : c->stay_from,
                p.to < c->stay_to ? p.to : c->stay_to};
}

// The bytes as a bind.
static loft_bind
bind_of(part p) {
  return (loft_bind){.base = (void *)p.from,
                     .hi = (int64_t)(p.to - p.from),
                     .elem_size = 1,
                     .mode = LOFT_READ};
}

// A run without kernels on device "d", with an array for each copy of which
// some of these bytes stay, and whose bind begins at "host" for the first of
// them; NULL: out of memory. The device is the run's.
static rt_vk_run *
new_run(rt_vk_device *d, const loft_region_desc *region, part p, char *host) {
  enum { MOST = 64 };
  const rt_vk_copy *found[MOST];
  uint32_t n = 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c && n < MOST; c = c->next)
    if (c->device == d && rt_vk_copy_meets(c, p.from, p.to))
      found[n++] = c;
  rt_vk_run *run = rt_vk_run_back(d, region, n);
  for (uint32_t k = 0; run && k < n; k++) {
    part q = part_of(found[k], p);
    int64_t bytes = (int64_t)(q.to - q.from);
    run->own_binds[k] = (loft_bind){.base = host + (q.from - p.from),
                                    .hi = bytes,
                                    .elem_size = 1,
                                    .mode = LOFT_WRITE | LOFT_FULL,
                                    .name = "a part of what stays"};
    run->binds[k] = (rt_vk_array){.buffer = found[k]->buffer,
                                  .at = q.from - found[k]->from,
                                  .hi = bytes,
                                  .elem_size = 1,
                                  .bind = (int)k};
  }
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return run;
}

// Ends such a run, and its use of the device. "result" is that of its commands.
static int
end_run(rt_vk_run *run, int result, rt_failure *failure) {
  rt_vk_device *d = run->device;
  *failure = run->base.failure;
  if (result != LOFT_OK)
    rt_vk_note_loss(run);
  rt_vk_run_back_free(run);
  rt_vk_device_put(d);
  return result;
}

// Does "work" with such a run on each device that has some of the bytes.
static int
on_devices(const loft_region_desc *region, part p, char *host,
           int (*work)(rt_vk_run *run, const char *host), rt_failure *failure) {
  const loft_bind bind = bind_of(p);
  rt_vk_search s = {&bind, 1, 0};
  int result = LOFT_OK;
  bool lost;
  rt_vk_pending_wait();
  for (rt_vk_device *d;
       result == LOFT_OK && (d = rt_vk_device_with_results(&s, &lost));) {
    s.after = d->serial;
    rt_vk_run *run = new_run(d, region, p, host);
    if (run) {
      bool ready = !atomic_load(&d->lost) && rt_vk_commands_take(run);
      result = end_run(run, ready ? work(run, host) : LOFT_FAILED, failure);
    } else {
      snprintf(failure->text, sizeof failure->text, "out of host memory");
      rt_vk_device_put(d);
      result = LOFT_FAILED;
    }
  }
  return rt_vk_copies_are_lost() ? LOFT_FAILED : result;
}

// -- To the host --------------------------------------------------------------

// Brings the arrays of the run to their binds.
static int
fetch(rt_vk_run *run, const char *host) {
  const loft_region_desc *r = run->base.region;
  char text[16];
  (void)host;
  if (rt_vk_download(run) != LOFT_OK)
    return LOFT_FAILED;
  rt_vk_write_back(run);
  rt_say(RT_LOG_REGION,
         "%s (%s:%u): vulkan, %s: a part of what stays comes back, %s %.3f ms",
         r->name, r->file, r->line, run->base.account.name,
         rt_bytes(run->base.account.bytes_d2h, text),
         (rt_now() - run->base.start) * 1e3);
  return LOFT_OK;
}

// Marks which of the bytes "now" of "p" are results of the copy. Needs the
// lock.
static void
mark(rt_vk_copy *c, part p, const char *now, unsigned char *newest) {
  part q = part_of(c, p);
  char *before = c->before ? c->before->mapped : NULL;
  for (uintptr_t at = q.from; at < q.to; at++) {
    char value = now[at - p.from];
    if (before && before[at - c->stay_from] == value)
      continue;
    newest[at - p.from] = 1;
    if (before)
      before[at - c->stay_from] = value;
  }
}

int
rt_vk_bring_part(const loft_region_desc *region, uintptr_t from, uintptr_t to,
                 char *now, unsigned char *newest, rt_failure *failure) {
  part p = {from, to};
  if (on_devices(region, p, now, fetch, failure) != LOFT_OK)
    return LOFT_FAILED;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (rt_vk_copy_meets(c, from, to))
      mark(c, p, now, newest);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return LOFT_OK;
}
