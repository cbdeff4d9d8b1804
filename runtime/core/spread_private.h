// runtime/core/spread_private.h: shared by the files about shared regions.
//
//   spread.c   whether ranks share a region, their parts, and the run
//   merge.c    arrays of which ranks write elements in between each other's
#ifndef RT_SPREAD_PRIVATE_H
#define RT_SPREAD_PRIVATE_H

#include "runtime/core/parts.h"
#include "runtime/core/stale.h"

// The parts of all ranks.
typedef struct rt_spread {
  int rank;
  int where;           // LOFT_ON_*
  bool stays, unnamed; // results are not needed elsewhere; by proof alone
  bool merges;         // ranks write in between each other's elements
  rt_parts parts;
  unsigned char *before; // of what this rank writes, where it merges
  uint64_t in, out;      // bytes that this rank got and gave
} rt_spread;

// The k-th bind of a rank's part.
static inline const loft_bind *
rt_spread_bind(const rt_chunk_run *c, int rank, uint32_t k) {
  const rt_spread *s = c->spread;
  return rt_parts_bind(&s->parts, rank, k, c->base.region->n_binds);
}

// Plans for merging that all ranks have all that any is to write.
void rt_merge_plan(const rt_chunk_run *c, rt_plan *plan);
// Keeps the bytes that this rank's part is about to change.
void rt_merge_begin(rt_chunk_run *c);
// Gives all ranks the elements that any has changed.
void rt_merge_end(rt_chunk_run *c);

#endif
