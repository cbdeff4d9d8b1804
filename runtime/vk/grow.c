// runtime/vk/grow.c: a larger buffer for a copy in which results stay.
//
// A region may use more of an array than the one that left results there. These
// are nowhere else, so the new buffer has them at once, and the host waits for
// that; the place of other copies is taken within the next run (graft.c).
#include <stdlib.h>

#include "runtime/vk/copies.h"
#include "runtime/vk/pages.h"

// Copies all of a buffer to another one, from byte "at" on, and waits for that.
static bool
copy_buffer(rt_vk_device *d, const rt_vk_buffer *from, const rt_vk_buffer *to,
            uint64_t at, uint64_t bytes) {
  static const loft_region_desc none = {.name = "results that stay"};
  rt_vk_run *run = rt_vk_run_back(d, &none, 0);
  VkCommandBuffer cb =
      run && rt_vk_commands_take(run) ? rt_vk_record(run) : NULL;
  VkBufferCopy copy = {0, at, bytes};
  if (cb) {
    d->fn.CmdCopyBuffer(cb, from->handle, to->handle, 1, &copy);
    rt_vk_barrier(run, cb);
  }
  bool ok = cb && rt_vk_flush(run) == LOFT_OK;
  if (run)
    rt_vk_run_back_free(run);
  return ok;
}

// What a copy has anew when it gets a larger buffer.
typedef struct larger {
  uintptr_t from, to;
  uint64_t *same, *same_within, *up, *found;
  rt_vk_buffer *buffer;
} larger;

// Makes that for bytes [from, to), with what the copy's buffer has. False: out
// of memory, or the device failed.
static bool
make(larger *l, const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  const rt_vk_copy all = {.from = from, .to = to};
  uint64_t bytes = to - from;
  size_t words = rt_bits_words(rt_vk_pages_in(&all, from, to).hi);
  VkResult r;
  *l = (larger){.from = from, .to = to};
  l->same = rt_calloc(words, sizeof *l->same);
  l->same_within = rt_calloc(words, sizeof *l->same_within);
  l->up = rt_calloc(words, sizeof *l->up);
  l->found =
      rt_calloc(rt_vk_pages_words(rt_vk_page_of(from), to), sizeof *l->found);
  l->buffer =
      rt_vk_buffer_get(c->device, RT_MEM_DEVICE, (bytes + 15) / 16 * 16, &r);
  return l->same && l->same_within && l->up && l->found && l->buffer &&
         copy_buffer(c->device, c->buffer, l->buffer, c->from - from,
                     c->to - c->from);
}

// Gives that to the copy, and takes what it had. Pages that have bytes of both
// are not the same. Needs the lock.
static void
swap(larger *l, rt_vk_copy *c) {
  rt_vk_copy all = {.from = l->from, .to = l->to};
  rt_vk_pages p = rt_vk_pages_filled(&all, c->from, c->to);
  size_t at = rt_vk_pages_in(&all, c->from, c->to).lo;
  size_t m = rt_vk_pages_in(c, c->from, c->to).hi;
  for (size_t k = rt_bits_next(c->same, 0, m); k < m;
       k = rt_bits_next(c->same, k + 1, m))
    if (p.lo <= at + k && at + k < p.hi)
      rt_bits_fill(l->same, at + k, at + k + 1, true);
  larger had = {c->from, c->to,    c->same,  c->same_within,
                c->up,   c->found, c->buffer};
  c->from = l->from;
  c->to = l->to;
  c->same = l->same;
  c->same_within = l->same_within;
  c->up = l->up;
  c->found = l->found;
  c->buffer = l->buffer;
  c->within_from = c->within_to = 0;
  c->gathered = 0;
  *l = had;
}

bool
rt_vk_make_room(rt_vk_run *run, rt_vk_array *a) {
  rt_vk_copy *c = a->copy;
  rt_vk_need n = rt_vk_need_of(&run->base.binds[a->bind]);
  uintptr_t from = c->from < n.from ? c->from : n.from;
  uintptr_t to = c->to > n.to ? c->to : n.to;
  larger l;
  if (from == c->from && to == c->to)
    return true;
  bool grown = make(&l, c, from, to);
  if (grown) {
    pthread_mutex_lock(&rt_vk_copies.lock);
    swap(&l, c);
    pthread_mutex_unlock(&rt_vk_copies.lock);
    a->buffer = c->buffer;
    a->at = n.from - from;
  }
  rt_vk_pending_retire(NULL, run->device, l.buffer);
  free(l.same);
  free(l.same_within);
  free(l.up);
  free(l.found);
  return grown;
}
