// runtime/vk/vk.h: Vulkan as the rest of the runtime and loft-info see it.
//
// Nothing happens before the first call that needs a device; the loader is
// opened then, and its absence is normal. Nothing is torn down but a device
// that was lost, or that would not survive fork; and nothing at exit: the
// driver may be gone already. A forked child never touches what its parent
// opened.
#ifndef RT_VK_H
#define RT_VK_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/core/backend.h"

extern const rt_backend rt_vk_backend;

// -- For loft-info ------------------------------------------------------------

typedef struct rt_vk_feature {
  const char *name; // "f64"
  bool has;
} rt_vk_feature;

enum { RT_VK_FEATURES = 12 };

// What is known about one device.
typedef struct rt_vk_info {
  char name[256], driver[512], uuid[37];
  const char *type; // "discrete", "integrated", "virtual", "cpu", "other"
  uint32_t api;     // VK_MAKE_API_VERSION
  uint64_t memory;  // bytes of the largest device-local heap
  uint32_t max_group[3], max_invocations, max_shared;
  rt_vk_feature features[RT_VK_FEATURES];
  int n_features;
  char unusable[160]; // why it cannot be used; empty: it can
  char quirks[256];   // what is worked around; empty: nothing
  bool chosen;        // this one is used
} rt_vk_info;

typedef struct rt_vk_listing {
  int n_devices;
  rt_vk_info *devices;     // the caller's, free()
  uint32_t loader_version; // 0: no loader
  char problem[256];       // why there is no device at all; empty: none
  char choice[256];        // why the chosen one, or why none
} rt_vk_listing;

// Lists all devices and says which one is chosen and why. Opens the loader,
// not a device.
void rt_vk_list(rt_vk_listing *out);

#endif
