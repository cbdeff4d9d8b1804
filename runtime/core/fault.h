// runtime/core/fault.h: failures on purpose, for tests: LOFT_TEST_FAULT makes
// the N-th call of a device's driver, or the N-th request for host or device
// memory, or system call that watches pages or tells of mappings, fail.
//
// Every Vulkan call that returns a VkResult goes through RT_VK (vk/fault.h),
// and every request of the runtime for host memory through rt_malloc and its
// kin. See docs/runtime.md for the setting.
#ifndef RT_FAULT_H
#define RT_FAULT_H

#include <stdbool.h>
#include <stddef.h>

// What is counted, and fails.
typedef enum rt_fault_kind {
  RT_FAULT_CALLS,         // of a driver
  RT_FAULT_DEVICE_MEMORY, // those that ask for memory alone
  RT_FAULT_HOST_MEMORY,
  RT_FAULT_SYSTEM // system calls that watch pages, or tell of mappings
} rt_fault_kind;

// Results that a failing call may have beside those of its own.
enum { RT_FAULT_LOST = -1, RT_FAULT_OOM = -2 };

// Counts a call of that kind; whether it is one to fail.
bool rt_fault_due(rt_fault_kind kind);
// Which of the results that a failing call may have it has: their number,
// RT_FAULT_LOST or RT_FAULT_OOM.
int rt_fault_result(void);
// Whether the next system call shall fail; errno says so then.
bool rt_fault_system(const char *call);

// malloc, calloc and realloc, which may fail for a test.
void *rt_malloc(size_t size);
void *rt_calloc(size_t n, size_t size);
void *rt_realloc(void *p, size_t size);
// Memory for an array, from a line of the cache on, to be freed by free: of
// large pages, where it has some. It may fail for a test.
void *rt_array_alloc(size_t size);

#endif
