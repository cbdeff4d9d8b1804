// runtime/core/spread.h: regions that ranks share, each of which runs a part of
// the outermost loop's iterations.
#ifndef RT_SPREAD_H
#define RT_SPREAD_H

#include "runtime/core/backend.h"

// Whether ranks are expected to do the call faster together than each alone.
// The same on all ranks.
bool rt_spread_pays(const loft_region_desc *region, const loft_call *call);
// Starts this rank's part of a run at "where" (LOFT_ON_*), which ends with the
// results of all. NULL: it cannot be shared, and each rank runs all of it.
loft_run *rt_spread_begin(loft_region_desc *region, const loft_call *call,
                          int where);

#endif
