// runtime/vk/fault.h: Vulkan calls, which may fail for a test (core/fault.h).
#ifndef RT_VK_FAULT_H
#define RT_VK_FAULT_H

#include <stdbool.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

// The Vulkan calls that can fail.
typedef enum rt_vk_call {
#define RT_VK_RESULTS(name, ...) RT_VK_CALL_##name,
#include "runtime/vk/results.def"
#undef RT_VK_RESULTS
  RT_VK_CALL_COUNT
} rt_vk_call;

// Counts a Vulkan call; whether it shall fail.
bool rt_vk_fault(rt_vk_call call);
// What the failing call of this thread returns.
VkResult rt_vk_fault_result(void);
// The name of a result.
const char *rt_vk_result_name(VkResult r);

// Calls vk"name" of function table "table" with the arguments that follow.
#define RT_VK(table, name, ...)                                                \
  (rt_vk_fault(RT_VK_CALL_##name) ? rt_vk_fault_result()                       \
                                  : (table).name(__VA_ARGS__))

#endif
