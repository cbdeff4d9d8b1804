// runtime/vk/marks.c: the last marks; see marks.h.
#include "runtime/vk/marks.h"

#include "runtime/core/watch.h"

enum { MARKS = 64 };
static rt_vk_mark marks[MARKS];
static uint64_t last_number;

rt_vk_mark *
rt_vk_mark_new(uintptr_t from, uintptr_t to) {
  uint64_t number = ++last_number;
  rt_vk_mark *m = &marks[number % MARKS];
  *m = (rt_vk_mark){from, to, number};
  return m;
}

rt_vk_mark *
rt_vk_mark_find(uint64_t number) {
  rt_vk_mark *m = &marks[number % MARKS];
  return number && m->number == number ? m : NULL;
}

void
rt_vk_marks_forget(uintptr_t from, uintptr_t to, const uint64_t *unchanged) {
  size_t page = rt_watch_page();
  for (int k = 0; k < MARKS; k++) {
    rt_vk_mark *m = &marks[k];
    if (!m->number || m->to <= from || to <= m->from)
      continue;
    size_t lo = m->from > from ? (m->from - from) / page : 0;
    size_t hi = ((m->to < to ? m->to : to) - from + page - 1) / page;
    if (!unchanged || rt_bits_count(unchanged, lo, hi) != hi - lo)
      m->number = 0;
  }
}
