// runtime/core/overlap.c: the overlap check of a region's arrays; see
// overlap.h.
//
// Regions have few arrays, so comparing all pairs is cheapest. Rows behind
// pointers are looked at one by one (rows.c).
#include "runtime/core/overlap.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "runtime/core/alias.h"
#include "runtime/core/bind.h"
#include "runtime/core/lmad.h"
#include "runtime/core/mapping.h"
#include "runtime/core/rows.h"

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

// Whether there can be memory for the bind, wherever that is.
static bool
has_room(const loft_bind *b) {
  int64_t n;
  return !__builtin_sub_overflow(b->hi, b->lo, &n) &&
         n <= PTRDIFF_MAX / b->elem_size;
}

// Whether two binds are of different fields of the same structures.
static bool
are_fields(const loft_bind *i, const loft_bind *j) {
  uint32_t differ = i->mode ^ j->mode;
  return i->base == j->base && (i->mode >> LOFT_STRUCT & 255) != 0 &&
         (differ >> LOFT_STRUCT & 255) == 0 && differ >> LOFT_SCALAR != 0;
}

// Whether a written bind and another must be kept apart: constant data cannot
// be written, and C keeps apart what two restrict parameters point to.
static bool
must_differ(const loft_bind *w, const loft_bind *other) {
  return ((w->mode | other->mode) & LOFT_CONST) == 0 &&
         (w->mode & other->mode & LOFT_RESTRICT) == 0 && !are_fields(w, other);
}

// Whether the region allows that binds "r" and "w" are the same array.
static bool
may_be_same(const loft_region_desc *region, uint32_t r, uint32_t w) {
  for (uint32_t k = 0; k < region->n_pairs; k++)
    if (region->pairs[k].read == r && region->pairs[k].written == w)
      return true;
  return false;
}

// Takes binds "r" and "w", which overlap, as the same array if they may be that
// and are.
static bool
take_as_same(const loft_region_desc *region, loft_bind *binds, uint32_t r,
             uint32_t w) {
  if (binds[r].base != binds[w].base || !may_be_same(region, r, w))
    return false;
  binds[r].mode |= LOFT_COPIED;
  binds[w].mode |= LOFT_READ; // so that it is put back after a failure
  return true;
}

// Takes binds "i" and "k", whose extents overlap, as interleaved where no
// element is in both.
static bool
take_as_interleaved(rt_lmads *lmads, loft_bind *binds, uint32_t i, uint32_t k) {
  if (!rt_lmads_apart(lmads, i, k))
    return false;
  binds[i].mode |= LOFT_INTERLEAVED;
  binds[k].mode |= LOFT_INTERLEAVED;
  return true;
}

// Adds the elements of the bind, and where it begins, to "text".
static void
add_place(const loft_bind *b, const char *before, char text[RT_DETAIL]) {
  size_t n = strlen(text);
  snprintf(text + n, RT_DETAIL - n, "%s%s[%" PRId64 "..%" PRId64 "] at %p",
           before, b->name ? b->name : "?", b->lo, b->hi - 1, b->base);
}

// Refuses the binds "i" and "j" (NULL: none).
static bool
refuse(rt_why_id id, const loft_bind *i, const loft_bind *j, rt_why *why,
       char detail[RT_DETAIL]) {
  *why = (rt_why){.id = id, .s = {i->name, j ? j->name : "", ""}};
  why->s[j ? 2 : 1] = detail ? detail : "";
  if (!detail)
    return false;
  detail[0] = '\0';
  add_place(i, ": ", detail);
  if (j)
    add_place(j, ", ", detail);
  return false;
}

// Whether bind "i", of bytes [from, to), overlaps "j" though it must not.
static bool
collide(const loft_bind *i, uintptr_t from, uintptr_t to, const loft_bind *j) {
  uintptr_t jfrom, jto;
  return ((i->mode | j->mode) & (LOFT_WRITE | LOFT_REPLACED)) &&
         !rt_bind_empty(j) && must_differ(i, j) &&
         byte_range(j, &jfrom, &jto) && from < jto && jfrom < to;
}

// Whether bind "k" is of rows behind pointers.
static inline bool
is_rows(const loft_call *call, uint32_t k) {
  return call->n_rows && rt_rows_has(call, k);
}

// Whether bind "k", bytes [*from, *to), is in the address space; of rows that
// are copied, whether it can be.
static bool
fits(const loft_call *call, uint32_t k, uintptr_t *from, uintptr_t *to) {
  const loft_bind *b = &call->binds[k];
  return is_rows(call, k) && rt_rows_apart(call, k) ? has_room(b)
                                                    : byte_range(b, from, to);
}

// Whether the region may write to the bind's memory, or what calls it stores
// do.
static bool
is_written(const loft_bind *b) {
  return (b->mode & (LOFT_WRITE | LOFT_REPLACED)) && !rt_bind_empty(b);
}

// Whether the bind is of this thread's errno: of an object that C reaches from
// there alone, so that extents of others that are too long do not count.
static bool
is_errno(const loft_bind *b) {
  return (uintptr_t)b->base - (uintptr_t)&errno < sizeof errno;
}

// Whether byte "at" is in no mapping.
static bool
is_unmapped(uintptr_t at) {
  rt_mapping m;
  return rt_mapping_find(at, false, &m) && m.start > at;
}

// Whether the region writes to the bind, and its extent, bytes [from, to), is
// as large as the type of an index, or data that C does not use, allow, and
// leads out of memory. C touches far less of it then, and a copy of all would
// take seconds.
static bool
is_unbounded(const loft_bind *b, uintptr_t from, uintptr_t to) {
  enum { FEW = 1 << 16 };
  return is_written(b) && b->hi - b->lo > INT32_MAX - FEW &&
         (is_unmapped(from) || is_unmapped(to - 1));
}

// rt_overlap_check, with descriptors "lmads" of the call.
static bool
check(const loft_region_desc *region, const loft_call *call, rt_lmads *lmads,
      rt_why *why, char detail[RT_DETAIL]) {
  loft_bind *binds = call->binds;
  for (uint32_t i = 0; i < region->n_binds; i++) {
    uintptr_t from = 0, to = 0;
    if (rt_bind_empty(&binds[i]))
      continue;
    if (!fits(call, i, &from, &to))
      return refuse(RT_WHY_EXTENT, &binds[i], NULL, why, detail);
    if (to > from && is_unbounded(&binds[i], from, to))
      return refuse(RT_WHY_UNBOUNDED, &binds[i], NULL, why, detail);
    if (is_errno(&binds[i]))
      return refuse(RT_WHY_ERRNO, &binds[i], NULL, why, detail);
    for (uint32_t j = 0; j < i && !is_rows(call, i); j++)
      if (!is_rows(call, j) && collide(&binds[i], from, to, &binds[j]) &&
          !take_as_same(region, binds, i, j) &&
          !take_as_same(region, binds, j, i) &&
          !take_as_interleaved(lmads, binds, i, j))
        return refuse(RT_WHY_OVERLAP, &binds[j], &binds[i], why, detail);
  }
  return true;
}

bool
rt_overlap_check(const loft_region_desc *region, const loft_call *call,
                 rt_why *why, char detail[RT_DETAIL]) {
  rt_lmads lmads = rt_lmads_begin(region, call);
  bool ok = check(region, call, &lmads, why, detail);
  rt_lmads_end(&lmads);
  return ok;
}

bool
rt_overlap_mappings(const loft_region_desc *region, const loft_bind *binds,
                    rt_why *why) {
  rt_aliases a; // large: filled in as far as used
  bool any = false;
  for (uint32_t k = 0; k < region->n_binds && !any; k++)
    any = is_written(&binds[k]);
  rt_alias_begin(&a);
  for (uint32_t k = 0; k < region->n_binds && any; k++) {
    uintptr_t from, to;
    if (!rt_bind_empty(&binds[k]) &&
        !(binds[k].mode & (LOFT_CONST | LOFT_FOLLOWED)) &&
        byte_range(&binds[k], &from, &to) && !rt_mapping_is_known(from, to))
      rt_alias_add(&a, &binds[k], from, to, is_written(&binds[k]));
  }
  return rt_alias_check(&a, why);
}
