// runtime/core/watch.h: which pages of the program's memory have been written
// since they were last looked at.
//
// Linux write-protects pages and notes the first write to each, without signal
// or handler (userfaultfd with UFFD_FEATURE_WP_ASYNC, and the ioctl
// PAGEMAP_SCAN; Linux 6.7). System calls that write to the program's memory are
// noted like its own stores, and none fails. Only private anonymous memory can
// be watched: to all other memory there are ways that leave no trace in this
// process's page table. What the table says of a page ends with its mapping, so
// munmap, mremap and the like make pages count as written. See Note [Watching]
// in watch.c.
//
// Calls about pages that overlap must not run at the same time: who renews
// them is the only one to learn what was written before.
#ifndef RT_WATCH_H
#define RT_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether this system can watch. Finds out at the first call, and opens then
// what it takes.
bool rt_watch_possible(void);
// How it watches, or why it cannot, in a few words.
const char *rt_watch_way(void);
// What the first write to a page costs after it was renewed, in seconds: as
// measured, or as LOFT_TEST_WATCH_FAULT says.
double rt_watch_fault(void);
// The size of a page.
size_t rt_watch_page(void);

// Starts watching the pages that the bytes [*from, *to) are in, and sets these
// to their first and behind their last; the first page is left out where it
// alone cannot be watched. All count as written until they are renewed. False:
// they cannot be watched.
bool rt_watch_start(uintptr_t *from, uintptr_t *to);

// Whether no other addresses lead to bytes [from, to), here or in another
// process.
bool rt_watch_is_own(uintptr_t from, uintptr_t to);

// All below take whole pages that are watched.

// Ends that.
void rt_watch_stop(uintptr_t from, uintptr_t to);
// Sets in "same", a bit for each page and zeros before, the bits of pages that
// hold what they held when they were last renewed. False: not all are watched
// any more; then no bit means anything. Pages are renewed in three steps: they
// are looked at, all of them are found to be ours, and those that have changed
// are protected.
bool rt_watch_look(uintptr_t from, uintptr_t to, uint64_t *same);
// Whether it is us who watches pages that were looked at. False: no bit that
// the look set means anything.
bool rt_watch_is_ours(uintptr_t from, uintptr_t to);
// From now on pages are compared with what they hold now. Clears in "same" the
// bits of those that were written since they were looked at; NULL where it has
// none. After a failure nothing is known of any of them.
bool rt_watch_protect(uintptr_t from, uintptr_t to, uint64_t *same);
// Makes writes to these pages cost nothing; they count as written until they
// are renewed.
void rt_watch_lift(uintptr_t from, uintptr_t to);

// The bytes of a huge page: of as many pages as one of a page table has
// entries.
size_t rt_watch_huge_page(void);
// Makes the pages of a huge page at "at", all of them lifted, one, which is
// renewed and lifted as fast as a single page. False: the system does not.
bool rt_watch_gather(uintptr_t at);

// Whether some memory of this process is pinned for a device (DMA), which
// writes without the page table. That is to be asked after pages were protected
// and before they are read: pinning them later counts as writing.
bool rt_watch_pinned(void);

// -- Bits of pages --------------------------------------------------------

enum { RT_WORD = 64 };

// The words for n bits.
static inline size_t
rt_bits_words(size_t n) {
  return (n + RT_WORD - 1) / RT_WORD;
}

// Bit k.
static inline bool
rt_bits_get(const uint64_t *bits, size_t k) {
  return bits[k / RT_WORD] >> k % RT_WORD & 1;
}

// Makes bits [lo, hi) all ones, or all zeros.
void rt_bits_fill(uint64_t *bits, size_t lo, size_t hi, bool ones);
// How many of bits [lo, hi) are ones.
size_t rt_bits_count(const uint64_t *bits, size_t lo, size_t hi);
// The first of bits [lo, hi) that is a one; "hi": none.
size_t rt_bits_next(const uint64_t *bits, size_t lo, size_t hi);
// Makes those of bits [lo, hi) zeros that are zeros in "other", whose bit "at"
// belongs to bit "lo".
void rt_bits_and(uint64_t *bits, size_t lo, size_t hi, const uint64_t *other,
                 size_t at);
// Makes those of bits [lo, hi) ones that are zeros in "other".
void rt_bits_or_not(uint64_t *bits, size_t lo, size_t hi,
                    const uint64_t *other);

#endif
