// runtime/cpu/estimate.h: how long lifted code takes on the CPU.
#ifndef RT_CPU_ESTIMATE_H
#define RT_CPU_ESTIMATE_H

#include "runtime/core/choose.h"

// The time of lifted code with up to that many threads.
rt_estimate rt_cpu_estimate(const rt_job *job, int threads);

#endif
