// runtime/vk/cache.h: compiled kernels kept on disk from one process to the
// next.
#ifndef RT_VK_CACHE_H
#define RT_VK_CACHE_H

#include "runtime/vk/private.h"

// Creates d->cache with the file of the device, empty where that is
// nothing or no good; without a cache things work as well.
void rt_vk_cache_open(rt_vk_device *d);
// Writes the cache to disk when it has grown since it was read or written. What
// goes wrong only costs time later. Nobody else may use the cache meanwhile:
// needs d->lock.
void rt_vk_cache_save(rt_vk_device *d);

#endif
