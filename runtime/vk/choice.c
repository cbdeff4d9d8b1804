// runtime/vk/choice.c: what the choice of where a region runs is told of the
// devices: the model's times, and the memory that there is.
#include <math.h>

#include "runtime/vk/bus.h"
#include "runtime/vk/private.h"

// What the model knows of the device in use; "usable": by the region.
static rt_device_view
view_device(bool usable) {
  return (rt_device_view){.usable = usable,
                          .state = rt_vk_state_now(),
                          .class = rt_vk_class(),
                          .bus = usable ? rt_bus_rate() : 0};
}

rt_estimate
rt_vk_estimate_run(const loft_region_desc *region, const loft_bind *binds,
                   const rt_job *job) {
  rt_why denied;
  rt_device_view device = view_device(rt_vk_may_run(region, binds, &denied));
  rt_job here = *job;
  double known =
      device.usable ? (double)rt_vk_copies_known(binds, region->n_binds) : 0;
  here.h2d = here.h2d > known ? here.h2d - known : 0;
  return rt_vk_estimate(&here, &device);
}

// The arrays of chunks go up to each device, while those
// on one may be there. Where results stay on several devices already, those of
// small regions do, too: else all would go to one, and back.
bool
rt_vk_may_share(const loft_region_desc *region, const loft_bind *binds,
                const rt_job *job, double *alone, double *shared) {
  uint32_t n = rt_vk_devices();
  double least = rt_vk_copies_are_spread(binds, region->n_binds) ? 0 : 2e-3;
  if (n < 2)
    return false;
  rt_device_view device = view_device(true);
  *alone = rt_vk_estimate_run(region, binds, job).seconds;
  *shared = rt_vk_estimate(job, &device).seconds / n;
  return *alone > least && *alone < INFINITY && *shared < *alone;
}

// Lowers bounds to what the device has: of its own memory, a part is for
// kernels and the like.
static void
limit_room(const rt_vk_device *d, uint64_t *room, uint64_t *array) {
  const VkPhysicalDeviceMemoryProperties *m = &d->phys->memory;
  uint32_t type = (uint32_t)d->memory_type[RT_MEM_DEVICE];
  uint64_t heap = m->memoryHeaps[m->memoryTypes[type].heapIndex].size;
  uint64_t most = rt_vk_buffer_most(d);
  if (!d->unified && heap - heap / 16 < *room)
    *room = heap - heap / 16;
  *array = most < *array ? most : *array;
}

uint64_t
rt_vk_room(uint64_t *array) {
  rt_failure failure;
  uint64_t room = *array = UINT64_MAX;
  for (uint32_t k = rt_vk_devices(); k-- > 0;) {
    rt_vk_device *d = rt_vk_device_get_nth(k, &failure);
    if (!d)
      continue;
    limit_room(d, &room, array);
    rt_vk_device_put(d);
  }
  return room;
}
