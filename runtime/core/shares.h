// runtime/core/shares.h: regions of which several devices run a part each, and
// keep its results: the next region's parts find them there.
#ifndef RT_SHARES_H
#define RT_SHARES_H

#include "runtime/core/backend.h"

// Starts a run of which each device in use has a part, and whose results may
// stay. NULL: it cannot be, which is told; no failure.
loft_run *rt_shares_begin(loft_region_desc *region, const loft_call *call,
                          rt_failure *failure);

#endif
