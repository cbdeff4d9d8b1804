// runtime/vk/graft.c: copies of arrays that take the place of others.
//
// A region that uses more of an array than the one before gets a copy with room
// for both. What the others' buffers hold need not go up again: pages that are
// the same are copied on the device, before those go up that are not. Until the
// run ends the others belong to the new copy, and are in no table.
#include "runtime/vk/copies.h"

// Whether what is watched of both is one range.
static bool
is_connected(const rt_vk_copy *c, const rt_vk_copy *part) {
  return c->watched_from >= c->watched_to ||
         (part->watched_from <= c->watched_to &&
          c->watched_from <= part->watched_to);
}

bool
rt_vk_copy_adopt(rt_vk_copy *c, rt_vk_copy *part) {
  if (!is_connected(c, part))
    return false;
  bool first = c->watched_from >= c->watched_to;
  if (first || part->watched_from < c->watched_from)
    c->watched_from = part->watched_from;
  if (first || part->watched_to > c->watched_to)
    c->watched_to = part->watched_to;
  rt_vk_pages p = rt_vk_pages_filled(c, part->from, part->to);
  size_t before = rt_vk_pages_in(c, part->from, part->to).lo;
  size_t pages = rt_vk_pages_in(part, part->from, part->to).hi;
  for (size_t k = 0; k < pages; k++) {
    size_t at = before + k;
    bool takes = at >= p.lo && at < p.hi && rt_bits_get(part->same, k) &&
                 !rt_bits_get(c->same, at);
    rt_bits_fill(part->same, k, k + 1, takes);
    if (takes)
      rt_bits_fill(c->same, at, at + 1, true);
  }
  part->next = c->parts;
  c->parts = part;
  return true;
}

bool
rt_vk_part_next(const rt_vk_copy *part, uintptr_t *from, uintptr_t *to) {
  size_t page = rt_watch_page();
  uintptr_t first = rt_vk_page_of(part->from);
  rt_vk_pages p = rt_vk_pages_in(part, *from, part->to);
  size_t lo = rt_bits_next(part->same, p.lo, p.hi), hi = lo;
  while (hi < p.hi && rt_bits_get(part->same, hi))
    hi++;
  *from = first + lo * page > *from ? first + lo * page : *from;
  *to = first + hi * page < part->to ? first + hi * page : part->to;
  return lo < hi;
}

rt_vk_copy *
rt_vk_copy_ungraft(const rt_vk_run *run, rt_vk_copy *c) {
  rt_vk_copy *parts = c->parts;
  c->parts = NULL;
  if (parts && !run->uploaded)
    rt_vk_copy_differs(c, c->from, c->to);
  return parts;
}
