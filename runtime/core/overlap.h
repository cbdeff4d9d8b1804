// runtime/core/overlap.h: may the arrays of a region be treated as separate?
#ifndef RT_OVERLAP_H
#define RT_OVERLAP_H

#include <stdbool.h>

#include "loft/loft_abi.h"
#include "runtime/core/why.h"

enum { RT_DETAIL = 160 };

// Checks that each bind of the region lies in the address space and that no
// written one shares memory with another by these addresses, but for pairs that
// may be the same array, and are: then the one that is read becomes
// LOFT_COPIED; for pairs of which strides tell that they share no element: both
// become LOFT_INTERLEAVED; and for rows behind pointers, which rt_rows_check is
// for. False
// with the reason in "why", and in "detail" (NULL: not wanted) what lies where.
bool rt_overlap_check(const loft_region_desc *region, const loft_call *call,
                      rt_why *why, char detail[RT_DETAIL]);
// Whether no byte that the region, of binds that were checked, writes has
// several addresses (alias.h). That asks the system; rt_rows_check does so for
// rows. False with the reason.
bool rt_overlap_mappings(const loft_region_desc *region, const loft_bind *binds,
                         rt_why *why);

#endif
