// runtime/core/inspect.h: footprints by a device.
#ifndef RT_INSPECT_H
#define RT_INSPECT_H

#include "loft/loft_abi.h"

// loft_region_inspect_there, where "region" is to run on a device.
loft_run *rt_inspect_there(const loft_region_desc *region,
                           loft_region_desc *inspector, const loft_call *call);
// Ends the beginning of "run" (NULL: it is none, and the thread leaves the
// runtime), which is given; the program's errno was "saved_errno".
loft_run *rt_inspect_begun(loft_run *run, int saved_errno);

#endif
