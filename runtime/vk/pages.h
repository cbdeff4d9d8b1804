// runtime/vk/pages.h: watched pages (core/watch.h), by several threads where
// they are many.
//
// The threads take pieces, which begin and end with huge pages, since what is
// done to part of one splits it. Bits of pages are those of each piece, which
// begin a word, counted from its first page.
#ifndef RT_PAGES_H
#define RT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How many pieces pages [from, to) have, and the words of bits for all.
size_t rt_vk_pages_pieces(uintptr_t from, uintptr_t to);
size_t rt_vk_pages_words(uintptr_t from, uintptr_t to);
// The pages [*at, *end) of piece "k" of pages [from, to), and its bits in
// "all".
const uint64_t *rt_vk_pages_piece(uintptr_t from, uintptr_t to, size_t k,
                                  const uint64_t *all, uintptr_t *at,
                                  uintptr_t *end);

// Sets in "same" the bits of those of watched pages that hold what they held
// when they were last renewed, and zeros for others. "renews": from now on they
// are compared with what they hold now. False: not all are watched any more;
// then no bit means anything, and nothing is known of any of them.
bool rt_vk_pages_look(uintptr_t from, uintptr_t to, bool renews,
                      uint64_t *same);
// Makes writes to these pages cost nothing (rt_watch_lift).
void rt_vk_pages_lift(uintptr_t from, uintptr_t to);

#endif
