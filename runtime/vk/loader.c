// runtime/vk/loader.c: the Vulkan loader, opened at first need, the instance,
// and the list of physical devices. See private.h.
//
// The instance is created once and never destroyed: at exit the driver's own
// destructors may have run. Where a call fails, the next one who asks tries it
// again from there.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "loft/loft_abi.h"
#include "runtime/core/env.h"
#include "runtime/core/thread.h"
#include "runtime/vk/private.h"

// -- Loader and instance --------------------------------------------------

// Whether drivers and layers may be loaded: the user's environment names some,
// of which some trust it, and write files. False with sys->problem.
static bool
may_load(rt_vk_system *sys) {
  if (!getauxval(AT_SECURE))
    return true;
  snprintf(sys->problem, sizeof sys->problem,
           "the program runs with other rights than its user's");
  return false;
}

// Opens the loader and its two global functions. False with sys->problem.
static bool
open_loader(rt_vk_system *sys) {
  void *lib = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!lib) {
    const char *why = dlerror();
    snprintf(sys->problem, sizeof sys->problem, "no Vulkan loader: %s",
             why ? why : "libvulkan.so.1 cannot be opened");
    return false;
  }
  sys->fn.GetInstanceProcAddr =
      (PFN_vkGetInstanceProcAddr)dlsym(lib, "vkGetInstanceProcAddr");
  if (sys->fn.GetInstanceProcAddr) {
#define RT_VK_GLOBAL(name)                                                     \
  sys->fn.name = (PFN_vk##name)sys->fn.GetInstanceProcAddr(NULL, "vk" #name);
#define RT_VK_INSTANCE(name)
#define RT_VK_DEVICE(name)
#include "runtime/vk/funcs.def"
#undef RT_VK_GLOBAL
#undef RT_VK_INSTANCE
#undef RT_VK_DEVICE
  }
  if (sys->fn.CreateInstance && sys->fn.EnumerateInstanceVersion)
    return true;
  snprintf(sys->problem, sizeof sys->problem,
           "the Vulkan loader is older than Vulkan 1.1");
  return false;
}

// Notes that a call failed, which it need not do the next time, and returns
// false.
static bool
system_failed(rt_vk_system *sys, const char *call, VkResult r) {
  sys->may_pass = true;
  snprintf(sys->problem, sizeof sys->problem, "%s: %s", call,
           rt_vk_result_name(r));
  return false;
}

// Loads the instance's functions. False with sys->problem.
static bool
load_instance(rt_vk_system *sys) {
  bool all = true;
#define RT_VK_GLOBAL(name)
#define RT_VK_INSTANCE(name)                                                   \
  sys->fn.name =                                                               \
      (PFN_vk##name)sys->fn.GetInstanceProcAddr(sys->instance, "vk" #name);    \
  all = all && sys->fn.name;
#define RT_VK_DEVICE(name)
#include "runtime/vk/funcs.def"
#undef RT_VK_GLOBAL
#undef RT_VK_INSTANCE
#undef RT_VK_DEVICE
  if (!all)
    snprintf(sys->problem, sizeof sys->problem,
             "the Vulkan loader lacks functions of Vulkan 1.1");
  return all;
}

// Creates the instance. False with sys->problem.
static bool
create_instance(rt_vk_system *sys) {
  VkResult r = RT_VK(sys->fn, EnumerateInstanceVersion, &sys->loader_version);
  if (r != VK_SUCCESS)
    return system_failed(sys, "vkEnumerateInstanceVersion", r);
  if (sys->loader_version < VK_API_VERSION_1_2) {
    snprintf(sys->problem, sizeof sys->problem,
             "the Vulkan loader is older than Vulkan 1.2");
    return false;
  }
  VkApplicationInfo app = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .pEngineName = "loft",
      .apiVersion = VK_API_VERSION_1_2,
  };
  VkInstanceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &app,
  };
  r = RT_VK(sys->fn, CreateInstance, &info, NULL, &sys->instance);
  if (r != VK_SUCCESS)
    return system_failed(sys, "vkCreateInstance", r);
  return load_instance(sys);
}

// -- Physical devices -----------------------------------------------------

// Of "n" families, one whose queues only copy, and copy any bytes; "other"
// where there is none.
static uint32_t
find_copy_family(const VkQueueFamilyProperties *families, uint32_t n,
                 uint32_t other) {
  const VkQueueFlags both = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
  for (uint32_t i = 0; i < n; i++)
    if ((families[i].queueFlags & (both | VK_QUEUE_TRANSFER_BIT)) ==
        VK_QUEUE_TRANSFER_BIT)
      return i;
  return other;
}

// Takes the first queue family that computes. Notes when there is none.
static void
find_family(rt_vk_system *sys, rt_vk_phys *p) {
  VkQueueFamilyProperties families[32];
  uint32_t n = 32;
  sys->fn.GetPhysicalDeviceQueueFamilyProperties(p->handle, &n, families);
  for (uint32_t i = 0; i < n; i++)
    if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) {
      p->family = i;
      p->copy_family = find_copy_family(families, n, i);
      p->timestamp_bits = families[i].timestampValidBits;
      return;
    }
  snprintf(p->unusable, sizeof p->unusable, "it has no compute queue");
}

// Reads the features, and notes a required one that is missing.
static void
find_features(rt_vk_system *sys, rt_vk_phys *p) {
  p->v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  p->v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  p->v11.pNext = &p->v12;
  VkPhysicalDeviceFeatures2 f = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
      .pNext = &p->v11,
  };
  sys->fn.GetPhysicalDeviceFeatures2(p->handle, &f);
  p->core = f.features;
#define RT_VK_FEATURE(name, where, member, bit, required)                      \
  if (p->where.member)                                                         \
    p->features |= (bit);                                                      \
  else if (required)                                                           \
    snprintf(p->unusable, sizeof p->unusable, "it has no %s", name);
#include "runtime/vk/features.def"
#undef RT_VK_FEATURE
}

// Reads names, limits and versions.
static void
find_properties(rt_vk_system *sys, rt_vk_phys *p) {
  p->driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  p->v11_props.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
  p->v11_props.pNext = &p->driver;
  p->driver.pNext = &p->floats;
  p->floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  VkPhysicalDeviceProperties2 props = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
      .pNext = &p->v11_props,
  };
  sys->fn.GetPhysicalDeviceProperties2(p->handle, &props);
}

// The class of a device type.
static rt_device_class
class_of(VkPhysicalDeviceType type) {
  if (type == VK_PHYSICAL_DEVICE_TYPE_CPU)
    return RT_CLASS_SOFTWARE;
  if (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU)
    return RT_CLASS_INTEGRATED;
  return RT_CLASS_DISCRETE;
}

// Fills everything about one physical device.
static void
examine(rt_vk_system *sys, rt_vk_phys *p) {
  sys->fn.GetPhysicalDeviceProperties(p->handle, &p->props);
  p->class = class_of(p->props.deviceType);
  sys->fn.GetPhysicalDeviceMemoryProperties(p->handle, &p->memory);
  if (p->props.apiVersion < VK_API_VERSION_1_2) {
    snprintf(p->unusable, sizeof p->unusable,
             "its driver has Vulkan %u.%u, 1.2 is needed",
             VK_API_VERSION_MAJOR(p->props.apiVersion),
             VK_API_VERSION_MINOR(p->props.apiVersion));
    return;
  }
  find_properties(sys, p);
  find_features(sys, p);
  find_family(sys, p);
  rt_vk_quirks_find(p);
  if (p->floats.shaderSignedZeroInfNanPreserveFloat32)
    p->features |= LOFT_NEEDS_ZEROS32;
  if (p->floats.shaderSignedZeroInfNanPreserveFloat64)
    p->features |= LOFT_NEEDS_ZEROS64;
}

// Lists the physical devices. False with sys->problem.
static bool
find_devices(rt_vk_system *sys) {
  VkPhysicalDevice handles[64];
  uint32_t n = 64;
  VkResult r =
      RT_VK(sys->fn, EnumeratePhysicalDevices, sys->instance, &n, handles);
  if (r != VK_SUCCESS && r != VK_INCOMPLETE)
    return system_failed(sys, "vkEnumeratePhysicalDevices", r);
  if (n == 0) {
    snprintf(sys->problem, sizeof sys->problem,
             "the Vulkan loader finds no device");
    return false;
  }
  sys->devices = rt_calloc(n, sizeof *sys->devices);
  if (!sys->devices)
    return system_failed(sys, "listing the devices",
                         VK_ERROR_OUT_OF_HOST_MEMORY);
  for (uint32_t i = 0; i < n; i++) {
    sys->devices[i].handle = handles[i];
    sys->devices[i].index = (int)i;
    examine(sys, &sys->devices[i]);
  }
  sys->n_devices = n;
  return true;
}

rt_vk_system *
rt_vk_system_get(void) {
  static rt_vk_system only; // under the choosing lock
  static bool tried;
  if (tried && !only.may_pass)
    return &only;
  tried = true;
  only.may_pass = false;
  if (!may_load(&only))
    return &only;
  sigset_t before;
  rt_thread_block_signals(&before);
  if ((only.fn.CreateInstance || open_loader(&only)) &&
      (only.instance || create_instance(&only)))
    find_devices(&only);
  rt_thread_restore_signals(&before);
  return &only;
}
