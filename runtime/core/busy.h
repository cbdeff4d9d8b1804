// runtime/core/busy.h: why calls with little work cannot be passed by.
#ifndef RT_BUSY_H
#define RT_BUSY_H

#include <stdbool.h>

#include "loft/loft_abi.h"

// A reason each, bits of loft_busy.
enum {
  RT_BUSY_SETTINGS = 1, // they are not known yet, or ask for something
  RT_BUSY_STAYS = 2,    // there are results on a device
  RT_BUSY_STALE = 4,    // some rank has old values
  RT_BUSY_REPORTS = 8,  // all calls are to be reported
  RT_BUSY_OFF = 16,     // all original loops run, and nobody asks
  // From this bit on, how many threads time an original loop: what else they
  // enter ends that, as the loop was left in the middle.
  RT_BUSY_TIMED = 256
};
_Static_assert(LOFT_BUSY_OFF == (RT_BUSY_OFF | RT_BUSY_SETTINGS),
               "settings alone");
_Static_assert(LOFT_BUSY_AWAY == (RT_BUSY_STAYS | RT_BUSY_STALE),
               "loft_results_away");

// Whether that holds, from now on.
void rt_busy_set(unsigned reason, bool holds);
// Whether somebody may ask for the time of any call: settings, or the program.
bool rt_busy_wants_times(void);
// Counts one more thread that times an original loop, or one less.
void rt_busy_time(bool starts);
// Whether some thread does.
bool rt_busy_is_timed(void);

#endif
