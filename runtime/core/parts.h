// runtime/core/parts.h: equal parts of a region's iterations, one for each rank
// or device. They do not depend on anything but the region and how many there
// are: so the next region's part is where its inputs are.
#ifndef RT_PARTS_H
#define RT_PARTS_H

#include "runtime/core/chunks_private.h"

typedef struct rt_parts {
  int n;
  rt_iterations *of; // iterations of each, which may be none
  loft_bind *binds;  // what each touches, n_binds for each
} rt_parts;

// Memory of a bind: [from, to).
typedef struct rt_memory {
  uintptr_t from, to;
} rt_memory;

// The memory of the bind.
static inline rt_memory
rt_memory_of(const loft_bind *b) {
  uintptr_t from = (uintptr_t)rt_bind_start(b);
  return (rt_memory){from, from + rt_bind_bytes(b)};
}

// What the part "q" touches as bind "k" of "n".
static inline const loft_bind *
rt_parts_bind(const rt_parts *p, int q, uint32_t k, uint32_t n) {
  return &p->binds[(uint32_t)q * n + k];
}

// The bytes of the arrays of "n" parts of a region.
size_t rt_parts_bytes(const loft_region_desc *region, int n);
// Puts these arrays at "at", all zero.
void rt_parts_init(rt_parts *p, int n, void *at);
// What keeps the region from being cut into parts, as far as is known before
// these are looked for; NULL: nothing.
const char *rt_parts_fault(const loft_region_desc *region,
                           const loft_call *call);
// Finds the parts, and what they touch. Where they have trees these are cut
// into pieces of c->pace.size iterations, several of which are a part. Why
// there are none; NULL: there are.
const char *rt_parts_find(rt_parts *p, rt_chunk_run *c, const loft_call *call);
// The number of things that are dealt to parts, pieces of trees or iterations.
int64_t rt_parts_units(const rt_chunk_run *c);
// Whether two parts write into the same stretch of memory, in between each
// other's elements.
bool rt_parts_meet(const rt_parts *p, const loft_region_desc *region);

#endif
