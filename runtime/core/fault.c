// runtime/core/fault.c: failures on purpose; see fault.h.
#include "runtime/core/fault.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/vk/private.h"

enum { LOST = -1, OOM = -2 }; // beside the number of a result in the table

// What is counted, and fails.
typedef enum fault_kind {
  VULKAN_CALLS,
  DEVICE_MEMORY, // vkAllocateMemory alone
  HOST_MEMORY
} fault_kind;

// What LOFT_TEST_FAULT says, read again when it changes.
static struct {
  atomic_bool known;
  atomic_uint generation; // of the setting when it was read
  atomic_long at;         // which call fails; 0: none
  atomic_bool onwards;    // and all after it
  atomic_int kind;        // fault_kind
  atomic_int result;      // which result: a number in the table, LOST or OOM
  atomic_long calls;      // counted so far
} fault;

static _Thread_local VkResult failing;

// The kind a setting begins with; *text moves behind it.
static fault_kind
read_kind(const char **text) {
  if (strncmp(*text, "mem:", 4) == 0) {
    *text += 4;
    return HOST_MEMORY;
  }
  if (strncmp(*text, "dev:", 4) == 0) {
    *text += 4;
    return DEVICE_MEMORY;
  }
  return VULKAN_CALLS;
}

// Reads the setting: [mem:|dev:]N[+][:RESULT], RESULT "lost" (the default),
// "oom" (the default of dev:) or the number of one in the call's line of
// vk/results.def.
static void
read_setting(void) {
  char text[RT_TEXT_MAX], *end;
  const char *number = text;
  atomic_store(&fault.generation, rt_env_generation(RT_ENV_TEST_FAULT));
  rt_env_text(RT_ENV_TEST_FAULT, text);
  fault_kind kind = read_kind(&number);
  long at = strtol(number, &end, 10);
  atomic_store(&fault.kind, (int)kind);
  atomic_store(&fault.onwards, *end == '+');
  end += *end == '+';
  int result = kind == DEVICE_MEMORY ? OOM : LOST;
  if (strcmp(end, ":oom") == 0)
    result = OOM;
  else if (*end == ':' && strcmp(end, ":lost") != 0)
    result = atoi(end + 1);
  atomic_store(&fault.result, result);
  atomic_store(&fault.calls, 0);
  atomic_store(&fault.at, at > 0 ? at : 0);
  atomic_store(&fault.known, true);
}

// Counts a call of that kind; whether it is one to fail.
static bool
is_due(fault_kind kind) {
  if (!atomic_load_explicit(&fault.known, memory_order_relaxed) ||
      atomic_load_explicit(&fault.generation, memory_order_relaxed) !=
          rt_env_generation(RT_ENV_TEST_FAULT))
    read_setting();
  long at = atomic_load_explicit(&fault.at, memory_order_relaxed);
  if (at == 0 || atomic_load(&fault.kind) != (int)kind)
    return false;
  long n = atomic_fetch_add(&fault.calls, 1) + 1;
  return n == at || (n > at && atomic_load(&fault.onwards));
}

// -- Vulkan -------------------------------------------------------------------

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
rt_fault_vk(rt_vk_call call) {
  if (!is_due(VULKAN_CALLS) &&
      (call != RT_VK_CALL_AllocateMemory || !is_due(DEVICE_MEMORY)))
    return false;
  int k = atomic_load(&fault.result);
  if (k >= calls[call].n)
    return false;
  failing = k == LOST  ? VK_ERROR_DEVICE_LOST
            : k == OOM ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                       : calls[call].results[k];
  rt_say(RT_LOG_WARNING, "test: %s returns %s", calls[call].name,
         rt_vk_result_name(failing));
  return true;
}

int
rt_fault_result(void) {
  return (int)failing;
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

// -- Host memory --------------------------------------------------------------

// Counts a request; whether it shall fail.
static bool
memory_is_due(void) {
  if (!is_due(HOST_MEMORY))
    return false;
  rt_say(RT_LOG_WARNING, "test: a request for host memory fails");
  return true;
}

void *
rt_malloc(size_t size) {
  return memory_is_due() ? NULL : malloc(size);
}

void *
rt_calloc(size_t n, size_t size) {
  return memory_is_due() ? NULL : calloc(n, size);
}

void *
rt_realloc(void *p, size_t size) {
  return memory_is_due() ? NULL : realloc(p, size);
}

void *
rt_aligned_alloc(size_t align, size_t size) {
  return memory_is_due() ? NULL : aligned_alloc(align, size);
}
