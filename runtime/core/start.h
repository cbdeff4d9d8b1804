// runtime/core/start.h: starts an admitted region at a place.
#ifndef RT_START_H
#define RT_START_H

#include "runtime/core/backend.h"
#include "runtime/core/why.h"

// The job of that call; results that stay on the device count no bytes back.
rt_job rt_start_job(const loft_region_desc *region, const loft_call *call);
// Before an admitted region runs at "where" (LOFT_ON_*), on every rank: what it
// touches becomes current here. True when its results may stay on a device.
bool rt_start_settle(const loft_region_desc *region, const loft_call *call,
                     int where);
// Ends all ranks where this one alone, which has no memory ("why"), would run
// an original loop of other bits than lifted code.
void rt_start_stop_alone(loft_region_desc *region, const rt_why *why);
// Starts that call, which was admitted, at "place" (LOFT_ON_CPU or
// LOFT_ON_VULKAN) for "why", or else on the CPU. NULL, after a report: the
// original loop runs. *where: where it runs.
loft_run *rt_start(loft_region_desc *region, const loft_call *call, int place,
                   const rt_why *why, int *where);

#endif
