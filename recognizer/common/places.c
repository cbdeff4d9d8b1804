// recognizer/common/places.c: where C assigns the scalars that loops carry, and
// names of elements.
//
// The IR has the values of a scalar, and ifs that join them, but no op for an
// assignment; so what lowering met is noted by the scalar's name and its loop.
#include "recognizer/common/common.h"

typedef struct place {
  loft_loc loc;
  int rank;
} place;

// The key of the scalar "name" of the loop at "loop".
static const char *
key_of(const loft_cx *cx, const char *name, loft_loc loop) {
  return arena_printf(cx->arena, "%s %u %d %d", name, loop.raw, loop.line,
                      loop.col);
}

void
rec_note_assigned(loft_cx *cx, const char *name, loft_loc loop, loft_loc loc,
                  int rank) {
  const char *key = key_of(cx, name, loop);
  place *p = smap_get(cx->assigned, key);
  if (!p) {
    p = NEW(cx->arena, place);
    p->rank = -1;
    smap_put(cx->assigned, key, p);
  }
  if (rank > p->rank)
    *p = (place){loc, rank};
}

loft_loc
rec_assigned_at(const loft_cx *cx, const char *name, loft_loc loop) {
  const place *p = cx->assigned && name
                       ? smap_get(cx->assigned, key_of(cx, name, loop))
                       : NULL;
  return p ? p->loc : (loft_loc){0};
}

// The key of element "at" of the array "name".
static const char *
element_key(const loft_cx *cx, const char *name, int64_t at) {
  return arena_printf(cx->arena, "%s[%lld]", name, (long long)at);
}

void
rec_note_element(loft_cx *cx, const char *name, int64_t at, const char *text) {
  smap_put(cx->written, element_key(cx, name, at), (void *)text);
}

const char *
rec_element_name(const loft_cx *cx, const char *name, int64_t at) {
  const char *key = element_key(cx, name, at);
  return cx->written && smap_has(cx->written, key) ? key : name;
}
