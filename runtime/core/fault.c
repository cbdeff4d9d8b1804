// runtime/core/fault.c: failures on purpose; see fault.h.
#include "runtime/core/fault.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"

// What LOFT_TEST_FAULT says, read again when it changes.
static struct {
  atomic_bool known;
  atomic_uint generation; // of the setting when it was read
  atomic_long at;         // which call fails; 0: none
  atomic_bool onwards;    // and all after it
  atomic_int kind;        // rt_fault_kind
  atomic_int result;      // which result
  atomic_long calls;      // counted so far
} fault;

// The kind a setting begins with; *text moves behind it.
static rt_fault_kind
read_kind(const char **text) {
  if (strncmp(*text, "mem:", 4) == 0) {
    *text += 4;
    return RT_FAULT_HOST_MEMORY;
  }
  if (strncmp(*text, "dev:", 4) == 0) {
    *text += 4;
    return RT_FAULT_DEVICE_MEMORY;
  }
  if (strncmp(*text, "sys:", 4) == 0) {
    *text += 4;
    return RT_FAULT_SYSTEM;
  }
  return RT_FAULT_CALLS;
}

// Reads the setting: [mem:|dev:|sys:]N[+][:RESULT], RESULT "lost" (the
// default), "oom" (the default of dev:) or the number of one in the call's line
// of vk/results.def.
static void
read_setting(void) {
  char text[RT_TEXT_MAX], *end;
  const char *number = text;
  atomic_store(&fault.generation, rt_env_generation(RT_ENV_TEST_FAULT));
  rt_env_text(RT_ENV_TEST_FAULT, text);
  rt_fault_kind kind = read_kind(&number);
  long at = strtol(number, &end, 10);
  atomic_store(&fault.kind, (int)kind);
  atomic_store(&fault.onwards, *end == '+');
  end += *end == '+';
  int result = kind == RT_FAULT_DEVICE_MEMORY ? RT_FAULT_OOM : RT_FAULT_LOST;
  if (strcmp(end, ":oom") == 0)
    result = RT_FAULT_OOM;
  else if (*end == ':' && strcmp(end, ":lost") != 0)
    result = atoi(end + 1);
  atomic_store(&fault.result, result);
  atomic_store(&fault.calls, 0);
  atomic_store(&fault.at, at > 0 ? at : 0);
  atomic_store(&fault.known, true);
}

bool
rt_fault_due(rt_fault_kind kind) {
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

int
rt_fault_result(void) {
  return atomic_load(&fault.result);
}

bool
rt_fault_system(const char *call) {
  if (!rt_fault_due(RT_FAULT_SYSTEM))
    return false;
  rt_say(RT_LOG_WARNING, "test: %s fails", call);
  errno = EINVAL;
  return true;
}

// -- Host memory --------------------------------------------------------------

// Counts a request; whether it shall fail.
static bool
memory_is_due(void) {
  if (!rt_fault_due(RT_FAULT_HOST_MEMORY))
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

// aligned_alloc with faults.
static void *
alloc_aligned(size_t align, size_t size) {
  return memory_is_due() ? NULL : aligned_alloc(align, size);
}

void *
rt_array_alloc(size_t size) {
  enum { LINE = 64, LARGE_PAGE = 2 << 20 };
  size_t unit = size < 4 * LARGE_PAGE ? LINE : LARGE_PAGE;
  if (size > PTRDIFF_MAX - unit)
    return NULL;
  size += size ? unit - 1 : unit; // NULL is for want of memory alone
  size -= size % unit;
  void *p = alloc_aligned(unit, size);
  if (p && unit == LARGE_PAGE)
    madvise(p, size, MADV_HUGEPAGE);
  return p;
}
