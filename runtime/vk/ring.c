// runtime/vk/ring.c: staging memory for arrays of any size: a ring of slots,
// filled by the host while the device copies from others (up), or by the device
// while the host copies from others (down).
//
//      host    | fill 0 | fill 1 | fill 2 | fill 3 | fill 0 |
//      device           | copy 0 | copy 1 | copy 2 | copy 3 |
//
// A slot holds pieces of one array or of several. Its copies are commands of
// their own, submitted when it is full; those of the last slot go with the
// kernels, so that what fits into one slot is one submission with them. The
// memory stays the run's until its end. Where there is not enough of it, there
// are fewer slots, then smaller ones.
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/cpu/mem.h"
#include "runtime/vk/private.h"

enum {
  SLOT_BYTES = 8 << 20, // 0.16 ms on a bus with 50 GB/s: submitting costs less
  LEAST = 128           // a slot is at least that part of it
};

uint64_t
rt_vk_ring_slot_bytes(void) {
  int kib = rt_env_int(RT_ENV_TEST_STAGING);
  return kib > 1 ? (uint64_t)kib << 10 : SLOT_BYTES;
}

void
rt_vk_ring_start(rt_vk_run *run, bool h2d, uint64_t total) {
  rt_vk_ring *ring = &run->ring;
  uint64_t most = rt_vk_ring_slot_bytes();
  ring->h2d = h2d;
  ring->wanted = total < most ? total : most;
  ring->n = RT_VK_SLOTS;
  ring->at = h2d ? RT_VK_SLOTS - 1 : ring->at; // the first is next
  ring->cb = NULL;
}

// Copies the device's results to where they belong, all of them or what
// changed.
static void
empty(const rt_vk_slot *s, const rt_vk_piece *p) {
  const rt_vk_array *a = p->array;
  const char *now = s->staging->mapped + p->at;
  if (!a->changed)
    rt_mem_copy(p->host, now, p->bytes);
  else
    rt_mem_write_changed(p->host, now, a->before->mapped + p->from, p->bytes,
                         a->elem_size,
                         (unsigned char *)a->changed->mapped +
                             rt_mem_changed_bytes(p->from, a->elem_size));
}

// Waits until the device is done with a slot, and empties it.
static int
settle(rt_vk_run *run, rt_vk_slot *s) {
  if (!run->ring.h2d && s->ends > 0)
    rt_vk_copies_lift(run); // while the device fills the first slots
  if (rt_vk_wait(run, s->ends) != LOFT_OK)
    return LOFT_FAILED;
  for (uint32_t k = 0; k < s->n_pieces; k++)
    empty(s, &s->pieces[k]);
  s->n_pieces = 0;
  return LOFT_OK;
}

// Makes do with fewer slots, or smaller ones; false when there is nothing less.
static bool
use_less(rt_vk_run *run) {
  const loft_region_desc *r = run->base.region;
  rt_vk_ring *ring = &run->ring;
  char bytes[16];
  if (ring->at == 0 && ring->wanted <= rt_vk_ring_slot_bytes() / LEAST)
    return false;
  if (ring->at == 0)
    ring->wanted /= 2;
  ring->n = ring->at == 0 ? 1 : ring->at;
  ring->at = 0;
  rt_say(RT_LOG_REGION, "%s (%s:%u): staging memory is short: %u of %s",
         r->name, r->file, r->line, ring->n, rt_bytes(ring->wanted, bytes));
  return true;
}

// The next slot, with nothing in it; NULL with the failure noted.
static rt_vk_slot *
next_slot(rt_vk_run *run) {
  rt_vk_ring *ring = &run->ring;
  VkResult r = VK_SUCCESS;
  ring->at = (ring->at + 1) % ring->n;
  do {
    rt_vk_slot *s = &ring->slots[ring->at];
    if (settle(run, s) != LOFT_OK)
      return NULL;
    if (s->staging && s->staging->size < ring->wanted) {
      rt_vk_buffer_put(run->device, s->staging);
      s->staging = NULL;
    }
    if (!s->staging)
      s->staging =
          rt_vk_buffer_get(run->device, RT_MEM_STAGING, ring->wanted, &r);
    if (s->staging)
      return s;
  } while (r != VK_ERROR_DEVICE_LOST && use_less(run));
  rt_vk_check_failed(&run->base, run->device, "staging memory", r);
  return NULL;
}

// Submits the slot that is being filled. Uploads go alone, before what is
// recorded.
static int
close_slot(rt_vk_run *run) {
  bool open = run->ring.cb != NULL;
  run->ring.cb = NULL;
  if (!open)
    return LOFT_OK;
  return run->ring.h2d ? rt_vk_submit_before(run) : rt_vk_submit(run);
}

// Makes an empty slot the one being filled.
static int
open_slot(rt_vk_run *run) {
  rt_vk_ring *ring = &run->ring;
  rt_vk_slot *s = next_slot(run);
  if (!s)
    return LOFT_FAILED;
  s->used = 0;
  ring->cb = rt_vk_record_copies(run, ring->at, ring->h2d, &s->ends);
  return ring->cb ? LOFT_OK : LOFT_FAILED;
}

rt_vk_slot *
rt_vk_ring_slot(rt_vk_run *run) {
  rt_vk_ring *ring = &run->ring;
  rt_vk_slot *s = &ring->slots[ring->at];
  if (ring->cb && s->used < s->staging->size && s->n_pieces < RT_VK_PIECES)
    return s;
  if (close_slot(run) != LOFT_OK || open_slot(run) != LOFT_OK)
    return NULL;
  return &ring->slots[ring->at];
}

int
rt_vk_ring_finish(rt_vk_run *run) {
  rt_vk_ring *ring = &run->ring;
  for (uint32_t k = 1; k <= RT_VK_SLOTS; k++) {
    rt_vk_slot *s = &ring->slots[(ring->at + k) % RT_VK_SLOTS];
    if (s->n_pieces > 0 && settle(run, s) != LOFT_OK)
      return LOFT_FAILED;
  }
  return LOFT_OK;
}

void
rt_vk_ring_free(rt_vk_run *run) {
  for (uint32_t k = 0; k < RT_VK_SLOTS; k++)
    rt_vk_buffer_put(run->device, run->ring.slots[k].staging);
}
