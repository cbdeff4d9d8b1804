// runtime/vk/estimate.h: how long a region takes on a Vulkan device.
#ifndef RT_VK_ESTIMATE_H
#define RT_VK_ESTIMATE_H

#include "runtime/core/choose.h"

typedef enum rt_device_class {
  RT_CLASS_DISCRETE, // also virtual ones
  RT_CLASS_INTEGRATED,
  RT_CLASS_SOFTWARE,
  RT_CLASS_COUNT
} rt_device_class;

typedef enum rt_vk_state {
  RT_VK_UNTRIED, // Vulkan was not opened yet
  RT_VK_READY,
  RT_VK_ABSENT
} rt_vk_state;

// What is known of the device.
typedef struct rt_device_view {
  bool usable; // the region can run there
  rt_vk_state state;
  rt_device_class class; // once it is ready
  double bus; // bytes a second to and from a discrete one; 0: unknown
} rt_device_view;

// Bytes a second to and from a device of that class; "bus": what a discrete
// one's link carries, 0: unknown.
double rt_vk_rate(rt_device_class class, double bus);

// The time on that device. What is untried is taken for a discrete one.
rt_estimate rt_vk_estimate(const rt_job *job, const rt_device_view *device);

#endif
