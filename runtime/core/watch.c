// runtime/core/watch.c: watching pages; see watch.h.
//
// Note [Watching]. A page holds what it held when it was renewed if its entry
// in the page table is present and still write-protected by us. Nothing else is
// taken for unchanged: an entry that is not there (MADV_DONTNEED, munmap), one
// of memory swapped out, one of a mapping that came later. Renewing first asks
// which pages are unchanged, then protects those that are not. A write between
// the two is seen by the second, or, where that was left out since no page had
// changed, by the next look: the page it wrote is protected no more.
//
// Which memory can be watched is asked when that begins: /proc/self/maps must
// say that it is private and of no file. A mapping that takes its place is not
// registered with our userfaultfd, and PM_SCAN_CHECK_WPASYNC refuses it; where
// it is registered with one of the program's, registering it again fails.
//
// What remains unseen are writes through references to pages that were taken
// before they were protected: those of devices (DMA). Long ones are counted as
// pinned (VmPin); short ones last as long as a system call of the program's
// (read(2) of a file opened with O_DIRECT) that another thread is in.
#include "runtime/core/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/mapping.h"

// What <linux/fs.h> and <linux/userfaultfd.h> have from Linux 6.7 on, or later.
struct region {
  uint64_t start, end, categories;
};
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages,
      category_inverted, category_mask, category_anyof_mask, return_mask;
};
enum { IS_WATCHED = 1, IS_WRITTEN = 2, IS_PRESENT = 8 }; // PAGE_IS_*
enum { PROTECT = 1, CHECK_WATCHED = 2 };                 // PM_SCAN_*
enum { USER_MODE_ONLY = 1, WP_UNPOPULATED = 1 << 13, WP_ASYNC = 1 << 15 };
static const unsigned long pagemap_scan = _IOWR('f', 16, struct scan);

enum { REGIONS = 256 }; // told at once

static struct {
  pthread_once_t once;
  size_t page;
  double fault;              // seconds
  int uffd, pagemap, status; // files; -1: none
  char way[96];
} watch = {.once = PTHREAD_ONCE_INIT, .uffd = -1, .pagemap = -1, .status = -1};

// -- Opening --------------------------------------------------------------

// Opens a file of /proc/self to read.
static int
open_own(const char *path) {
  return rt_fault_system(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
}

// Opens a userfaultfd that notes writes on its own; -1 where there is none.
static int
open_uffd(void) {
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP |
                                       WP_UNPOPULATED | WP_ASYNC};
  if (rt_fault_system("userfaultfd"))
    return -1;
  int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | USER_MODE_ONLY);
  if (fd >= 0 && ioctl(fd, UFFDIO_API, &api) == 0)
    return fd;
  int error = errno;
  if (fd >= 0)
    close(fd);
  errno = error;
  return -1;
}

// Asks for the pages of [from, to) that are in all categories of "mask", of
// which "inverted" those in which they are not. Sets their bits in "bits" to
// "ones"; NULL: nothing is told, which takes less time.
static bool
scan(uintptr_t from, uintptr_t to, uint64_t flags, uint64_t inverted,
     uint64_t mask, uint64_t *bits, bool ones) {
  struct region found[REGIONS];
  uintptr_t at = from;
  while (at < to) {
    struct scan s = {.size = sizeof s,
                     .flags = flags,
                     .start = at,
                     .end = to,
                     .vec = bits ? (uintptr_t)found : 0,
                     .vec_len = bits ? REGIONS : 0,
                     .category_inverted = inverted,
                     .category_mask = mask,
                     .return_mask = mask};
    if (rt_fault_system("PAGEMAP_SCAN"))
      return false;
    int n = ioctl(watch.pagemap, pagemap_scan, &s);
    if (n < 0 || s.walk_end <= at)
      return false;
    for (int k = 0; k < n; k++)
      rt_bits_fill(bits, (found[k].start - from) / watch.page,
                   (found[k].end - from) / watch.page, ones);
    at = s.walk_end;
  }
  return true;
}

// Registers whole pages.
static bool
attach(uintptr_t from, uintptr_t to) {
  struct uffdio_register range = {.range = {from, to - from},
                                  .mode = UFFDIO_REGISTER_MODE_WP};
  return !rt_fault_system("UFFDIO_REGISTER") &&
         ioctl(watch.uffd, UFFDIO_REGISTER, &range) == 0;
}

// Takes the time that the first write to a watched page takes, the shortest of
// some. Needs all files. False: pages cannot be watched, after all.
static bool
measure_fault(void) {
  enum { PAGES = 8 };
  size_t size = PAGES * watch.page;
  uint64_t same = 0;
  char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (p == MAP_FAILED)
    return false;
  uintptr_t from = (uintptr_t)p;
  bool ok = attach(from, from + size) &&
            rt_watch_look(from, from + size, &same) &&
            rt_watch_protect(from, from + size, &same);
  watch.fault = 1;
  for (size_t k = 0; ok && k < PAGES; k++) {
    double start = rt_now();
    *(volatile char *)(p + k * watch.page) = 1;
    double seconds = rt_now() - start;
    watch.fault = seconds < watch.fault ? seconds : watch.fault;
  }
  same = 0;
  ok = ok && rt_watch_look(from, from + size, &same) && same == 0;
  munmap(p, size);
  return ok;
}

// Opens the files of watching, and tries it.
static void
find_out(void) {
  watch.page = (size_t)sysconf(_SC_PAGESIZE);
  watch.uffd = open_uffd();
  if (watch.uffd < 0) {
    snprintf(watch.way, sizeof watch.way, "no: userfaultfd (Linux 6.7): %s",
             strerrordesc_np(errno));
    return;
  }
  watch.pagemap = open_own("/proc/self/pagemap");
  watch.status = open_own("/proc/self/status");
  if (watch.pagemap >= 0 && watch.status >= 0 && measure_fault()) {
    snprintf(watch.way, sizeof watch.way,
             "userfaultfd (WP_ASYNC) and PAGEMAP_SCAN");
    return;
  }
  snprintf(watch.way, sizeof watch.way, "no: PAGEMAP_SCAN (Linux 6.7): %s",
           strerrordesc_np(errno));
  close(watch.uffd);
  watch.uffd = -1;
  if (watch.pagemap >= 0)
    close(watch.pagemap);
  if (watch.status >= 0)
    close(watch.status);
}

bool
rt_watch_possible(void) {
  pthread_once(&watch.once, find_out);
  return watch.uffd >= 0;
}

double
rt_watch_fault(void) {
  int fixed = rt_env_int(RT_ENV_TEST_WATCH_FAULT); // ns
  rt_watch_possible();
  return fixed > 0 ? fixed * 1e-9 : watch.fault;
}

const char *
rt_watch_way(void) {
  rt_watch_possible();
  return watch.way;
}

// -- Pages ----------------------------------------------------------------

size_t
rt_watch_page(void) {
  rt_watch_possible();
  return watch.page;
}

// Makes [*from, *to) whole pages.
static void
round_out(uintptr_t *from, uintptr_t *to) {
  *from = *from / watch.page * watch.page;
  *to = (*to + watch.page - 1) / watch.page * watch.page;
}

// -- What can be watched --------------------------------------------------

// Whether only this process's page table leads to the memory of the mapping, so
// that every write to it is seen.
static bool
is_private(const rt_mapping *m) {
  const char *name = m->name;
  return !m->shared && m->inode == 0 &&
         (name[0] == '\0' || !strcmp(name, "[heap]") ||
          !strncmp(name, "[stack", 6) || !strncmp(name, "[anon", 5));
}

// Finds the mapping that "at" is in. False: there is none, or it is not known.
static bool
find_mapping(uintptr_t at, rt_mapping *m) {
  return rt_mapping_find(at, true, m) && m->start <= at;
}

// Whether all of [from, to) is such memory.
static bool
can_watch(uintptr_t from, uintptr_t to) {
  rt_mapping m;
  while (from < to && find_mapping(from, &m) && is_private(&m))
    from = m.end;
  return from >= to;
}

bool
rt_watch_is_own(uintptr_t from, uintptr_t to) {
  rt_mapping m;
  while (from < to && find_mapping(from, &m) && !m.shared)
    from = m.end;
  return from >= to;
}

void
rt_watch_stop(uintptr_t from, uintptr_t to) {
  struct uffdio_range range = {from, to - from};
  (void)ioctl(watch.uffd, UFFDIO_UNREGISTER, &range);
}

// Registers whole pages if they can be watched.
static bool
start(uintptr_t from, uintptr_t to) {
  if (from >= to || !attach(from, to))
    return false;
  bool can = can_watch(from, to);
  if (!can)
    rt_watch_stop(from, to);
  return can;
}

bool
rt_watch_start(uintptr_t *from, uintptr_t *to) {
  if (!rt_watch_possible())
    return false;
  round_out(from, to);
  if (start(*from, *to))
    return true;
  // Static arrays without initializers may begin in the file's last page.
  *from += watch.page;
  return start(*from, *to);
}

// -- Looking --------------------------------------------------------------

bool
rt_watch_look(uintptr_t from, uintptr_t to, uint64_t *same) {
  return scan(from, to, CHECK_WATCHED, IS_WRITTEN,
              IS_WATCHED | IS_PRESENT | IS_WRITTEN, same, true);
}

bool
rt_watch_is_ours(uintptr_t from, uintptr_t to) {
  // Registering again does nothing, unless others did it.
  return attach(from, to);
}

bool
rt_watch_protect(uintptr_t from, uintptr_t to, uint64_t *same) {
  return scan(from, to, PROTECT | CHECK_WATCHED, 0, IS_WATCHED | IS_WRITTEN,
              same, false);
}

void
rt_watch_lift(uintptr_t from, uintptr_t to) {
  struct uffdio_writeprotect range = {.range = {from, to - from}};
  (void)ioctl(watch.uffd, UFFDIO_WRITEPROTECT, &range);
}

size_t
rt_watch_huge_page(void) {
  enum { ENTRY = 8 };
  return rt_watch_page() / ENTRY * watch.page;
}

bool
rt_watch_gather(uintptr_t at) {
  enum { COLLAPSE = 25 }; // MADV_COLLAPSE, Linux 6.1
  return !rt_fault_system("MADV_COLLAPSE") &&
         madvise((void *)at, rt_watch_huge_page(), COLLAPSE) == 0;
}

bool
rt_watch_pinned(void) {
  char text[4096];
  ssize_t n = rt_fault_system("reading /proc/self/status")
                  ? -1
                  : pread(watch.status, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  const char *pinned = strstr(text, "\nVmPin:");
  return !pinned || strtoul(pinned + 7, NULL, 10) > 0;
}

// -- Bits -----------------------------------------------------------------

// The bits of word "w" that are in [lo, hi).
static uint64_t
mask_of(size_t w, size_t lo, size_t hi) {
  uint64_t mask = ~UINT64_C(0);
  if (lo > w * RT_WORD)
    mask <<= lo % RT_WORD;
  if (hi < (w + 1) * RT_WORD)
    mask &= ~(~UINT64_C(0) << hi % RT_WORD);
  return mask;
}

void
rt_bits_fill(uint64_t *bits, size_t lo, size_t hi, bool ones) {
  for (size_t w = lo / RT_WORD; w * RT_WORD < hi; w++) {
    uint64_t mask = mask_of(w, lo, hi);
    bits[w] = ones ? bits[w] | mask : bits[w] & ~mask;
  }
}

size_t
rt_bits_count(const uint64_t *bits, size_t lo, size_t hi) {
  size_t n = 0;
  for (size_t w = lo / RT_WORD; w * RT_WORD < hi; w++)
    n += (size_t)__builtin_popcountll(bits[w] & mask_of(w, lo, hi));
  return n;
}

size_t
rt_bits_next(const uint64_t *bits, size_t lo, size_t hi) {
  for (size_t w = lo / RT_WORD; w * RT_WORD < hi; w++) {
    uint64_t ones = bits[w] & mask_of(w, lo, hi);
    if (ones != 0)
      return w * RT_WORD + (size_t)__builtin_ctzll(ones);
  }
  return hi;
}

// Bits [at, at + n) as the low ones of a word; those above have no meaning.
static uint64_t
bits_at(const uint64_t *bits, size_t at, size_t n) {
  size_t w = at / RT_WORD, shift = at % RT_WORD;
  uint64_t low = bits[w] >> shift;
  return shift + n > RT_WORD ? low | bits[w + 1] << (RT_WORD - shift) : low;
}

void
rt_bits_and(uint64_t *bits, size_t lo, size_t hi, const uint64_t *other,
            size_t at) {
  for (size_t k = lo, n; k < hi; k += n) {
    size_t room = RT_WORD - k % RT_WORD;
    n = hi - k < room ? hi - k : room;
    bits[k / RT_WORD] &= bits_at(other, at + k - lo, n) << k % RT_WORD |
                         ~mask_of(k / RT_WORD, k, k + n);
  }
}

void
rt_bits_or_not(uint64_t *bits, size_t lo, size_t hi, const uint64_t *other) {
  for (size_t w = lo / RT_WORD; w * RT_WORD < hi; w++)
    bits[w] |= ~other[w] & mask_of(w, lo, hi);
}
