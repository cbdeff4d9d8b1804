// runtime/core/float.h: the calling thread's floating environment.
#ifndef RT_FLOAT_H
#define RT_FLOAT_H

#include <stdbool.h>

// Whether floats round to nearest and nothing traps here, and, unless
// "may_flush", subnormals are numbers. A program changes that by fesetround,
// feenableexcept, or _MM_SET_FLUSH_ZERO_MODE and the like; linking with
// -ffast-math makes subnormals zeros in all of it.
bool rt_float_is_default(bool may_flush);
// How floats round, flush and trap here, to be the same on another thread.
unsigned rt_float_mode(void);
void rt_float_set_mode(unsigned mode);

#endif
