// runtime/core/busy.c: why calls with little work cannot be passed by; see
// busy.h.
#include "runtime/core/busy.h"

#include "loft/loft_abi.h"

uint32_t loft_busy = RT_BUSY_SETTINGS;

void
rt_busy_set(unsigned reason, bool holds) {
  if (holds)
    __atomic_fetch_or(&loft_busy, reason, __ATOMIC_RELEASE);
  else
    __atomic_fetch_and(&loft_busy, ~reason, __ATOMIC_RELEASE);
}
