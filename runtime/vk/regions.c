// runtime/vk/regions.c: facts kept about regions: whether a failure was told,
// and the devices that were lost with them.
#include <stdio.h>
#include <string.h>

#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/vk/private.h"

// What is kept about a region, behind region->state. Never freed: a library
// that is opened again finds it by its content.
struct rt_vk_region {
  struct rt_vk_region *next;
  uint64_t content[2];
  atomic_bool warned;
  atomic_int losses; // devices it took down
  uint32_t lost;     // serial of the last of them; under states_lock
  char why[160];     // of the first; set before losses
};

enum { MAX_REGION_LOSSES = 2 };

static pthread_mutex_t states_lock = PTHREAD_MUTEX_INITIALIZER;

// Adds "n" bytes to two hashes.
static void
add_content(uint64_t h[2], const void *data, size_t n) {
  for (const unsigned char *c = data; n-- > 0; c++) {
    h[0] = (h[0] ^ *c) * UINT64_C(1099511628211);
    h[1] = (h[1] + *c + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h[1] ^= h[1] >> 31;
  }
}

// What tells the region from all others, wherever it is loaded.
static void
find_content(const loft_region_desc *region, uint64_t h[2]) {
  h[0] = UINT64_C(14695981039346656037);
  h[1] = region->line;
  add_content(h, region->name, strlen(region->name) + 1);
  add_content(h, region->file, strlen(region->file) + 1);
  for (uint32_t k = 0; k < region->n_gpu_kernels; k++) {
    const loft_kernel_desc *d = &region->gpu_kernels[k];
    add_content(h, d->local, sizeof d->local);
    add_content(h, &d->dims, sizeof d->dims);
    add_content(h, d->spirv, d->spirv ? (size_t)d->spirv_words * 4 : 0);
  }
}

// The state with that content, made at need; NULL: out of memory.
static rt_vk_region *
find_state(const uint64_t content[2]) {
  static rt_vk_region *all;
  pthread_mutex_lock(&states_lock);
  rt_vk_region *s = all;
  while (s && memcmp(s->content, content, sizeof s->content) != 0)
    s = s->next;
  if (!s && (s = rt_calloc(1, sizeof *s))) {
    memcpy(s->content, content, sizeof s->content);
    s->next = all;
    all = s;
  }
  pthread_mutex_unlock(&states_lock);
  return s;
}

rt_vk_region *
rt_vk_region_of(loft_region_desc *region) {
  rt_vk_region *s =
      __atomic_load_n((rt_vk_region **)&region->state, __ATOMIC_ACQUIRE);
  uint64_t content[2];
  if (s)
    return s;
  find_content(region, content);
  s = find_state(content);
  __atomic_store_n(&region->state, (void *)s, __ATOMIC_RELEASE);
  return s;
}

void
rt_vk_failed(loft_region_desc *region, const rt_failure *failure) {
  rt_vk_region *s = rt_vk_region_of(region);
  bool again = s && atomic_exchange(&s->warned, true);
  rt_say(
      failure->quiet || again ? RT_LOG_REGION : RT_LOG_WARNING,
      "%s (%s:%u): Vulkan did not do it: %s; nothing is lost, the CPU does it",
      region->name, region->file, region->line, failure->text);
}

void
rt_vk_note_loss(rt_vk_run *run) {
  rt_vk_region *s = rt_vk_region_of(run->base.region);
  if (!s || !atomic_load(&run->device->lost))
    return;
  pthread_mutex_lock(&states_lock);
  if (s->lost != run->device->serial) {
    s->lost = run->device->serial;
    if (atomic_load(&s->losses) == 0)
      snprintf(s->why, sizeof s->why, "%s", run->base.failure.text);
    atomic_fetch_add(&s->losses, 1);
  }
  pthread_mutex_unlock(&states_lock);
}

bool
rt_vk_may_run(const loft_region_desc *region, const loft_bind *binds,
              rt_why *why) {
  (void)binds;
  const rt_vk_region *s =
      __atomic_load_n((rt_vk_region *const *)&region->state, __ATOMIC_ACQUIRE);
  *why = (rt_why){.id = RT_WHY_NO_GPU};
  if (region->n_gpu_kernels == 0)
    return false;
  why->id = RT_WHY_FORKED;
  if (rt_vk_forked())
    return false;
  if (!s || atomic_load(&s->losses) < MAX_REGION_LOSSES)
    return true;
  *why = (rt_why){.id = RT_WHY_BLACKLISTED, .s = {s->why}};
  return false;
}
