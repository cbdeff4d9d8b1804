// runtime/core/trapped.h: regions that get to calls which only their original
// loops make.
//
// Such a run has looked at the data for nothing. Where three in a row have, the
// original loop runs for 16 calls, after the next one for twice as many, and so
// on, up to 1,024; a run that gets to no such call ends that.
#ifndef RT_TRAPPED_H
#define RT_TRAPPED_H

#include <stdbool.h>

#include "loft/loft_abi.h"

// Notes how a run of the region ended.
void rt_trapped_note(loft_region_desc *region, bool trapped);
// Whether the original loop is to run for this call because of earlier ones.
bool rt_trapped_rests(loft_region_desc *region);

#endif
