// runtime/core/overlap.h: may the arrays of a region be treated as separate?
#ifndef RT_OVERLAP_H
#define RT_OVERLAP_H

#include <stdbool.h>

#include "loft/loft_abi.h"
#include "runtime/core/why.h"

// Checks that each bind lies in the address space and that no written one
// shares memory with another. False with the reason in "why".
bool rt_overlap_check(const loft_bind *binds, uint32_t n, rt_why *why);

#endif
