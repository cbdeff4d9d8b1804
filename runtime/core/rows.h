// runtime/core/rows.h: rows that a region finds through pointers (loft_rows).
#ifndef RT_ROWS_H
#define RT_ROWS_H

#include <stdbool.h>

#include "loft/loft_abi.h"
#include "runtime/core/why.h"

// Copies of rows that are apart, one behind the other.
typedef struct rt_staged rt_staged;

// Whether bind "k" is of rows behind pointers.
bool rt_rows_has(const loft_call *call, uint32_t k);
// Whether it is of rows that are copied before a run, so that it has no address
// until then (rt_rows_stage).
bool rt_rows_apart(const loft_call *call, uint32_t k);
// Checks that no written bind of the call shares memory with rows of another,
// with other rows of its own, or with the pointers to rows. False with the
// reason. Rows are taken to be as long as the longest, and where these overlap,
// as long as the region touches each.
bool rt_rows_check(const loft_region_desc *region, const loft_call *call,
                   rt_why *why);
// Seconds that copying these takes, by the model, and measuring those that end
// at zeros.
double rt_rows_seconds(const loft_call *call);
// Copies the rows of the call that are apart, and lets its binds be the copies.
// False, with the reason, where there is no memory for that, or where a large
// row is not all there. Rows that differ in length are copied as far as the
// region touches each.
bool rt_rows_stage(const loft_region_desc *region, const loft_call *call,
                   rt_staged **out, rt_why *why);
// Writes the changes in the copies, if the region "succeeded"; frees them.
void rt_rows_unstage(rt_staged *staged, bool succeeded);

#endif
