// runtime/vk/fault.c: Vulkan calls that fail on purpose; see fault.h.
#include "runtime/vk/fault.h"

#include "runtime/core/fault.h"
#include "runtime/core/log.h"

static _Thread_local VkResult failing;

#define RT_VK_RESULTS(name, ...)                                               \
  static const VkResult results_##name[] = {__VA_ARGS__};
#include "runtime/vk/results.def"
#undef RT_VK_RESULTS

static const struct {
  const char *name;
  const VkResult *results;
  int n;
} calls[RT_VK_CALL_COUNT] = {
#define RT_VK_RESULTS(name, ...)                                               \
  {"vk" #name, results_##name,                                                 \
   (int)(sizeof results_##name / sizeof *results_##name)},
#include "runtime/vk/results.def"
#undef RT_VK_RESULTS
};

bool
rt_vk_fault(rt_vk_call call) {
  if (!rt_fault_due(RT_FAULT_CALLS) && (call != RT_VK_CALL_AllocateMemory ||
                                        !rt_fault_due(RT_FAULT_DEVICE_MEMORY)))
    return false;
  int k = rt_fault_result();
  if (k >= calls[call].n)
    return false;
  failing = k == RT_FAULT_LOST  ? VK_ERROR_DEVICE_LOST
            : k == RT_FAULT_OOM ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                                : calls[call].results[k];
  rt_say(RT_LOG_WARNING, "test: %s returns %s", calls[call].name,
         rt_vk_result_name(failing));
  return true;
}

VkResult
rt_vk_fault_result(void) {
  return failing;
}

const char *
rt_vk_result_name(VkResult r) {
  static const struct {
    VkResult result;
    const char *name;
  } names[] = {
      {VK_TIMEOUT, "timeout"},
      {VK_NOT_READY, "not ready"},
      {VK_INCOMPLETE, "incomplete"},
      {VK_PIPELINE_COMPILE_REQUIRED, "compiling is required"},
      {VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory"},
      {VK_ERROR_OUT_OF_DEVICE_MEMORY, "out of device memory"},
      {VK_ERROR_INITIALIZATION_FAILED, "initialization failed"},
      {VK_ERROR_DEVICE_LOST, "device lost"},
      {VK_ERROR_MEMORY_MAP_FAILED, "mapping memory failed"},
      {VK_ERROR_LAYER_NOT_PRESENT, "a layer is not present"},
      {VK_ERROR_EXTENSION_NOT_PRESENT, "an extension is not present"},
      {VK_ERROR_FEATURE_NOT_PRESENT, "a feature is not present"},
      {VK_ERROR_INCOMPATIBLE_DRIVER, "no driver"},
      {VK_ERROR_TOO_MANY_OBJECTS, "too many objects"},
      {VK_ERROR_FRAGMENTED_POOL, "fragmented pool"},
      {VK_ERROR_INVALID_SHADER_NV, "invalid shader"},
      {VK_ERROR_INVALID_EXTERNAL_HANDLE, "invalid external handle"},
      {VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, "invalid capture address"},
      {VK_ERROR_UNKNOWN, "unknown error"},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].result == r)
      return names[i].name;
  return "unexpected result";
}
