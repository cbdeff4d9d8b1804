// runtime/core/undo.c: memory among results that stay; see undo.h.
//
// Memory may be noted in several places, in part: the oldest place is put back
// last, and has what the log began with.
#include "runtime/core/undo.h"

#include <stdlib.h>

#include "runtime/core/backend.h"
#include "runtime/core/fault.h"

enum {
  MOST_PLACES = 256,
  MOST_BYTES = 1 << 20 // in all of them
};

static struct {
  rt_undo *newest;
  uint32_t n;
  uint64_t bytes;
} undo;

// Adds such memory; NULL: out of memory, or it cannot be read.
static rt_undo *
add(uintptr_t from, uintptr_t to) {
  size_t n = to - from;
  rt_undo *u = rt_calloc(1, sizeof *u + 2 * n);
  if (!u)
    return NULL;
  *u = (rt_undo){.next = undo.newest, .from = from, .to = to};
  u->before = (unsigned char *)(u + 1);
  u->changed = u->before + n;
  if (rt_backends[LOFT_ON_CPU]->read(u->before, (const void *)from, n) < n) {
    free(u);
    return NULL;
  }
  undo.newest = u;
  undo.n++;
  undo.bytes += n;
  return u;
}

rt_undo *
rt_undo_note(uintptr_t from, uintptr_t to) {
  for (rt_undo *u = undo.newest; u; u = u->next)
    if (u->from <= from && to <= u->to)
      return u;
  bool fits = undo.n < MOST_PLACES && to - from <= MOST_BYTES - undo.bytes;
  return fits ? add(from, to) : NULL;
}

void
rt_undo_outdate(uintptr_t from, uintptr_t to) {
  for (rt_undo *u = undo.newest; u; u = u->next)
    u->current &= u->to <= from || to <= u->from;
}

void
rt_undo_all(void) {
  for (const rt_undo *u = undo.newest; u; u = u->next)
    for (uintptr_t at = u->from; at < u->to; at++)
      if (u->changed[at - u->from])
        *(unsigned char *)at = u->before[at - u->from];
}

void
rt_undo_clear(void) {
  for (rt_undo *u; (u = undo.newest);) {
    undo.newest = u->next;
    free(u);
  }
  undo.n = 0;
  undo.bytes = 0;
}
