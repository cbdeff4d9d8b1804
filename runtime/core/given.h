// runtime/core/given.h: arrays that a region asks for before it starts, which
// have a header in front that is the maker's.
#ifndef LOFT_RT_GIVEN_H
#define LOFT_RT_GIVEN_H

#include <stdint.h>

#include "loft/loft_abi.h"
#include "runtime/core/report.h"

// The array that "make" makes of "n" elements (none of a negative number) for
// "region". NULL, and the report that its original loop is next: "make" gave
// none, for *why; or the region is of another runtime, or interrupts this one.
void *rt_give(loft_region_desc *region, int64_t n,
              void *(*make)(int64_t n, rt_why_id *why));
// Ends "array", of whose elements the region took "taken".
void rt_end_given(void *array, int64_t taken,
                  void (*end)(void *array, int64_t taken));

#endif
