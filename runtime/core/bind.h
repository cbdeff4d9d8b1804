// runtime/core/bind.h: questions about the arrays of a region.
#ifndef RT_BIND_H
#define RT_BIND_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"

// Whether nothing of the bind can be touched.
static inline bool
rt_bind_empty(const loft_bind *b) {
  return b->hi <= b->lo;
}

// Whether no kernel touches the bind: it is only to be kept apart from what is
// written.
static inline bool
rt_bind_unused(const loft_bind *b) {
  return (b->mode & (LOFT_READ | LOFT_WRITE)) == 0;
}

// Bytes of the bind a run needs; it has been checked to fit
// (rt_overlap_check).
static inline uint64_t
rt_bind_bytes(const loft_bind *b) {
  return rt_bind_empty(b) || rt_bind_unused(b)
             ? 0
             : (uint64_t)(b->hi - b->lo) * b->elem_size;
}

// Whether the bind's contents are needed on the device before it runs.
static inline bool
rt_bind_needs_upload(const loft_bind *b) {
  return (b->mode & LOFT_READ) != 0 || (b->mode & LOFT_FULL) == 0;
}

// First byte of the bind.
static inline char *
rt_bind_start(const loft_bind *b) {
  return (char *)((uintptr_t)b->base +
                  (uintptr_t)b->lo * (uintptr_t)b->elem_size);
}

#endif
