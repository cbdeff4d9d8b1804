// runtime/core/chunks.h: regions whose arrays do not fit on a device at once,
// or that several devices share: they run there in chunks of their outermost
// loop's iterations.
#ifndef RT_CHUNKS_H
#define RT_CHUNKS_H

#include "runtime/core/backend.h"

// Whether the arrays of the region fit into the device's memory, or that part
// of it which a region may use (LOFT_MEMORY), and each into one allocation.
// *room: how many bytes they may take.
bool rt_chunks_fits(const loft_region_desc *region, const loft_bind *binds,
                    uint64_t *room);
// Whether the region's iterations are to be shared out among several devices,
// by the model and by what either took before; "stays": its arrays are there,
// and its results stay. *trial: of which to record the time.
bool rt_chunks_shared(const loft_region_desc *region, const loft_bind *binds,
                      const rt_job *job, bool stays, rt_trial *trial);
// Whether the original of a region that does not fit runs, whose inner regions
// may run in chunks. Ranks would not all do so.
bool rt_chunks_by_inner(const loft_region_desc *region);
// Whether the region is a part of another, the bits of which its original would
// not have: that runs where lifted code cannot alone.
static inline bool
rt_chunks_bound(const loft_region_desc *region) {
  return (region->flags & (LOFT_IS_INNER | LOFT_EXACT)) == LOFT_IS_INNER;
}
// Starts a run in chunks that take at most "room" bytes of the device. NULL
// with the failure: it cannot be.
loft_run *rt_chunks_begin(loft_region_desc *region, const loft_call *call,
                          uint64_t room, rt_failure *failure);
// Whether the run is one of these.
bool rt_chunks_is(const loft_run *run);

#endif
