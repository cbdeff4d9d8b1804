// runtime/core/params.h: the values of a region's parameters, for messages.
#ifndef RT_PARAMS_H
#define RT_PARAMS_H

#include <stddef.h>

#include "loft/loft_abi.h"

// ": n = 7, x = 0.5" of the scalars among them in "out", cut to "size"; nothing
// where they are not known.
void rt_params_text(const loft_region_desc *region, const loft_call *call,
                    char *out, size_t size);

#endif
