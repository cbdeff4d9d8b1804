// runtime/vk/touch.c: some bytes of results that stay, which the program's own
// code is about to read, or has written.
//
// Results stay where they are, and are the newest there. What the program's
// memory holds of them anew is what they are compared with when they come back
// (rt_vk_copy.before).
#include <stdio.h>
#include <string.h>

#include "runtime/core/log.h"
#include "runtime/vk/copies.h"

enum { MOST = 64 }; // copies

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

// The copies of device "d" in which some of the bytes stay, MOST at most; their
// number.
static uint32_t
find(const rt_vk_device *d, part p, rt_vk_copy *found[MOST]) {
  uint32_t n = 0;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c && n < MOST; c = c->next)
    if (c->device == d && rt_vk_copy_meets(c, p.from, p.to))
      found[n++] = c;
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return n;
}

// Ends a run without kernels, and its use of the device. "result" is that of
// its commands.
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

// A run without kernels that has "n" arrays, and the device; NULL with the
// failure.
static rt_vk_run *
new_run(rt_vk_device *d, const loft_region_desc *region, uint32_t n,
        rt_failure *failure) {
  rt_vk_run *run = rt_vk_run_back(d, region, n);
  if (!run) {
    snprintf(failure->text, sizeof failure->text, "out of host memory");
    rt_vk_device_put(d);
    return NULL;
  }
  if (!atomic_load(&d->lost) && rt_vk_commands_take(run))
    return run;
  end_run(run, LOFT_FAILED, failure);
  return NULL;
}

// -- To the host --------------------------------------------------------------

// Brings what stays of "p" on a device, which it is done with then, to "now".
static int
fetch(rt_vk_device *d, const loft_region_desc *r, part p, char *now,
      rt_failure *failure) {
  rt_vk_copy *found[MOST];
  uint32_t n = find(d, p, found);
  rt_vk_run *run = new_run(d, r, n, failure);
  char text[16];
  if (!run)
    return LOFT_FAILED;
  for (uint32_t k = 0; k < n; k++) {
    part q = part_of(found[k], p);
    int64_t bytes = (int64_t)(q.to - q.from);
    run->own_binds[k] = (loft_bind){.base = now + (q.from - p.from),
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
  int result = rt_vk_download(run);
  if (result == LOFT_OK) {
    rt_vk_write_back(run);
    rt_say(RT_LOG_REGION,
           "%s (%s:%u): vulkan, %s: a part of what stays comes back, %s %.3f "
           "ms",
           r->name, r->file, r->line, run->base.account.name,
           rt_bytes(run->base.account.bytes_d2h, text),
           (rt_now() - run->base.start) * 1e3);
  }
  return end_run(run, result, failure);
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
  const loft_bind bind = {.base = (void *)from,
                          .hi = (int64_t)(to - from),
                          .elem_size = 1,
                          .mode = LOFT_READ};
  rt_vk_search s = {&bind, 1, 0};
  int result = LOFT_OK;
  bool lost;
  rt_vk_pending_wait();
  for (rt_vk_device *d;
       result == LOFT_OK && (d = rt_vk_device_with_results(&s, &lost));) {
    s.after = d->serial;
    result = fetch(d, region, p, now, failure);
  }
  if (result != LOFT_OK || rt_vk_copies_are_lost())
    return LOFT_FAILED;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    if (rt_vk_copy_meets(c, from, to))
      mark(c, p, now, newest);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return LOFT_OK;
}

// -- To the device ------------------------------------------------------------

// Writes values to the buffer of a copy: bytes "q" of the patch.
static int
write_part(rt_vk_run *run, const rt_vk_copy *c, part q, const rt_patch *patch) {
  const char *values = patch->values + (q.from - patch->from);
  uint64_t bytes = q.to - q.from, at = q.from - c->from, offset;
  rt_vk_buffer *args;
  char *host;
  if (c->buffer->mapped) {
    memcpy(c->buffer->mapped + at, values, bytes);
    return LOFT_OK;
  }
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb || !rt_vk_args(run, bytes, &host, &args, &offset))
    return LOFT_FAILED;
  memcpy(host, values, bytes);
  rt_vk_barrier(run, cb); // patches are in order
  VkBufferCopy copy = {offset, at, bytes};
  run->device->fn.CmdCopyBuffer(cb, args->handle, c->buffer->handle, 1, &copy);
  return LOFT_OK;
}

// Writes all patches to what stays on a device, which it is done with then.
static int
send(rt_vk_device *d, const loft_region_desc *region, const rt_patch *patch,
     rt_failure *failure) {
  rt_vk_run *run = new_run(d, region, 0, failure);
  int result = LOFT_OK;
  if (!run)
    return LOFT_FAILED;
  for (; patch && result == LOFT_OK; patch = patch->next) {
    rt_vk_copy *found[MOST];
    const part p = {patch->from, patch->to};
    uint32_t n = find(d, p, found);
    for (uint32_t k = 0; k < n && result == LOFT_OK; k++)
      result = write_part(run, found[k], part_of(found[k], p), patch);
  }
  if (result == LOFT_OK && rt_vk_is_busy(run))
    result = rt_vk_flush(run);
  return end_run(run, result, failure);
}

// Notes that the program's memory has the patch: of results in the copy, and of
// other bytes, which go up again. Needs the lock.
static void
note(rt_vk_copy *c, const rt_patch *patch) {
  const part p = {patch->from, patch->to}, q = part_of(c, p);
  if (rt_vk_copy_meets(c, p.from, p.to)) {
    c->version = ++rt_vk_copies.version;
    if (c->before)
      memcpy(c->before->mapped + (q.from - c->stay_from),
             patch->values + (q.from - p.from), q.to - q.from);
  }
  if (!rt_vk_copy_covers(c, p.from, p.to) && p.from < c->to && c->from < p.to)
    c->log = 0;
}

int
rt_vk_send_parts(const loft_region_desc *region, const rt_patch *patch,
                 rt_failure *failure) {
  rt_vk_search s = {NULL, 0, 0};
  int result = LOFT_OK;
  bool lost;
  rt_vk_pending_wait();
  for (rt_vk_device *d;
       result == LOFT_OK && (d = rt_vk_device_with_results(&s, &lost));) {
    s.after = d->serial;
    result = send(d, region, patch, failure);
  }
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (; patch; patch = patch->next)
    for (rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
      note(c, patch);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return rt_vk_copies_are_lost() ? LOFT_FAILED : result;
}
