// runtime/vk/same.h: which pages of a copy are the same as the program's memory
// (Note [Copies] in copies.c). All here needs the lock of copies.h.
//
// A page of which a bind has some bytes alone, and the copy others, is not the
// same when those have gone up; that they are is noted for the last such bind
// (same_within). Of a page in which results stay it is about other bytes.
#ifndef RT_SAME_H
#define RT_SAME_H

#include "runtime/vk/copies.h"

// Whether an array of that many bytes is sent again sooner than looked at.
bool rt_vk_copy_is_small(uint64_t bytes);
// Whether pages of the copy are watched.
static inline bool
rt_vk_copy_is_watched(const rt_vk_copy *c) {
  return c->watched_from < c->watched_to;
}
// Stops watching the copy's pages.
void rt_vk_copy_unwatch(rt_vk_copy *c);
// Those of pages "p" of the copy that are watched. False: none is.
bool rt_vk_same_watched(const rt_vk_copy *c, rt_vk_pages p, uintptr_t *from,
                        uintptr_t *to);
// Looks at those of pages "p" of the copy that are watched, and renews them
// where that is wanted; copies forget what has changed. False when they are
// watched no more, or none is.
bool rt_vk_same_look(rt_vk_copy *c, rt_vk_pages p, bool renews);
// Renews the pages of [from, to), and starts watching them where that never
// began, or ended because other memory is there now. False: they cannot be
// watched, or are few.
bool rt_vk_same_renew(rt_vk_copy *c, uintptr_t from, uintptr_t to);
// Notes that pages "p" are the same as in the buffer, or will be.
void rt_vk_same_set(rt_vk_copy *c, rt_vk_pages p);

// Finds those of pages "p" whose bytes of the bind go up (c->up); says how
// many.
size_t rt_vk_same_find_others(rt_vk_copy *c, const loft_bind *bind,
                              rt_vk_pages p);
// Notes that bytes [from, to) of the bind, all that does not stay on that side,
// are what the buffer will hold.
void rt_vk_same_note_up(rt_vk_copy *c, const loft_bind *bind, uintptr_t from,
                        uintptr_t to);

// -- Marked bytes ------------------------------------------------------------

// Marks bytes [from, to) of the program's memory, which the caller has just
// read: a number, or 0 where their pages are not watched, or may have changed
// meanwhile, or results stay in some.
uint64_t rt_vk_same_mark(uintptr_t from, uintptr_t to);
// Whether none of these bytes has been written since.
bool rt_vk_same_holds(uint64_t mark);

#endif
