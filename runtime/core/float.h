// runtime/core/float.h: the calling thread's floating environment.
#ifndef RT_FLOAT_H
#define RT_FLOAT_H

#include <stdbool.h>

// Whether floats round to nearest and nothing traps here, and, unless
// "may_flush", subnormals are numbers. A program changes that by fesetround,
// feenableexcept, or _MM_SET_FLUSH_ZERO_MODE and the like; linking with
// -ffast-math makes subnormals zeros in all of it.
bool rt_float_is_default(bool may_flush);

#endif
