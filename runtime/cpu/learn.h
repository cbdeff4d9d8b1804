// runtime/cpu/learn.h: loops that may be too short to wake threads for.
#ifndef RT_LEARN_H
#define RT_LEARN_H

#include <stdint.h>

#include "runtime/core/timing.h"

// rt_cpu_share with one thread or with all, whatever was faster before by
// "timing"; "alone": seconds that one thread takes, by the model.
int rt_cpu_share_learned(rt_timing *timing, double alone, int64_t n,
                         int64_t grain, int threads,
                         void (*fn)(void *user, int64_t lo, int64_t hi),
                         void *user);

#endif
