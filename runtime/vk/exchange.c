// runtime/vk/exchange.c: what runs need of results that stay on other devices.
//
// Results stay on one device alone: each byte of them is newest in one copy
// (copies.h, stay_from to stay_to), and elsewhere it is old. A run that needs
// bytes which are newest on another device gets these, and no others: of a
// stencil the rows at the border of its part. They come through memory of the
// host's that is not the program's, which holds what it did before the log of
// runs. What came is noted with the version of the results, so that it does not
// come again as long as nobody writes to them.
#include <stdio.h>
#include <stdlib.h>

#include "runtime/core/stay.h"
#include "runtime/vk/copies.h"

// -- What is needed -----------------------------------------------------------

// Whether the array's copy has the bytes in the version that the other has now.
// Where some of the program's memory may go up, over them, it is not known.
static bool
is_current(const rt_vk_array *a, const loft_bind *bind, const rt_vk_copy *other,
           uintptr_t from, uintptr_t to) {
  const rt_vk_copy *c = a->copy;
  uintptr_t start = (uintptr_t)rt_bind_start(bind);
  if (!c || !rt_vk_copy_is_there(c, start, start + rt_bind_bytes(bind)))
    return false;
  for (int k = 0; k < RT_VK_LENT; k++)
    if (c->lent[k].version == other->version && c->lent[k].from <= from &&
        to <= c->lent[k].to)
      return true;
  return false;
}

// Adds what the bind needs of the other copy. False: out of memory. Needs the
// table's lock.
static bool
add(rt_vk_run *run, uint32_t k, const rt_vk_copy *other) {
  const loft_bind *bind = &run->base.binds[k];
  rt_vk_need need = rt_vk_need_of(bind);
  uintptr_t from = need.from > other->stay_from ? need.from : other->stay_from;
  uintptr_t to = need.to < other->stay_to ? need.to : other->stay_to;
  if (!need.is_read || run->binds[k].in || from >= to ||
      is_current(&run->binds[k], bind, other, from, to))
    return true;
  rt_vk_pull *more =
      rt_realloc(run->pulls, (run->n_pulls + 1) * sizeof *run->pulls);
  if (!more)
    return false;
  run->pulls = more;
  more[run->n_pulls++] = (rt_vk_pull){.bind = k,
                                      .at = from - need.from,
                                      .bytes = to - from,
                                      .source = other->buffer,
                                      .source_at = from - other->from,
                                      .version = other->version};
  return true;
}

// Adds what the run needs of results on device "d". False: out of memory.
static bool
add_all(rt_vk_run *run, const rt_vk_device *d) {
  bool ok = true;
  pthread_mutex_lock(&rt_vk_copies.lock);
  for (const rt_vk_copy *c = rt_vk_copies.first; c; c = c->next)
    for (uint32_t k = 0; k < run->n_binds && c->device == d && ok; k++)
      ok = add(run, k, c);
  pthread_mutex_unlock(&rt_vk_copies.lock);
  return ok;
}

// -- Fetching it --------------------------------------------------------------

// Makes the bytes of a pull the k-th array of a run that brings them back.
// False: out of memory.
static bool
set_array(rt_vk_run *back, uint32_t k, rt_vk_device *to, rt_vk_pull *p) {
  VkResult r;
  p->host = rt_vk_buffer_get(to, RT_MEM_PLAIN, p->bytes, &r);
  if (!p->host)
    return false;
  back->own_binds[k] = (loft_bind){.base = p->host->mapped,
                                   .hi = (int64_t)p->bytes,
                                   .elem_size = 1,
                                   .mode = LOFT_WRITE | LOFT_FULL,
                                   .name = "results on another device"};
  back->binds[k] = (rt_vk_array){.buffer = p->source,
                                 .at = p->source_at,
                                 .hi = (int64_t)p->bytes,
                                 .elem_size = 1,
                                 .bind = (int)k};
  return true;
}

// Brings what was added behind the first "n" from device "d", which it is done
// with then. LOFT_FAILED, noted.
static int
fetch(rt_vk_run *run, rt_vk_device *d, uint32_t n) {
  rt_vk_run *back = rt_vk_run_back(d, run->base.region, run->n_pulls - n);
  if (!back) {
    rt_vk_device_put(d);
    return rt_run_fail(&run->base, "out of host memory");
  }
  for (uint32_t k = 0; k < back->n_binds; k++) {
    if (!set_array(back, k, run->device, &run->pulls[n + k]))
      rt_run_fail(&back->base, "out of host memory");
    run->base.account.bytes_moved += run->pulls[n + k].bytes;
  }
  bool ready = !back->base.failure.text[0] && rt_vk_commands_take(back);
  int result = ready ? rt_vk_download(back) : LOFT_FAILED;
  if (result == LOFT_OK) {
    rt_vk_write_back(back);
  } else {
    run->base.failure = back->base.failure;
    rt_vk_note_loss(back);
  }
  rt_vk_run_back_free(back);
  rt_vk_device_put(d);
  return result;
}

int
rt_vk_exchange(rt_vk_run *run) {
  rt_vk_search s = {run->base.binds, run->base.region->n_binds, 0};
  int result = LOFT_OK;
  bool lost;
  if (run->pulled || !run->base.stays || !rt_stay_any())
    return LOFT_OK;
  run->pulled = true;
  for (rt_vk_device *d;
       result == LOFT_OK && (d = rt_vk_device_with_results(&s, &lost));) {
    uint32_t n = run->n_pulls;
    s.after = d->serial;
    if (d != run->device && !add_all(run, d))
      result = rt_run_fail(&run->base, "out of host memory");
    if (run->n_pulls > n && result == LOFT_OK)
      result = fetch(run, d, n);
    else
      rt_vk_device_put(d);
  }
  return result;
}
