// runtime/core/stay.h: results of regions that stay on a device until the
// program's memory has to hold them.
//
// A run stays where it is known, or was promised, that all that touches its
// arrays from then on are regions, until the runtime is told
// (loft_results_back and the like). What is on the device alone can be computed
// again: see Note [Staying] in stay.c. One thread at a time has such results.
#ifndef RT_STAY_H
#define RT_STAY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "loft/loft_abi.h"

// Runs whose results stay; statements that keep arrays.
extern atomic_int rt_stay_n, rt_stay_keeping;

// Whether there are such results.
static inline bool
rt_stay_any(void) {
  return atomic_load_explicit(&rt_stay_n, memory_order_acquire) > 0;
}

// Whether statements keep all arrays that the call may touch. Those that cannot
// change need not be named.
bool rt_stay_named(const loft_region_desc *region, const loft_call *call);
// Whether the results of that call may stay where a device runs it.
bool rt_stay_allowed(const loft_region_desc *region, const loft_call *call);
static inline bool
rt_stay_expected(const loft_region_desc *region, const loft_call *call) {
  return ((region->flags & LOFT_MAY_STAY) ||
          atomic_load_explicit(&rt_stay_keeping, memory_order_relaxed) > 0) &&
         rt_stay_allowed(region, call);
}
// Whether runs of this thread, whose results stay, wrote to all that the call
// writes: then it is private memory of one address, since no other results
// stay.
bool rt_stay_wrote(const loft_region_desc *region, const loft_call *call);
// Whether results of the call are large enough to be the first that stay.
bool rt_stay_worth(const loft_region_desc *region, const loft_call *call);
// Whether results of a run there (LOFT_ON_*) can stay.
static inline bool
rt_stay_may_be_at(int where) {
  return where == LOFT_ON_VULKAN || where == LOFT_IN_CHUNKS;
}
// Before a region that was admitted runs at "where" (LOFT_ON_*; LOFT_IN_CHUNKS
// for parts of several devices, each of which sees for itself): brings results
// back that it touches, unless it can use them where they are. True when its
// own may stay: then rt_stay_leave ends what this began.
bool rt_stay_settle(const loft_region_desc *region, const loft_call *call,
                    int where);
static inline bool
rt_stay_enter(const loft_region_desc *region, const loft_call *call,
              int where) {
  return (rt_stay_any() ||
          (rt_stay_may_be_at(where) && rt_stay_expected(region, call))) &&
         rt_stay_settle(region, call, where);
}
// "stays": the run has ended, and its results are on the device alone.
void rt_stay_leave(bool stays);
// Whether a call of "region" touches results that stay.
bool rt_stay_meets(const loft_region_desc *region, const loft_call *call);
// Before a run on a device that reads the binds of "call", for "region":
// whether it can use results that stay where they are. Then nothing is brought
// back until rt_stay_lent ends that.
bool rt_stay_lend(const loft_region_desc *region, const loft_call *call);
void rt_stay_lent(void);
// Brings back all there is, from other ranks too.
void rt_stay_back(void);
// Lets that be done when the process exits.
void rt_stay_watch_exit(void);
// The seconds that bringing back takes before that call runs without a device.
double rt_stay_seconds(const loft_region_desc *region, const loft_call *call);
// Around fork: before, in the parent or in the child after.
void rt_stay_before_fork(void);
void rt_stay_after_fork(bool child);

#endif
