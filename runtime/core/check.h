// runtime/core/check.h: are iterations as independent as C says (LOFT_CHECK)?
#ifndef RT_CHECK_H
#define RT_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "loft/loft_abi.h"
#include "runtime/core/why.h"

// Whether the region may run lifted as far as LOFT_CHECK asks: it does not rely
// on what C says of its iterations, or no two of them meet in this call. False
// with the reason in "why", for which "detail" is the room.
bool rt_check(const loft_region_desc *region, const loft_call *call,
              rt_why *why, char *detail, size_t size);

#endif
