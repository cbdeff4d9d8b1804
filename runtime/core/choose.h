// runtime/core/choose.h: which of original loop and back ends is fastest.
//
// One model, documented in docs/choice.md: each alternative takes a fixed time
// plus the larger of computing and moving memory; back ends estimate their own
// (rt_backend.estimate). Between alternatives whose results have the same bits
// measured times correct it: the back ends always, the original where the
// region says so (LOFT_EXACT).
#ifndef RT_CHOOSE_H
#define RT_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"
#include "runtime/core/timing.h"
#include "runtime/core/why.h"

// The work of a region, as known before it runs.
typedef struct rt_job {
  double work;     // scalar operations of lifted code
  double in_order; // those of them that run one after the other, lifted too
  double bytes;    // of all arrays
  double h2d, d2h; // bytes to and from a device
  double copied;   // bytes of inputs that are outputs too
  double launches; // of kernels
  double original; // scalar operations of the original; 0: work
  double staging[RT_ALTERNATIVES]; // seconds to find and copy rows behind
                                   // pointers, by LOFT_ON_*
  bool inspects; // lifted code is preceded by a pass over data
} rt_job;

// The time of an alternative, by the model.
typedef struct rt_estimate {
  double seconds;    // INFINITY: it is impossible
  double unmeasured; // the same until it has been measured, where the original
                     // took much longer than the model says; else 0
  double launching;  // of these, those that no kernel computes in
  bool untried;      // it may not exist; finding out takes a while
  uint32_t variant;  // what else times depend on, as rt_timing_find has it
} rt_estimate;

// The job of that call of a region with "n" binds, but for its staging.
rt_job rt_job_of(const loft_call *call, uint32_t n);

// Whether the original has so little work that nothing gains, whatever the
// device.
static inline bool
rt_call_small(const loft_call *call) {
  double work = call->original > 0 ? call->original : call->work;
  return !(work >= LOFT_SMALL_WORK);
}

// Whether one thread does that much work in the time that waking others takes.
static inline bool
rt_work_little(double work) {
  const double little_work = 10e3;
  return work < little_work;
}

// Seconds that so many threads take to move that many bytes.
double rt_move_seconds(double bytes, int threads);
// Seconds that the original takes for it.
double rt_original_seconds(const rt_job *job);
// The factor, at least 1, by which "work" was underestimated, by the time that
// the original took; 1: not known, or about right.
double rt_choose_more_work(const void *region, double work,
                           const rt_estimate *estimates);
// Seconds that code as fast as the original's takes for what lifted code does,
// on that many threads.
double rt_job_seconds(const rt_job *job, int threads);

// A choice made, and the facts to record of it afterwards.
typedef struct rt_choice {
  int where; // LOFT_ON_*
  rt_why why;
  rt_timing *timing; // of which to record the time; NULL: none
  double estimate;   // the model's, for "where", seconds
  double original;   // what the original takes, as far as known, seconds; 0: it
                     // has other bits
} rt_choice;

// Where the job, of the region at "place", shall run; "estimates" by LOFT_ON_*.
// "exact": the original has the bits of lifted code. What is untried is taken
// to exist once it would have saved more time than opening it costs.
rt_choice rt_choose(const void *place, const rt_job *job, bool exact,
                    const rt_estimate *estimates);
// Records the time that the chosen alternative took.
void rt_choose_record(const rt_choice *choice, double seconds);
// Records that it was given up after that time. A device may have spent its
// first run on compiling kernels, the CPU has not.
void rt_choose_give_up(const rt_choice *choice, double seconds);

#endif
