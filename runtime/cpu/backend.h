// runtime/cpu/backend.h: the CPU as a back end.
#ifndef RT_CPU_BACKEND_H
#define RT_CPU_BACKEND_H

#include "runtime/core/backend.h"

extern const rt_backend rt_cpu_backend;

#endif
