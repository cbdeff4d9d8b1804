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

unsigned
rt_float_mode(void) {
  return _mm_getcsr();
}

void
rt_float_set_mode(unsigned mode) {
  _mm_setcsr(mode);
}

#elif defined(__aarch64__)

bool
rt_float_is_default(bool may_flush) {
  enum { TRAPS = 0x9f00, ROUNDING = 0xc00000, FLUSHING = 0x1000001 };
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return !(mode & (TRAPS | ROUNDING)) && (may_flush || !(mode & FLUSHING));
}

unsigned
rt_float_mode(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return (unsigned)mode;
}

void
rt_float_set_mode(unsigned mode) {
  __asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)mode));
}

#else

bool
rt_float_is_default(bool may_flush) {
  (void)may_flush;
  return fegetround() == FE_TONEAREST;
}

unsigned
rt_float_mode(void) {
  return 0;
}

void
rt_float_set_mode(unsigned mode) {
  (void)mode;
}

#endif
