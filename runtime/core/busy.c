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

void
rt_busy_time(bool starts) {
  if (starts)
    __atomic_fetch_add(&loft_busy, RT_BUSY_TIMED, __ATOMIC_RELAXED);
  else
    __atomic_fetch_sub(&loft_busy, RT_BUSY_TIMED, __ATOMIC_RELAXED);
}

bool
rt_busy_is_timed(void) {
  return __atomic_load_n(&loft_busy, __ATOMIC_RELAXED) >= RT_BUSY_TIMED;
}

bool
rt_busy_wants_times(void) {
  unsigned any = RT_BUSY_SETTINGS | RT_BUSY_REPORTS;
  return (__atomic_load_n(&loft_busy, __ATOMIC_RELAXED) & any) != 0;
}
