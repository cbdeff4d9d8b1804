// runtime/vk/buffer.c: a buffer of a given size.
//
// Sizes are rounded up to classes an eighth of a power of two apart, so that
// the next region with similar arrays finds its buffers in the pool (pool.c).
// When memory runs out, the idle buffers go first, then the copies that stay
// between runs (copies.c), and what pending runs retain.
#include "runtime/core/env.h"
#include "runtime/vk/private.h"

uint64_t
rt_vk_buffer_class(uint64_t size) {
  if (size <= 4096)
    return 4096;
  uint64_t step = (uint64_t)1 << (63 - __builtin_clzll(size - 1) - 3);
  return (size + step - 1) / step * step;
}

uint64_t
rt_vk_buffer_most(const rt_vk_device *d) {
  int kib = rt_env_int(RT_ENV_TEST_ARRAY);
  return kib > 0 ? (uint64_t)kib << 10
                 : d->phys->v11_props.maxMemoryAllocationSize;
}

// Gives back copies that no run uses, and what pending runs retain. False:
// there is nothing.
static bool
make_room(rt_vk_device *d) {
  bool any = rt_vk_pending_n() > 0;
  any |= rt_vk_copies_evict(d);
  rt_vk_pending_wait();
  return any;
}

rt_vk_buffer *
rt_vk_buffer_get(rt_vk_device *d, rt_memory_kind kind, uint64_t size,
                 VkResult *r) {
  *r = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  uint64_t most = rt_vk_buffer_most(d);
  if (size > most)
    return NULL;
  // The rounding must not make it too large.
  uint64_t class = rt_vk_buffer_class(size);
  if (class > most)
    class = size;
  rt_vk_buffer *b = rt_vk_pool_take(d, kind, class, r);
  if (!b && *r != VK_ERROR_DEVICE_LOST && make_room(d))
    b = rt_vk_pool_take(d, kind, class, r);
  if (b)
    b->read_at = b->written_at = 0;
  return b;
}
