// runtime/core/fault.h: failures on purpose, for tests: LOFT_TEST_FAULT makes
// the N-th Vulkan call, or the N-th request for host or device memory, fail.
//
// Every Vulkan call that returns a VkResult goes through RT_VK
// (vk/private.h), and every request of the runtime for host memory through
// rt_malloc and its kin. See docs/runtime.md for the setting.
#ifndef RT_FAULT_H
#define RT_FAULT_H

#include <stdbool.h>
#include <stddef.h>

// The Vulkan calls that can fail.
typedef enum rt_vk_call {
#define RT_VK_RESULTS(name, ...) RT_VK_CALL_##name,
#include "runtime/vk/results.def"
#undef RT_VK_RESULTS
  RT_VK_CALL_COUNT
} rt_vk_call;

// Counts a Vulkan call; whether it shall fail.
bool rt_fault_vk(rt_vk_call call);
// What the failing call of this thread returns, a VkResult.
int rt_fault_result(void);

// malloc, calloc, realloc and aligned_alloc, which may fail for a test.
void *rt_malloc(size_t size);
void *rt_calloc(size_t n, size_t size);
void *rt_realloc(void *p, size_t size);
void *rt_aligned_alloc(size_t align, size_t size);

#endif
