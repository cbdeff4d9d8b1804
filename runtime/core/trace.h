// runtime/core/trace.h: LOFT_TRACE, a Chrome trace (JSON) of regions,
// transfers, submissions and kernels, for chrome://tracing or Perfetto.
//
// The file is complete JSON after each region. A child of fork writes nothing:
// the file is its parent's.
#ifndef RT_TRACE_H
#define RT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft.h"
#include "runtime/core/backend.h"

// Something that took time within a region.
typedef struct rt_span {
  const char *what; // "transfer", "submission", "kernel", "failure"
  const char *name;
  uint32_t line;         // of the source; 0: that of the region
  double start, seconds; // by rt_now
  uint64_t bytes;
  bool on_device; // by the device's clock, beside the threads
} rt_span;

// Whether there is a trace.
bool rt_trace_wanted(void);
// Adds a span of a run.
void rt_trace_span(const loft_run *run, const rt_span *span);
// Adds a region that has run, or that stayed the original loop, and completes
// the file.
void rt_trace_region(const loft_region_report *report, double start);

#endif
