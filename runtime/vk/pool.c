// runtime/vk/pool.c: buffers with memory of their own, kept in a pool for
// reuse.
//
// At most LOFT_POOL MiB of a kind stay idle, and of a discrete device's own
// memory up to a quarter, which nobody misses. Copies that stay between runs
// (copies.c) share the room of idle buffers for arrays.
#include <stdlib.h>

#include "runtime/core/env.h"
#include "runtime/vk/private.h"

// Frees the parts of a buffer. Those that do not exist are NULL.
static void
destroy(rt_vk_device *d, rt_vk_buffer *b) {
  d->fn.DestroyBuffer(d->handle, b->handle, NULL);
  d->fn.FreeMemory(d->handle, b->memory, NULL);
  if (b->kind == RT_MEM_PLAIN)
    free(b->mapped);
  free(b);
}

// What buffers of a kind are used for.
static VkBufferUsageFlags
usage(rt_memory_kind kind) {
  VkBufferUsageFlags transfer =
      VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (kind == RT_MEM_STAGING)
    return transfer;
  return transfer | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
         VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
}

// Gives the buffer memory of its kind.
static VkResult
allocate(rt_vk_device *d, rt_vk_buffer *b) {
  VkMemoryRequirements need;
  uint32_t type = (uint32_t)d->memory_type[b->kind];
  d->fn.GetBufferMemoryRequirements(d->handle, b->handle, &need);
  if ((need.memoryTypeBits >> type & 1) == 0)
    return VK_ERROR_FEATURE_NOT_PRESENT;
  VkMemoryAllocateFlagsInfo flags = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
      .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
  };
  VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .pNext = b->kind == RT_MEM_STAGING ? NULL : &flags,
      .allocationSize = need.size,
      .memoryTypeIndex = type,
  };
  VkResult r = RT_VK(d->fn, AllocateMemory, d->handle, &info, NULL, &b->memory);
  if (r != VK_SUCCESS)
    return r;
  return RT_VK(d->fn, BindBufferMemory, d->handle, b->handle, b->memory, 0);
}

// Maps the buffer for the host where its kind wants that, and asks for its
// address.
static VkResult
make_reachable(rt_vk_device *d, rt_vk_buffer *b) {
  void *mapped = NULL;
  if (b->kind != RT_MEM_DEVICE || d->unified) {
    VkResult r = RT_VK(d->fn, MapMemory, d->handle, b->memory, 0, VK_WHOLE_SIZE,
                       0, &mapped);
    if (r != VK_SUCCESS)
      return r;
  }
  b->mapped = mapped;
  VkBufferDeviceAddressInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
      .buffer = b->handle,
  };
  if (b->kind != RT_MEM_STAGING)
    b->address = d->fn.GetBufferDeviceAddress(d->handle, &info);
  return VK_SUCCESS;
}

// Makes the Vulkan buffer, with memory.
static VkResult
create_on_device(rt_vk_device *d, rt_vk_buffer *b) {
  const uint32_t families[2] = {d->phys->family, d->phys->copy_family};
  bool is_shared = families[0] != families[1];
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = b->size,
      .usage = usage(b->kind),
      .sharingMode =
          is_shared ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE,
      .queueFamilyIndexCount = is_shared ? 2 : 0,
      .pQueueFamilyIndices = families,
  };
  VkResult r = RT_VK(d->fn, CreateBuffer, d->handle, &info, NULL, &b->handle);
  if (r == VK_SUCCESS)
    r = allocate(d, b);
  if (r == VK_SUCCESS)
    r = make_reachable(d, b);
  return r;
}

// A new buffer; NULL with *r.
static rt_vk_buffer *
create(rt_vk_device *d, rt_memory_kind kind, uint64_t size, VkResult *r) {
  rt_vk_buffer *b = rt_calloc(1, sizeof *b);
  *r = VK_ERROR_OUT_OF_HOST_MEMORY;
  if (!b)
    return NULL;
  b->kind = kind;
  b->size = size;
  if (kind != RT_MEM_PLAIN)
    *r = create_on_device(d, b);
  else if ((b->mapped = rt_malloc(size)))
    *r = VK_SUCCESS;
  if (*r == VK_SUCCESS)
    return b;
  destroy(d, b);
  return NULL;
}

// Takes an idle buffer of exactly that size out of the pool, or NULL. Needs
// d->lock.
static rt_vk_buffer *
take(rt_vk_device *d, rt_memory_kind kind, uint64_t size) {
  for (rt_vk_buffer **p = &d->pool[kind]; *p; p = &(*p)->next) {
    rt_vk_buffer *b = *p;
    if (b->size != size)
      continue;
    *p = b->next;
    d->pool_bytes[kind] -= b->size;
    return b;
  }
  return NULL;
}

bool
rt_vk_pool_excess(rt_vk_device *d) {
  pthread_mutex_lock(&d->lock);
  uint64_t room = d->pool_room[RT_MEM_DEVICE];
  while (!atomic_load(&d->lost) && d->pool[RT_MEM_DEVICE] &&
         d->kept_bytes + d->pool_bytes[RT_MEM_DEVICE] > room)
    destroy(d, take(d, RT_MEM_DEVICE, d->pool[RT_MEM_DEVICE]->size));
  bool excess = d->kept_bytes > room;
  pthread_mutex_unlock(&d->lock);
  return excess;
}

// Destroys the idle buffers of a kind; false when there were none.
static bool
empty_kind(rt_vk_device *d, rt_memory_kind kind) {
  bool any = d->pool[kind] != NULL;
  while (d->pool[kind]) {
    rt_vk_buffer *b = d->pool[kind];
    d->pool[kind] = b->next;
    d->pool_bytes[kind] -= b->size;
    destroy(d, b);
  }
  return any;
}

bool
rt_vk_pool_empty(rt_vk_device *d) {
  bool any = false;
  for (int kind = 0; kind < RT_MEM_KINDS; kind++)
    any |= empty_kind(d, (rt_memory_kind)kind);
  return any;
}

void
rt_vk_pool_leave(rt_vk_device *d) {
  empty_kind(d, RT_MEM_PLAIN);
}

rt_vk_buffer *
rt_vk_pool_take(rt_vk_device *d, rt_memory_kind kind, uint64_t class,
                VkResult *r) {
  pthread_mutex_lock(&d->lock);
  // A lost device may still be at work on what other runs gave back.
  bool lost = atomic_load(&d->lost);
  rt_vk_buffer *b = lost ? NULL : take(d, kind, class);
  *r = lost ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
  if (!b && !lost)
    b = create(d, kind, class, r);
  if (!b && *r != VK_ERROR_DEVICE_LOST && rt_vk_pool_empty(d))
    b = create(d, kind, class, r);
  pthread_mutex_unlock(&d->lock);
  return b;
}

void
rt_vk_buffer_put(rt_vk_device *d, rt_vk_buffer *b) {
  if (!b)
    return;
  pthread_mutex_lock(&d->lock);
  uint64_t kept = b->kind == RT_MEM_DEVICE ? d->kept_bytes : 0;
  bool full = d->pool_bytes[b->kind] + kept + b->size > d->pool_room[b->kind];
  if (full && !atomic_load(&d->lost)) {
    destroy(d, b);
  } else {
    b->next = d->pool[b->kind];
    d->pool[b->kind] = b;
    d->pool_bytes[b->kind] += b->size;
  }
  pthread_mutex_unlock(&d->lock);
}
