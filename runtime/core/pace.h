// runtime/core/pace.h: how many iterations the next chunk has.
//
// After Clifton-Everest et al., Streaming Irregular Arrays (Haskell 2017),
// section 5: the size grows while the device is used for less than 80 % of the
// time; then it grows as long as that makes iterations faster, and shrinks, at
// half that rate, when they have become slower.
#ifndef RT_PACE_H
#define RT_PACE_H

#include <stdint.h>

typedef struct rt_pace {
  int64_t size, most; // of the next chunk; at most
  double busy; // the part of the time that the device is used, on average
  double each; // seconds of an iteration, on average; 0: not known
} rt_pace;

// Begins with as many iterations as there may be.
void rt_pace_init(rt_pace *p, int64_t most);
// A chunk of "n" > 0 iterations took "seconds", of which the device was used
// for "busy". Sets p->size.
void rt_pace_note(rt_pace *p, int64_t n, double seconds, double busy);

#endif
