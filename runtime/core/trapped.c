// runtime/core/trapped.c: regions that get to calls which only their original
// loops make; see trapped.h. Threads may lose each other's counts.
#include "runtime/core/trapped.h"

enum { MOST_VAIN = 3, FIRST_REST = 16, LONGEST = 6 };

void
rt_trapped_note(loft_region_desc *region, bool trapped) {
  uint32_t n = __atomic_load_n(&region->trapped, __ATOMIC_RELAXED);
  if (n == 0 && !trapped)
    return;
  n = trapped ? n + 1 : 0;
  uint32_t longer = n > MOST_VAIN ? n - MOST_VAIN : 0;
  if (n >= MOST_VAIN)
    __atomic_store_n(&region->rest,
                     (uint32_t)FIRST_REST
                         << (longer < LONGEST ? longer : LONGEST),
                     __ATOMIC_RELAXED);
  __atomic_store_n(&region->trapped, n, __ATOMIC_RELAXED);
}

bool
rt_trapped_rests(loft_region_desc *region) {
  uint32_t left = __atomic_load_n(&region->rest, __ATOMIC_RELAXED);
  if (left > 0)
    __atomic_store_n(&region->rest, left - 1, __ATOMIC_RELAXED);
  return left > 0;
}
