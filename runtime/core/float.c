// runtime/core/float.c: the calling thread's floating environment, from the
// register itself: a region asks each time.
#include "runtime/core/float.h"

#include <fenv.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

bool
rt_float_is_default(bool may_flush) {
  enum { MASKS = 0x1f80, ROUNDING = 0x6000, FLUSHING = 0x8040 };
  unsigned mode = _mm_getcsr();
  return (mode & (MASKS | ROUNDING)) == MASKS &&
         (may_flush || !(mode & FLUSHING));
}

#elif defined(__aarch64__)

bool
rt_float_is_default(bool may_flush) {
  enum { TRAPS = 0x9f00, ROUNDING = 0xc00000, FLUSHING = 0x1000001 };
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return !(mode & (TRAPS | ROUNDING)) && (may_flush || !(mode & FLUSHING));
}

#else

bool
rt_float_is_default(bool may_flush) {
  (void)may_flush;
  return fegetround() == FE_TONEAREST;
}

#endif
