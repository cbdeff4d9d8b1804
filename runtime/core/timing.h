// runtime/core/timing.h: which of some alternatives is the fastest, learned
// from the times they took.
//
// A model (choose.h) estimates all; what was measured at the same place for
// work of the same size corrects its estimates from then on. See
// docs/choice.md. Nothing here can fail or wait: without a free entry in the
// table there is no timing (NULL), and the estimates stand.
#ifndef RT_TIMING_H
#define RT_TIMING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rt_timing rt_timing;

enum { RT_ALTERNATIVES = 3 };

// What is known about "work" (> 0, to a power of two) at "place": the address
// of what is run. "variant" tells apart what else matters (threads).
rt_timing *rt_timing_find(const void *place, uint32_t variant, double work);
// The alternative to take. "seconds" are the model's estimates, INFINITY for
// what is not possible; gets the corrected ones. "timed": whether the time it
// takes is to be recorded. (The clock costs more than all else here.)
int rt_timing_pick(rt_timing *t, double seconds[RT_ALTERNATIVES], bool *timed);
// Corrects "seconds", the model's estimate of an alternative.
double rt_timing_correct(const rt_timing *t, int alternative, double seconds);
// Whether the time of an alternative has been measured.
bool rt_timing_knows(const rt_timing *t, int alternative);
// Lets alternative 0 be taken unasked by the next calls for so much work at
// "place", to a power of two.
void rt_timing_settle(const void *place, double work);
// Whether this call is one of them.
bool rt_timing_settled(const void *place, double work);
// Records that "alternative", for which the model had estimated "estimate",
// took "seconds".
void rt_timing_record(rt_timing *t, int alternative, double estimate,
                      double seconds);
// Records that it was given up after "seconds", far behind the best: where it
// is not known yet, that is known of it now, and it gets no more trials.
// "ready": even of its first run, as nothing has to warm up.
void rt_timing_give_up(rt_timing *t, int alternative, double estimate,
                       double seconds, bool ready);

// A run whose time is to be recorded.
typedef struct rt_trial {
  rt_timing *timing; // NULL: none
  int alternative;
  double estimate; // the model's, of that alternative
} rt_trial;

#endif
