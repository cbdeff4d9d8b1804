// runtime/core/alias.c: memory with several addresses; see alias.h.
//
// Nearly always one mapping, private and of no file, has all arrays of a
// region: that takes one question to the system.
#include "runtime/core/alias.h"

void
rt_alias_begin(rt_aliases *a) {
  a->n_parts = a->n_seen = 0;
  a->unknown = false;
}

// The first mapping that ends behind "at", of those seen or as the system
// tells; NULL: it does not.
static const rt_mapping *
find(rt_aliases *a, uintptr_t at) {
  for (uint32_t k = 0; k < a->n_seen && k < RT_ALIAS_SEEN; k++)
    if (a->seen[k].start <= at && at < a->seen[k].end)
      return &a->seen[k];
  rt_mapping *m = &a->seen[a->n_seen++ % RT_ALIAS_SEEN];
  if (rt_mapping_find(at, false, m))
    return m;
  a->unknown = true;
  a->n_seen = 0;
  return NULL;
}

// The part that is of that mapping; NULL: there are too many.
static rt_alias_part *
part_of(rt_aliases *a, const rt_mapping *m) {
  uint64_t shift = m->start - m->offset;
  for (uint32_t k = 0; k < a->n_parts; k++) {
    rt_alias_part *p = &a->parts[k];
    if (p->inode == m->inode && p->device == m->device && p->shift == shift &&
        p->shared == m->shared)
      return p;
  }
  if (a->n_parts == RT_ALIAS_FILES)
    return NULL;
  rt_alias_part *p = &a->parts[a->n_parts++];
  *p = (rt_alias_part){.inode = m->inode,
                       .device = m->device,
                       .from = UINT64_MAX,
                       .shift = shift,
                       .shared = m->shared};
  return p;
}

// Adds the part of [from, to) that is of that mapping of a file.
static void
add_part(rt_aliases *a, const rt_mapping *m, const loft_bind *b, uint64_t from,
         uint64_t to, bool written) {
  rt_alias_part *p = part_of(a, m);
  if (!p) {
    a->unknown = true;
    return;
  }
  from = (from > m->start ? from : m->start) - p->shift;
  to = (to < m->end ? to : m->end) - p->shift;
  if (!p->bind || written)
    p->bind = b;
  p->from = from < p->from ? from : p->from;
  p->to = to > p->to ? to : p->to;
  p->written |= written;
}

void
rt_alias_add(rt_aliases *a, const loft_bind *b, uintptr_t from, uintptr_t to,
             bool written) {
  while (from < to && !a->unknown) {
    const rt_mapping *m = find(a, from);
    if (!m || m->start >= to)
      return;
    if (m->inode != 0 || m->shared)
      add_part(a, m, b, from, to, written);
    from = m->end;
  }
}

bool
rt_alias_is_private(rt_aliases *a, uintptr_t from, uintptr_t to) {
  const rt_mapping *m = from < to && !a->unknown ? find(a, from) : NULL;
  return m && m->start <= from && to <= m->end && m->inode == 0 && !m->shared;
}

// Whether bytes written to one part may be read in the other.
static bool
collide(const rt_alias_part *p, const rt_alias_part *q) {
  return (p->written || q->written) && (p->shared || q->shared) &&
         p->inode == q->inode && p->device == q->device && p->from < q->to &&
         q->from < p->to;
}

bool
rt_alias_check(const rt_aliases *a, rt_why *why) {
  if (a->unknown) {
    *why = (rt_why){.id = RT_WHY_MAPPINGS};
    return false;
  }
  for (uint32_t i = 0; i < a->n_parts; i++)
    for (uint32_t k = 0; k < i; k++) {
      const rt_alias_part *p = &a->parts[k], *q = &a->parts[i];
      if (!collide(p, q))
        continue;
      *why = (rt_why){.id = RT_WHY_ALIAS, .s = {p->bind->name, q->bind->name}};
      return false;
    }
  return true;
}
