// runtime/core/report.h: the outcome of regions: for loft_last_region, the log
// and the trace.
#ifndef RT_REPORT_H
#define RT_REPORT_H

#include "runtime/core/backend.h"

// The number of a region. Its address would not do: where a library was closed
// another one may come to lie.
uint32_t rt_report_number(loft_region_desc *region);
// A region starts on a back end.
void rt_report_start(loft_region_desc *region, int where, const rt_why *why);
// A region stays the original loop, which starts now. One that LOFT_OFFLOAD
// wants elsewhere is an error.
void rt_report_original(loft_region_desc *region, const rt_why *why);
// The same for a region that nobody listens for: most calls of small ones, and
// all of what they cost. The reason has no texts.
void rt_report_unheard(loft_region_desc *region, const rt_why *why);
// The same for little work.
void rt_report_small(loft_region_desc *region);
// The same for a region that interrupts another one of this thread, whose
// report stays. Takes no lock.
void rt_report_interrupting(const loft_region_desc *region);
// The same for a region that cannot be read, of another version of the ABI.
void rt_report_foreign(const loft_region_desc *region);
// A run has ended well, after that many seconds.
void rt_report_success(const loft_run *run, double seconds);
// A run has failed; where no back end is left to try, the original loop starts.
void rt_report_failure(loft_run *run, double seconds);
// A copy of the text that lives until this thread's next region is reported.
const char *rt_report_keep(const char *text);
// The text of the last failure of this thread's region.
const char *rt_report_last_failure(void);

#endif
