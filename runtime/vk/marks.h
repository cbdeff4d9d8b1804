// runtime/vk/marks.h: bytes of the program's memory that have held what they
// held when something was computed from them (docs/design-notes.md, Note
// [Marked data]); same.h asks whether they still do. All here needs the lock of
// copies.h.
#ifndef RT_MARKS_H
#define RT_MARKS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rt_vk_mark {
  uintptr_t from, to;
  uint64_t number; // 0: pages of these bytes have changed
} rt_vk_mark;

// A new mark of bytes [from, to); it ends an old one.
rt_vk_mark *rt_vk_mark_new(uintptr_t from, uintptr_t to);
// The mark of that number; NULL: it has ended.
rt_vk_mark *rt_vk_mark_find(uint64_t number);
// Pages [from, to) have changed, but for those with a bit in "unchanged",
// counted from "from" (NULL: all may have).
void rt_vk_marks_forget(uintptr_t from, uintptr_t to,
                        const uint64_t *unchanged);

#endif
