// runtime/vk/copies.h: what copy.c, copies.c, graft.c and stays.c share: the
// copies of arrays that stay on devices, see Note [Copies].
#ifndef RT_COPIES_H
#define RT_COPIES_H

#include "runtime/core/watch.h"
#include "runtime/vk/private.h"

enum { RT_VK_LENT = 16 };

// Bytes that came from results on another device, of that version.
typedef struct rt_vk_lent {
  uintptr_t from, to;
  uint64_t version;
} rt_vk_lent;

struct rt_vk_copy {
  rt_vk_copy *next; // the most recently used comes first
  rt_vk_device *device;
  rt_vk_buffer *buffer; // NULL: not yet, or it rests
  uintptr_t from, to;
  // Pages, among which may be some that are not watched; empty: none is.
  uintptr_t watched_from, watched_to;
  bool used;   // by a run
  bool stale;  // some of the memory is no more
  bool unread; // results are there that no region has read
  int vain;    // times in a row that watching was in vain
  int rest;    // uses left until it is tried again; 0: it does not rest
  int next_rest;
  bool overwritten;    // it rests because no region read the results
  uint64_t *same, *up; // bits of pages, counted from that of "from"
  uint64_t *found;     // what a look at some of them finds (pages.h)
  // Of pages with other bytes, which need not be the same: those are that are
  // in the range. It is that of the last bind that was planned.
  uint64_t *same_within;
  uintptr_t within_from, within_to;
  // Bytes that went up, or stay, in the log of runs of that number (stays.c);
  // as long as it lasts the program leaves them alone.
  uint64_t log;
  uintptr_t log_from, log_to;
  // Seconds that watching has cost and may still be spent on huge pages, and
  // that were spent; where to go on, 0: at the first. See rt_vk_copy_gather.
  double toll, gathering;
  uintptr_t gathered;
  rt_vk_copy *parts; // whose place it takes in this run (graft.c)
  // Bytes whose values the buffer alone has; empty: none. Pages without other
  // bytes are not the same; of those at both ends "same" is about the others.
  uintptr_t stay_from, stay_to;
  uint32_t elem_size;   // of these
  rt_vk_buffer *before; // what the program's memory held of them when they were
                        // left here; NULL: all have been written since
  uint64_t version;     // of these bytes: no others have it
  // What other devices had of them, the oldest at "n_lent" (exchange.c).
  rt_vk_lent lent[RT_VK_LENT];
  unsigned n_lent;
};

// All copies. The lock is taken before the device's.
extern struct rt_vk_copies {
  pthread_mutex_t lock;
  atomic_int n;
  rt_vk_copy *first;
  unsigned vain;    // copies made, or not made, since one was of use
  atomic_bool lost; // so are results that stayed
  uint64_t log;     // of runs whose results stay: its number, from 1
  uint64_t version; // the last one of results
  double price;     // seconds that making a huge page takes
} rt_vk_copies;

// Bytes of the program's memory that an array of a run needs.
typedef struct rt_vk_need {
  uintptr_t from, to;
  uint32_t align; // of arrays in buffers
  bool is_read;
} rt_vk_need;

// What the bind needs: kernels use elements, and whole words around small ones.
rt_vk_need rt_vk_need_of(const loft_bind *bind);

// Whether the region, and nobody else, writes every byte of the bind.
static inline bool
rt_vk_is_own(const loft_bind *bind) {
  return (bind->mode & LOFT_FULL) && (bind->mode >> LOFT_STRUCT & 255) == 0;
}

// The address of the page that "at" is in.
static inline uintptr_t
rt_vk_page_of(uintptr_t at) {
  return at / rt_watch_page() * rt_watch_page();
}

// Pages of a copy.
typedef struct rt_vk_pages {
  size_t lo, hi;
} rt_vk_pages;

// The pages of copy "c" that bytes [from, to), some of its own, are in.
static inline rt_vk_pages
rt_vk_pages_in(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  size_t page = rt_watch_page();
  uintptr_t first = rt_vk_page_of(c->from);
  return (rt_vk_pages){(from - first) / page, (to - first + page - 1) / page};
}

// Of these, those without bytes of the copy outside [from, to).
static inline rt_vk_pages
rt_vk_pages_filled(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  size_t page = rt_watch_page();
  rt_vk_pages p = rt_vk_pages_in(c, from, to);
  if (from > c->from && from % page != 0)
    p.lo++;
  if (to < c->to && to % page != 0)
    p.hi--;
  return p.lo < p.hi ? p : (rt_vk_pages){0, 0};
}

// All below need the lock.

// Whether results stay there.
static inline bool
rt_vk_copy_stays(const rt_vk_copy *c) {
  return c->stay_from < c->stay_to;
}
// Whether results stay in some of bytes [from, to).
static inline bool
rt_vk_copy_meets(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  return from < to && c->stay_from < to && from < c->stay_to;
}
// Whether results stay in all of bytes [from, to).
static inline bool
rt_vk_copy_covers(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  return c->stay_from <= from && to <= c->stay_to;
}
// Whether the copy is the device's, idle, and has these bytes where a kernel
// can use them as an array.
bool rt_vk_copy_has(const rt_vk_copy *c, const rt_vk_device *d,
                    const rt_vk_need *n);
// Forgets that pages with bytes [from, to), some of its own, are the same.
void rt_vk_copy_differs(rt_vk_copy *c, uintptr_t from, uintptr_t to);
// Whether nothing of bytes [from, to) goes up in the log of runs any more.
static inline bool
rt_vk_copy_is_there(const rt_vk_copy *c, uintptr_t from, uintptr_t to) {
  return c->log == rt_vk_copies.log && c->log_from <= from && to <= c->log_to;
}
// Whether the copy can do without results in bytes [from, to), which another
// device is to have: what remains is one range, of whose "before" is known.
bool rt_vk_copy_may_trim(const rt_vk_copy *c, uintptr_t from, uintptr_t to);
// The copy that has these bytes, or if it "grows" may have them, and results
// that stay in some; NULL.
rt_vk_copy *rt_vk_copy_staying(const rt_vk_device *d, const rt_vk_need *n,
                               bool grows);
// The copy is used by a run from now on.
void rt_vk_copy_use(rt_vk_device *d, rt_vk_copy *c);
// The new copy takes the place of "part", which has some of its bytes and is in
// no table any more. False: it cannot.
bool rt_vk_copy_adopt(rt_vk_copy *c, rt_vk_copy *part);
// The next bytes [*from, *to) that are taken from the part, from *from on.
// False: no more.
bool rt_vk_part_next(const rt_vk_copy *part, uintptr_t *from, uintptr_t *to);
// Whether a copy in which results stay in some of these bytes, but that has no
// room for the rest, can get it.
bool rt_vk_copy_may_grow(const rt_vk_copy *c, const rt_vk_need *n);
// Ends it with the run; returns those whose place it took.
rt_vk_copy *rt_vk_copy_ungraft(const rt_vk_run *run, rt_vk_copy *c);
// Makes pages of [from, to), which are the bind's and lifted, huge ones: as
// many as what watching the copy has cost so far would have paid for.
void rt_vk_copy_gather(const rt_vk_run *run, rt_vk_copy *c,
                       const loft_bind *bind, uintptr_t from, uintptr_t to);
// A run without kernels that brings back "n" arrays, which are to be filled in,
// from a device that is the run's then; NULL: out of memory.
rt_vk_run *rt_vk_run_back(rt_vk_device *d, const loft_region_desc *region,
                          uint32_t n);
// Ends its commands and frees it, where the buffers of its arrays are others',
// and so is the device.
void rt_vk_run_back_free(rt_vk_run *run);
// Lets the results of a run stay in the array of a bind, and nowhere else.
void rt_vk_copy_leave(rt_vk_device *d, rt_vk_array *a, const loft_bind *bind);
// Ends that. "lost": they did not come back.
void rt_vk_copy_forget(rt_vk_copy *c, bool lost);

#endif
