// runtime/core/overlap.c: the overlap check of a region's arrays; see
// overlap.h.
//
// Regions have few arrays, so comparing all pairs is cheapest.
#include "runtime/core/overlap.h"

#include "runtime/core/bind.h"

// [*from, *to) in bytes; false when it leaves the address space.
static bool
byte_range(const loft_bind *b, uintptr_t *from, uintptr_t *to) {
  int64_t lo, hi;
  return !__builtin_mul_overflow(b->lo, (int64_t)b->elem_size, &lo) &&
         !__builtin_mul_overflow(b->hi, (int64_t)b->elem_size, &hi) &&
         !__builtin_add_overflow((uintptr_t)b->base, lo, from) &&
         !__builtin_add_overflow((uintptr_t)b->base, hi, to) &&
         *to - *from <= PTRDIFF_MAX;
}

// Whether a written bind and another must be kept apart: constant data cannot
// be written, and C keeps apart what two restrict parameters point to.
static bool
must_differ(const loft_bind *w, const loft_bind *other) {
  return ((w->mode | other->mode) & LOFT_CONST) == 0 &&
         (w->mode & other->mode & LOFT_RESTRICT) == 0;
}

bool
rt_overlap_check(const loft_bind *binds, uint32_t n, rt_why *why) {
  for (uint32_t i = 0; i < n; i++) {
    uintptr_t ifrom, ito, jfrom, jto;
    if (rt_bind_empty(&binds[i]))
      continue;
    if (!byte_range(&binds[i], &ifrom, &ito)) {
      *why = (rt_why){.id = RT_WHY_EXTENT, .s = {binds[i].name}};
      return false;
    }
    for (uint32_t j = 0; j < i; j++) {
      if (((binds[i].mode | binds[j].mode) & LOFT_WRITE) == 0 ||
          rt_bind_empty(&binds[j]) || !must_differ(&binds[i], &binds[j]))
        continue;
      byte_range(&binds[j], &jfrom, &jto);
      if (ifrom < jto && jfrom < ito) {
        *why =
            (rt_why){.id = RT_WHY_OVERLAP, .s = {binds[j].name, binds[i].name}};
        return false;
      }
    }
  }
  return true;
}
