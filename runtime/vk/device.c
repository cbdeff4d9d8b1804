// runtime/vk/device.c: choosing, opening and losing the Vulkan device.
//
// One device is in use at a time: the one LOFT_DEVICE names first, else the
// best that is not software; of others that it names regions that run in chunks
// use the memory and the processors. Devices once opened stay open; a lost one
// is destroyed and another opened in its place, a few times, and before fork
// those that would not survive it. Opening that failed is tried again, after a
// few times with growing pauses.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/process.h"
#include "runtime/core/thread.h"
#include "runtime/vk/cache.h"
#include "runtime/vk/private.h"

enum {
  LONGEST_FORK = 10, // seconds that fork waits
  MAX_LOSSES = 3,
  MAX_TRIES = 3,    // of opening, before the first pause
  MAX_DOUBLED = 10, // times that the pause, a second at first, is doubled
  MOST_OPEN = 64,
  MOST_WANTED = 16
};

// The devices that LOFT_DEVICE names: one, several with commas between, or all
// that are not software.
typedef struct wanted {
  uint32_t n;
  rt_vk_phys *all[MOST_WANTED]; // the first is the device in use
  const char *missing;          // a name that is no device's, or NULL
} wanted;

// The choice, and the devices opened so far.
static struct {
  pthread_mutex_t lock;   // recursive
  pthread_cond_t changed; // fewer users, or fewer threads forking
  atomic_bool forked;     // from a process that had touched Vulkan
  atomic_int state;       // rt_vk_state
  atomic_int class;       // rt_device_class of the device in use
  atomic_uint generation; // of LOFT_DEVICE when chosen
  _Atomic double again;   // when an ABSENT one is tried again, by rt_now
  bool touched;           // Vulkan was opened, or nearly so
  uint32_t n_opened;      // this and all below: under lock
  int users;              // runs that hold a device
  int forking;            // threads inside fork
  int failures; // of opening since LOFT_DEVICE changed or it succeeded
  wanted wanted;
  rt_vk_device *current;           // the first of these
  rt_vk_device *opened[MOST_OPEN]; // by index of the physical device
  rt_vk_device *hung; // what is not destroyed because it may be at work
  char failure[160];  // why there is none, when ABSENT
} in_use = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
            .changed = PTHREAD_COND_INITIALIZER};

// Takes the lock before anything of Vulkan is used.
static void
lock_choosing(void) {
  pthread_mutex_lock(&in_use.lock);
  in_use.touched = true;
}

bool
rt_vk_forked(void) {
  return atomic_load_explicit(&in_use.forked, memory_order_relaxed);
}

// -- Choosing -------------------------------------------------------------

// The 32 hexadecimal digits of a UUID.
static void
uuid_text(const uint8_t uuid[VK_UUID_SIZE], char out[33]) {
  for (unsigned i = 0; i < VK_UUID_SIZE; i++)
    snprintf(out + 2 * i, 3, "%02x", uuid[i]);
}

// Whether "want" is the UUID of the device, with or without dashes.
static bool
is_uuid_of(const char *want, const rt_vk_phys *p) {
  char digits[33], own[33];
  int n = 0;
  for (const char *c = want; *c; c++) {
    if (*c == '-')
      continue;
    if (n == 32 || !isxdigit((unsigned char)*c))
      return false;
    digits[n++] = (char)tolower((unsigned char)*c);
  }
  digits[n] = '\0';
  uuid_text(p->v11_props.deviceUUID, own);
  return n == 32 && memcmp(digits, own, 32) == 0;
}

// Whether "want" is all digits and the index of a device.
static bool
is_index(const char *want, uint32_t n, uint32_t *index) {
  size_t len = strlen(want);
  if (len == 0 || len > 3 || strspn(want, "0123456789") != len)
    return false;
  *index = (uint32_t)atoi(want);
  return *index < n;
}

// How much a device is preferred when nobody asked: the lower the better.
static int
rank(const rt_vk_phys *p) {
  switch (p->props.deviceType) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 0;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 1;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  case VK_PHYSICAL_DEVICE_TYPE_OTHER:
    return 3;
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
  case VK_PHYSICAL_DEVICE_TYPE_MAX_ENUM:
    break;
  }
  return 4;
}

// The device LOFT_DEVICE=want names, or NULL. Of several with that part in
// their names the best.
static rt_vk_phys *
find_wanted(rt_vk_system *sys, const char *want) {
  uint32_t index;
  rt_vk_phys *best = NULL;
  if (is_index(want, sys->n_devices, &index))
    return &sys->devices[index];
  for (uint32_t i = 0; i < sys->n_devices; i++) {
    rt_vk_phys *p = &sys->devices[i];
    if (is_uuid_of(want, p))
      return p;
    if (!strcasestr(p->props.deviceName, want))
      continue;
    if (!best || (best->unusable[0] && !p->unusable[0]) ||
        (!p->unusable[0] && rank(p) < rank(best)))
      best = p;
  }
  return best;
}

// The best usable device that is not software, or NULL.
static rt_vk_phys *
find_best(rt_vk_system *sys) {
  rt_vk_phys *best = NULL;
  for (uint32_t i = 0; i < sys->n_devices; i++) {
    rt_vk_phys *p = &sys->devices[i];
    if (p->unusable[0] || p->class == RT_CLASS_SOFTWARE)
      continue;
    if (!best || rank(p) < rank(best))
      best = p;
  }
  return best;
}

// Adds the device that name "want" means, once.
static void
add_wanted(rt_vk_system *sys, wanted *w, char *want) {
  want += strspn(want, " \t");
  rt_vk_phys *p = find_wanted(sys, want);
  for (uint32_t k = 0; k < w->n; k++)
    if (w->all[k] == p)
      return;
  if (!p || w->n == MOST_WANTED)
    w->missing = w->missing ? w->missing : want;
  else
    w->all[w->n++] = p;
}

// Finds the devices of a setting, which is cut into names. A comma that is part
// of a device's name is none between names.
static wanted
find_all_wanted(rt_vk_system *sys, char *want) {
  wanted w = {0};
  char *rest = want;
  if (strcmp(want, "all") == 0) {
    for (uint32_t i = 0; i < sys->n_devices && w.n < MOST_WANTED; i++)
      if (!sys->devices[i].unusable[0] &&
          sys->devices[i].class != RT_CLASS_SOFTWARE)
        w.all[w.n++] = &sys->devices[i];
    w.missing = w.n == 0 ? want : NULL;
  } else if (find_wanted(sys, want)) {
    add_wanted(sys, &w, want);
  } else {
    for (char *name; (name = strsep(&rest, ","));)
      add_wanted(sys, &w, name);
  }
  return w;
}

// The devices that the setting "want", not empty, asks for, with the reason;
// none with the reason why.
static wanted
choose_wanted(rt_vk_system *sys, char *want, char *why, size_t size) {
  char whole[64];
  snprintf(whole, sizeof whole, "%.60s", want);
  wanted w = find_all_wanted(sys, want);
  for (uint32_t k = 0; k < w.n && !w.missing; k++) {
    const rt_vk_phys *p = w.all[k];
    if (!p->unusable[0])
      continue;
    snprintf(why, size, "LOFT_DEVICE=%.40s is %.60s, but %s", whole,
             p->props.deviceName, p->unusable);
    return (wanted){0};
  }
  if (!w.missing) {
    snprintf(why, size, "LOFT_DEVICE=%s", whole);
    return w;
  }
  if (strcmp(w.missing, "all") == 0)
    snprintf(why, size,
             "LOFT_DEVICE=all: the %u devices are software or lack "
             "what is needed",
             sys->n_devices);
  else
    snprintf(why, size, "LOFT_DEVICE=%.40s is none of the %u devices",
             w.missing, sys->n_devices);
  return (wanted){0};
}

// The physical devices the settings ask for, with the reason; none with the
// reason why. Needs the lock.
static wanted
choose(rt_vk_system *sys, char *why, size_t size) {
  char want[RT_TEXT_MAX];
  wanted w = {0};
  rt_env_text(RT_ENV_DEVICE, want);
  if (sys->n_devices == 0) {
    snprintf(why, size, "%s", sys->problem);
    return w;
  }
  if (want[0])
    return choose_wanted(sys, want, why, size);
  w.all[0] = find_best(sys);
  w.n = w.all[0] != NULL;
  if (w.n > 0)
    snprintf(why, size, "the best device that is not software");
  else
    snprintf(why, size,
             "the %u devices are software or lack what is needed: "
             "LOFT_DEVICE chooses one, loft-info lists them",
             sys->n_devices);
  return w;
}

// -- Opening --------------------------------------------------------------

// Creates the logical device with the features that matter.
static VkResult
create_device(rt_vk_system *sys, rt_vk_device *d) {
  const rt_vk_phys *p = d->phys;
  VkPhysicalDeviceVulkan12Features v12 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan11Features v11 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
      .pNext = &v12};
  VkPhysicalDeviceFeatures core = {0};
#define RT_VK_FEATURE(name, where, member, bit, required)                      \
  where.member = p->where.member;
#include "runtime/vk/features.def"
#undef RT_VK_FEATURE
  float priority = 1;
  VkDeviceQueueCreateInfo queues[2] = {{
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = p->family,
      .queueCount = 1,
      .pQueuePriorities = &priority,
  }};
  queues[1] = queues[0];
  queues[1].queueFamilyIndex = p->copy_family;
  VkDeviceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .pNext = &v11,
      .queueCreateInfoCount = 1 + (p->copy_family != p->family),
      .pQueueCreateInfos = queues,
      .pEnabledFeatures = &core,
  };
  return RT_VK(sys->fn, CreateDevice, p->handle, &info, NULL, &d->handle);
}

// Loads the device's functions; false when one is missing.
static bool
load_device(rt_vk_system *sys, rt_vk_device *d) {
  bool all = true;
#define RT_VK_GLOBAL(name)
#define RT_VK_INSTANCE(name)
#define RT_VK_DEVICE(name)                                                     \
  d->fn.name = (PFN_vk##name)sys->fn.GetDeviceProcAddr(d->handle, "vk" #name); \
  all = all && d->fn.name;
#include "runtime/vk/funcs.def"
#undef RT_VK_GLOBAL
#undef RT_VK_INSTANCE
#undef RT_VK_DEVICE
  return all;
}

// The first memory type with all flags of one of the wishes, best wish first;
// -1: none.
static int
find_memory(const rt_vk_phys *p, const VkMemoryPropertyFlags *wishes, int n) {
  for (int w = 0; w < n; w++)
    for (uint32_t i = 0; i < p->memory.memoryTypeCount; i++) {
      VkMemoryPropertyFlags has = p->memory.memoryTypes[i].propertyFlags;
      if ((has & wishes[w]) == wishes[w] &&
          (has & VK_MEMORY_PROPERTY_PROTECTED_BIT) == 0)
        return (int)i;
    }
  return -1;
}

// Decides on a memory type for each use; false when the device lacks one.
static bool
find_memories(rt_vk_device *d) {
  enum {
    LOCAL = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
    HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
           VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
    CACHED = VK_MEMORY_PROPERTY_HOST_CACHED_BIT
  };
  const VkMemoryPropertyFlags unified[] = {LOCAL | HOST | CACHED};
  const VkMemoryPropertyFlags device[] = {LOCAL, 0};
  const VkMemoryPropertyFlags args[] = {LOCAL | HOST, HOST};
  const VkMemoryPropertyFlags staging[] = {HOST | CACHED, HOST};
  int shared = find_memory(d->phys, unified, 1);
  d->unified = shared >= 0 && d->phys->class != RT_CLASS_DISCRETE &&
               !rt_env_int(RT_ENV_TEST_STAGING);
  d->memory_type[RT_MEM_DEVICE] =
      d->unified ? shared : find_memory(d->phys, device, 2);
  d->memory_type[RT_MEM_HOST] = find_memory(d->phys, staging, 2);
  d->memory_type[RT_MEM_ARGS] = find_memory(d->phys, args, 2);
  d->memory_type[RT_MEM_STAGING] = find_memory(d->phys, staging, 2);
  return d->memory_type[RT_MEM_DEVICE] >= 0 &&
         d->memory_type[RT_MEM_ARGS] >= 0 &&
         d->memory_type[RT_MEM_STAGING] >= 0;
}

// Decides how much idle memory is kept: of the host's at most an eighth, of a
// discrete device's own at least a quarter.
static void
find_room(rt_vk_device *d) {
  const VkPhysicalDeviceMemoryProperties *m = &d->phys->memory;
  uint64_t room = (uint64_t)rt_env_int(RT_ENV_POOL) << 20;
  uint64_t host =
      (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 8;
  int type = d->memory_type[RT_MEM_DEVICE];
  uint64_t heap = m->memoryHeaps[m->memoryTypes[type].heapIndex].size;
  for (int kind = 0; kind < RT_MEM_KINDS; kind++)
    d->pool_room[kind] = room < host ? room : host;
  if (room > 0 && d->phys->class == RT_CLASS_DISCRETE)
    d->pool_room[RT_MEM_DEVICE] = heap / 4 > room ? heap / 4 : room;
}

// Creates the layout and the cache that all pipelines share.
static VkResult
create_layout(rt_vk_device *d) {
  VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               8 * RT_VK_PUSH_SLOTS};
  VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .pushConstantRangeCount = 1,
      .pPushConstantRanges = &range,
  };
  VkResult r =
      RT_VK(d->fn, CreatePipelineLayout, d->handle, &info, NULL, &d->layout);
  if (r != VK_SUCCESS)
    return r;
  rt_vk_cache_open(d);
  return VK_SUCCESS;
}

// Destroys the device with all it has. Nobody else may use it.
static void
close_device(rt_vk_device *d) {
  if (d->queue) { // all functions were found
    // A lost device answers at once. One lost for a test may be at work: this
    // call is never made to fail, and its result would change nothing.
    (void)d->fn.DeviceWaitIdle(d->handle);
    rt_vk_pending_wait();
    rt_vk_copies_drop(d); // gives buffers back to the pool
    rt_vk_pool_empty(d);
    rt_vk_commands_destroy(d); // gives buffers back to the pool
    rt_vk_pool_empty(d);
    rt_vk_kernels_destroy(d);
    d->fn.DestroyPipelineCache(d->handle, d->cache, NULL);
    d->fn.DestroyPipelineLayout(d->handle, d->layout, NULL);
  }
  if (d->fn.DestroyDevice)
    d->fn.DestroyDevice(d->handle, NULL);
  pthread_mutex_destroy(&d->lock);
  pthread_mutex_destroy(&d->up);
  free(d);
}

// Makes the objects of the device. False with the reason.
static bool
complete(rt_vk_system *sys, rt_vk_device *d, char *why, size_t size) {
  const char *name = d->phys->props.deviceName;
  VkResult r = create_device(sys, d);
  if (r != VK_SUCCESS) {
    snprintf(why, size, "%.60s: vkCreateDevice: %s", name,
             rt_vk_result_name(r));
    return false;
  }
  if (!load_device(sys, d)) {
    snprintf(why, size, "%.60s lacks functions of Vulkan 1.2", name);
    return false;
  }
  if (!find_memories(d)) {
    snprintf(why, size, "%.60s has no memory that the host can reach", name);
    return false;
  }
  find_room(d);
  d->fn.GetDeviceQueue(d->handle, d->phys->family, 0, &d->queue);
  d->fn.GetDeviceQueue(d->handle, d->phys->copy_family, 0, &d->copy_queue);
  r = create_layout(d);
  if (r == VK_SUCCESS)
    return true;
  snprintf(why, size, "%.60s: vkCreatePipelineLayout: %s", name,
           rt_vk_result_name(r));
  return false;
}

// Opens the physical device; NULL with the reason. Needs the lock.
static rt_vk_device *
open_device(rt_vk_system *sys, const rt_vk_phys *p, char *why, size_t size) {
  rt_vk_device *d = rt_calloc(1, sizeof *d);
  if (!d) {
    snprintf(why, size, "out of host memory");
    return NULL;
  }
  d->phys = p;
  d->serial = ++in_use.n_opened;
  pthread_mutex_init(&d->lock, NULL);
  pthread_mutex_init(&d->up, NULL);
  sigset_t before;
  rt_thread_block_signals(&before);
  bool ok = complete(sys, d, why, size);
  rt_thread_restore_signals(&before);
  if (ok)
    return d;
  close_device(d);
  return NULL;
}

// -- Fork -----------------------------------------------------------------

// Closes the idle devices that a child would do harm to; the next region opens
// another. Needs the lock.
static void
close_for_fork(void) {
  for (size_t i = 0; i < sizeof in_use.opened / sizeof *in_use.opened; i++) {
    rt_vk_device *d = in_use.opened[i];
    if (!d || d->users > 0 ||
        !(d->phys->quirks.harmed_by_fork || rt_env_int(RT_ENV_TEST_FORK)))
      continue;
    in_use.opened[i] = NULL;
    if (in_use.current == d)
      in_use.current = NULL;
    close_device(d);
  }
}

// Whether the devices are made ready for a fork: a driver may fork itself, from
// within a region, and what a forked child has of devices is its parent's.
static bool
is_prepared_for(void) {
  return !rt_process_in_region() && !rt_vk_forked();
}

// A child inherits the locks that drivers' threads and the C library's exit
// handlers hold, and would wait for them for ever when it exits: so fork waits
// until no device is opened or in use. Regions that begin then wait for fork.
// While the process exits, the driver may be gone already.
void
rt_vk_before_fork(void) {
  struct timespec until;
  int error = 0;
  pthread_mutex_lock(&in_use.lock);
  if (!is_prepared_for())
    return;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += LONGEST_FORK;
  in_use.forking++;
  while (in_use.users > 0 && error == 0)
    error = pthread_cond_timedwait(&in_use.changed, &in_use.lock, &until);
  if (!rt_process_exits())
    close_for_fork();
}

void
rt_vk_after_fork(bool child) {
  static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static const pthread_cond_t unwatched = PTHREAD_COND_INITIALIZER;
  if (is_prepared_for())
    in_use.forking--;
  if (!child) {
    pthread_cond_broadcast(&in_use.changed);
    pthread_mutex_unlock(&in_use.lock);
    return;
  }
  in_use.lock = fresh; // it names its owner, who has another number here
  in_use.changed = unwatched;
  in_use.forking = 0;
  if (in_use.touched)
    atomic_store(&in_use.forked, true);
}

// -- The device in use ----------------------------------------------------

// Notes that there is no device and says so, as a warning when one was asked
// for, once. "may_pass": it is worth another try.
static void
note_absence(const char *why, bool may_pass) {
  bool warn = rt_env_has_text(RT_ENV_DEVICE) && in_use.failures == 0;
  snprintf(in_use.failure, sizeof in_use.failure, "%s", why);
  rt_say(warn ? RT_LOG_WARNING : RT_LOG_REGION, "not using Vulkan: %s", why);
  int pauses = ++in_use.failures - MAX_TRIES;
  int doubled = pauses < MAX_DOUBLED ? pauses : MAX_DOUBLED;
  bool later = may_pass && in_use.n_opened > 0; // there are devices
  atomic_store(&in_use.again, later ? rt_now() + ldexp(1, doubled) : INFINITY);
  atomic_store(&in_use.state,
               may_pass && pauses < 0 ? RT_VK_UNTRIED : RT_VK_ABSENT);
}

// The physical device, opened unless it is. NULL with the reason; *tried: that
// may pass. Needs the lock.
static rt_vk_device *
obtain(const rt_vk_phys *p, bool *tried, char *why, size_t size) {
  rt_vk_device *d = p->index < MOST_OPEN ? in_use.opened[p->index] : NULL;
  *tried = false;
  if (d && !atomic_load(&d->lost))
    return d;
  if (rt_vk_losses() >= MAX_LOSSES) {
    snprintf(why, size, "devices were lost %d times", MAX_LOSSES);
    return NULL;
  }
  *tried = true;
  d = open_device(rt_vk_system_get(), p, why, size);
  if (d)
    in_use.opened[p->index] = d;
  return d;
}

// Says which device is used, and why.
static void
say_used(const rt_vk_phys *p, const char *why) {
  rt_say(RT_LOG_REGION, "using Vulkan device %d, %s (%s %s): %s", p->index,
         p->props.deviceName, p->driver.driverName, p->driver.driverInfo, why);
}

// Makes the devices the settings ask for those in use, and opens the first.
// Needs the lock.
static void
select_device(void) {
  char why[160];
  unsigned generation = rt_env_generation(RT_ENV_DEVICE);
  rt_vk_system *sys = rt_vk_system_get();
  in_use.wanted = choose(sys, why, sizeof why);
  bool may_pass = sys->may_pass, tried = false;
  if (atomic_exchange(&in_use.generation, generation) != generation)
    in_use.failures = 0;
  in_use.current = NULL;
  if (in_use.wanted.n > 0)
    in_use.current = obtain(in_use.wanted.all[0], &tried, why, sizeof why);
  if (!in_use.current) {
    note_absence(why, may_pass || tried);
    return;
  }
  in_use.failures = 0;
  atomic_store(&in_use.class, in_use.wanted.all[0]->class);
  atomic_store(&in_use.state, RT_VK_READY);
  say_used(in_use.wanted.all[0], why);
}

// Waits until a device may be taken, and finds out which. Needs the lock.
static void
settle(void) {
  while (in_use.forking > 0)
    pthread_cond_wait(&in_use.changed, &in_use.lock);
  const rt_vk_device *d = in_use.current;
  rt_vk_state state = rt_vk_state_now();
  if (state == RT_VK_UNTRIED ||
      (state == RT_VK_READY && (!d || atomic_load(&d->lost))))
    select_device();
}

// Counts the caller among the users of "d". Needs the lock.
static rt_vk_device *
use(rt_vk_device *d) {
  d->users++;
  in_use.users++;
  return d;
}

// The k-th of the devices in use, after the first. NULL with the reason. Needs
// the lock.
static rt_vk_device *
obtain_another(uint32_t k, char *why, size_t size) {
  bool opened = false;
  snprintf(why, size, "there is none");
  if (k >= in_use.wanted.n)
    return NULL;
  rt_vk_device *d = obtain(in_use.wanted.all[k], &opened, why, size);
  if (d && opened)
    say_used(in_use.wanted.all[k], "LOFT_DEVICE names it as well");
  return d;
}

rt_vk_device *
rt_vk_device_get_nth(uint32_t k, rt_failure *failure) {
  char *why = failure->text;
  const size_t size = sizeof failure->text;
  if (rt_vk_forked()) {
    snprintf(why, size, "this is a forked child");
    return NULL;
  }
  lock_choosing();
  settle();
  rt_vk_device *d = in_use.current;
  if (!d)
    snprintf(why, size, "%s", in_use.failure);
  else if (k > 0)
    d = obtain_another(k, why, size);
  if (d)
    use(d);
  pthread_mutex_unlock(&in_use.lock);
  return d;
}

rt_vk_device *
rt_vk_device_get(rt_failure *failure) {
  return rt_vk_device_get_nth(0, failure);
}

uint32_t
rt_vk_devices(void) {
  if (rt_vk_forked())
    return 0;
  lock_choosing();
  settle();
  uint32_t n = in_use.current ? in_use.wanted.n : 0;
  pthread_mutex_unlock(&in_use.lock);
  return n;
}

rt_vk_device *
rt_vk_device_with_results(const rt_vk_search *s, bool *lost) {
  lock_choosing();
  rt_vk_device *d = rt_vk_copies_stay_on(s, lost);
  if (d)
    use(d);
  pthread_mutex_unlock(&in_use.lock);
  return d;
}

void
rt_vk_device_put(rt_vk_device *d) {
  lock_choosing();
  bool close = --d->users == 0 && atomic_load(&d->lost);
  if (close && in_use.opened[d->phys->index] == d)
    in_use.opened[d->phys->index] = NULL;
  if (close && in_use.current == d)
    in_use.current = NULL;
  if (close && atomic_load(&d->hung)) {
    d->next_hung = in_use.hung;
    in_use.hung = d;
    rt_vk_pending_wait();
    rt_vk_copies_drop(d);
    rt_vk_pool_leave(d);
    close = false;
  }
  if (close) // before fork goes on
    close_device(d);
  if (--in_use.users == 0)
    pthread_cond_broadcast(&in_use.changed);
  pthread_mutex_unlock(&in_use.lock);
}

// True when an ABSENT device is to be tried again. Reads no clock where that
// will never be.
static bool
is_due(void) {
  double again = atomic_load(&in_use.again);
  return again < INFINITY && rt_now() >= again;
}

rt_vk_state
rt_vk_state_now(void) {
  int state = atomic_load_explicit(&in_use.state, memory_order_relaxed);
  if (state == RT_VK_ABSENT && is_due())
    return RT_VK_UNTRIED;
  if (state == RT_VK_UNTRIED ||
      atomic_load(&in_use.generation) == rt_env_generation(RT_ENV_DEVICE))
    return (rt_vk_state)state;
  return RT_VK_UNTRIED;
}

rt_device_class
rt_vk_class(void) {
  return (rt_device_class)atomic_load_explicit(&in_use.class,
                                               memory_order_relaxed);
}

// -- Listing --------------------------------------------------------------

// The name of a device type.
static const char *
type_name(VkPhysicalDeviceType type) {
  static const char *const names[] = {"other", "integrated", "discrete",
                                      "virtual", "cpu"};
  return (unsigned)type < 5 ? names[type] : "other";
}

// Copies the facts that loft-info shows of a device.
static void
describe(const rt_vk_phys *p, rt_vk_info *out) {
  char hex[33] = "";
  snprintf(out->name, sizeof out->name, "%s", p->props.deviceName);
  snprintf(out->driver, sizeof out->driver, "%.200s %.200s",
           p->driver.driverName, p->driver.driverInfo);
  uuid_text(p->v11_props.deviceUUID, hex);
  snprintf(out->uuid, sizeof out->uuid, "%.8s-%.4s-%.4s-%.4s-%.12s", hex,
           hex + 8, hex + 12, hex + 16, hex + 20);
  out->type = type_name(p->props.deviceType);
  out->api = p->props.apiVersion;
  for (uint32_t i = 0; i < p->memory.memoryHeapCount; i++) {
    const VkMemoryHeap *heap = &p->memory.memoryHeaps[i];
    if ((heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) &&
        heap->size > out->memory)
      out->memory = heap->size;
  }
  for (int i = 0; i < 3; i++)
    out->max_group[i] = p->props.limits.maxComputeWorkGroupSize[i];
  out->max_invocations = p->props.limits.maxComputeWorkGroupInvocations;
  out->max_shared = p->props.limits.maxComputeSharedMemorySize;
#define RT_VK_FEATURE(label, where, member, bit, required)                     \
  out->features[out->n_features++] =                                           \
      (rt_vk_feature){label, p->where.member != 0};
#include "runtime/vk/features.def"
#undef RT_VK_FEATURE
  out->features[out->n_features++] =
      (rt_vk_feature){"fused fma", p->quirks.fma_fused};
  out->features[out->n_features++] = (rt_vk_feature){
      "signed zeros", p->floats.shaderSignedZeroInfNanPreserveFloat32 != 0};
  out->features[out->n_features++] = (rt_vk_feature){
      "f32 subnormals on request", p->floats.shaderDenormPreserveFloat32 != 0};
  snprintf(out->unusable, sizeof out->unusable, "%s", p->unusable);
  snprintf(out->quirks, sizeof out->quirks, "%s", p->quirks.text);
}

void
rt_vk_list(rt_vk_listing *out) {
  memset(out, 0, sizeof *out);
  lock_choosing();
  rt_vk_system *sys = rt_vk_system_get();
  wanted w = choose(sys, out->choice, sizeof out->choice);
  out->loader_version = sys->loader_version;
  snprintf(out->problem, sizeof out->problem, "%s", sys->problem);
  out->devices = rt_calloc(sys->n_devices + 1, sizeof *out->devices);
  for (uint32_t i = 0; out->devices && i < sys->n_devices; i++) {
    describe(&sys->devices[i], &out->devices[i]);
    for (uint32_t k = 0; k < w.n; k++)
      out->devices[i].chosen |= &sys->devices[i] == w.all[k];
    out->n_devices++;
  }
  pthread_mutex_unlock(&in_use.lock);
}
