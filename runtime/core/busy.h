// runtime/core/busy.h: why calls with little work cannot be passed by.
#ifndef RT_BUSY_H
#define RT_BUSY_H

#include <stdbool.h>

// A reason each, bits of loft_busy.
enum {
  RT_BUSY_SETTINGS = 1, // they are not known yet, or ask for something
  RT_BUSY_STAYS = 2,    // there are results on a device
  RT_BUSY_STALE = 4     // some rank has old values
};

// Whether that holds, from now on.
void rt_busy_set(unsigned reason, bool holds);

#endif
