// runtime/core/rows.h: rows that a region finds through pointers (loft_rows).
#ifndef RT_ROWS_H
#define RT_ROWS_H

#include <stdbool.h>

#include "loft/loft_abi.h"
#include "runtime/core/timing.h"
#include "runtime/core/why.h"

// Copies of rows that are apart, one behind the other, and tables of rows.
typedef struct rt_staged rt_staged;

// Whether bind "k" is of rows behind pointers.
bool rt_rows_has(const loft_call *call, uint32_t k);
// Whether it is of rows that are copied before a run, or stay where they are,
// so that it has no address until then (rt_rows_stage).
bool rt_rows_apart(const loft_call *call, uint32_t k);
// Checks that no written bind of the call shares memory with rows of another,
// with other rows of its own, or with the pointers to rows. False with the
// reason. Rows are taken to be as long as the region touches each where they
// are apart, or overlap when all are as long as the longest.
bool rt_rows_check(const loft_region_desc *region, const loft_call *call,
                   rt_why *why);
// Frees the lists of rows that loft_region_measure found.
void rt_rows_drop_lists(const loft_call *call);
// Seconds that finding and copying these takes at each place, by the model, and
// measuring those that end at zeros.
void rt_rows_seconds(const loft_region_desc *region, const loft_call *call,
                     double seconds[RT_ALTERNATIVES]);
// Copies the rows of the call that are apart, and lets its binds be the copies;
// at place LOFT_ON_CPU, where the code for that can, these rows stay where they
// are. False, with the reason, where there is no memory for that, or where a
// large row is not all there. Rows that differ in length are copied as far as
// the region touches each.
bool rt_rows_stage(const loft_region_desc *region, const loft_call *call,
                   int place, rt_staged **out, rt_why *why);
// Makes the other tables that a run on the CPU needs. False without memory.
bool rt_rows_tabulate(const loft_call *call, rt_staged *staged);
// The handle of the table of the n-th rows; 0 where nothing is touched.
loft_handle rt_rows_table(const rt_staged *staged, uint32_t n);
// Writes the changes in the copies, if the region "succeeded"; frees all.
void rt_rows_unstage(rt_staged *staged, bool succeeded);

#endif
