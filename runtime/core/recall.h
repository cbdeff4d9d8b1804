// runtime/core/recall.h: footprints of earlier calls, which later ones assume
// (docs/design-notes.md, Note [Assumed extents]), or know to be theirs.
#ifndef RT_RECALL_H
#define RT_RECALL_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"

// Fills in the "n" results of the footprint of a call of the region with the
// same parameters. False: there is none, or it was wrong too often, or "call",
// as estimated, has little work.
bool rt_recall(loft_region_desc *region, const loft_call *call,
               uint64_t *results, uint32_t n);
// Keeps the results of a footprint whose guard holds.
void rt_recall_keep(loft_region_desc *region, const loft_call *call,
                    const uint64_t *results, uint32_t n);
// The same of a call whose data is still what that footprint was computed from,
// as the device's back end knows.
bool rt_recall_marked(loft_region_desc *region, const loft_call *call,
                      uint64_t *results, uint32_t n);
// Keeps the results of a footprint that has just read the arrays with a bit in
// "looked", and whose guard holds.
void rt_recall_mark(loft_region_desc *region, const loft_call *call,
                    const uint64_t *results, uint32_t n, uint64_t looked);
// A call of the region did not run by what is kept: its data is in another
// range, which is added, or, where "all" is wrong, the memory is another one's.
// The more often that happens, the longer nothing is recalled.
void rt_recall_fail(loft_region_desc *region, bool all);

#endif
