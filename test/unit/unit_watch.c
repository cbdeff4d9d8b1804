// unit_watch: which writes to watched pages are noticed (all of them), and
// which memory cannot be watched. Prints "no" where the system cannot.
#include "runtime/core/watch.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

enum { PAGES = 600, WORDS = (PAGES + 63) / 64 };

static size_t page;
static char statics[1 << 20];

// Anonymous memory of so many pages at "at", or anywhere.
static char *
map(void *at, size_t pages) {
  char *p = mmap(at, pages * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
  CHECK(p != MAP_FAILED);
  return p;
}

// The address that the pages at p begin with, and where they end.
#define RANGE(p) (uintptr_t)(p), (uintptr_t)(p) + PAGES *page

// Starts watching so many pages, all of them.
static bool
start(char *p, size_t pages) {
  uintptr_t from = (uintptr_t)p + 1, to = from + pages * page - 2;
  if (!rt_watch_start(&from, &to))
    return false;
  CHECK(from == (uintptr_t)p && to == from + pages * page);
  return true;
}

// Renews pages.
static bool
renew_range(uintptr_t from, uintptr_t to, uint64_t *same) {
  return rt_watch_look(from, to, same) && rt_watch_is_ours(from, to) &&
         rt_watch_protect(from, to, same);
}

// Fills pages and watches them.
static void
begin(char *p) {
  uint64_t same[WORDS] = {0};
  memset(p, 1, PAGES * page);
  CHECK(start(p, PAGES));
  CHECK(renew_range(RANGE(p), same));
  CHECK(rt_bits_count(same, 0, PAGES) == 0);
}

// How many pages are unchanged since the last time; -1: not watched.
static int
renew(char *p) {
  uint64_t same[WORDS] = {0};
  return renew_range(RANGE(p), same) ? (int)rt_bits_count(same, 0, PAGES) : -1;
}

// Asserts that pages [lo, hi) alone have changed.
static void
expect_changed(char *p, size_t lo, size_t hi) {
  uint64_t same[WORDS] = {0}, again[WORDS] = {0};
  CHECK(rt_watch_look(RANGE(p), same));
  CHECK(renew_range(RANGE(p), again));
  CHECK(!memcmp(same, again, sizeof same));
  for (size_t k = 0; k < PAGES; k++)
    CHECK(rt_bits_get(same, k) == (k < lo || k >= hi));
  CHECK(renew(p) == PAGES);
}

// The process's own stores, system calls, and other processes.
static void
test_writes(void) {
  char *p = map(NULL, PAGES);
  int fd = open("/dev/zero", O_RDONLY);
  begin(p);
  CHECK(renew(p) == PAGES);
  p[5 * page + 7] = 2;
  expect_changed(p, 5, 6);
  CHECK(read(fd, p + 10 * page, 3 * page) == (ssize_t)(3 * page));
  expect_changed(p, 10, 13);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    char text[2] = "x";
    struct iovec from = {text, 1}, to = {p + 20 * page, 1};
    _exit(process_vm_writev(parent, &from, 1, &to, 1, 0) != 1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  if (status == 0) { // where it may
    CHECK(p[20 * page] == 'x');
    expect_changed(p, 20, 21);
  }
  int own = open("/proc/self/mem", O_WRONLY);
  if (own >= 0 && pwrite(own, "y", 1, (off_t)(uintptr_t)(p + 30 * page)) == 1)
    expect_changed(p, 30, 31);
  p[100] = p[599 * page] = 3;
  CHECK(renew(p) == PAGES - 2);
  rt_watch_lift(RANGE(p));
  CHECK(renew(p) == 0 && renew(p) == PAGES);
  rt_watch_lift(RANGE(p));
  CHECK(rt_watch_protect(RANGE(p), NULL));
  p[40 * page] = 4;
  expect_changed(p, 40, 41);
  rt_watch_stop(RANGE(p));
  CHECK(renew(p) == -1);
  munmap(p, PAGES * page);
}

// Memory that is given back, and comes again with other contents.
static void
test_mappings(void) {
  char *p = map(NULL, PAGES);
  begin(p);
  CHECK(renew(p) == PAGES);
  CHECK(madvise(p + page, page, MADV_DONTNEED) == 0);
  expect_changed(p, 1, 1 + (p[page] == 0)); // read: zeros are there now
  munmap(p, PAGES * page);
  map(p, PAGES);
  CHECK(renew(p) == -1);
  begin(p);
  map(p + 3 * page, 1);
  CHECK(renew(p) == -1);
  munmap(p, PAGES * page);
  map(p, PAGES);
  begin(p);
  char *q = mremap(p, PAGES * page, PAGES * page, MREMAP_MAYMOVE | MREMAP_FIXED,
                   map(NULL, PAGES));
  CHECK(q != MAP_FAILED && renew(q) == -1);
  map(p, PAGES);
  CHECK(renew(p) == -1);
  begin(q);
  char *larger = mremap(q, PAGES * page, 2 * PAGES * page, MREMAP_MAYMOVE);
  CHECK(larger != MAP_FAILED);
  CHECK(renew(larger) == (larger == q ? PAGES : -1));
  munmap(p, PAGES * page);
  munmap(larger, 2 * PAGES * page);
}

// Memory whose contents the system may take, or moves and leaves the mapping.
static void
test_left(void) {
  enum { DONT_UNMAP = 4 }; // MREMAP_DONTUNMAP
  char *p = map(NULL, PAGES);
  begin(p);
  CHECK(madvise(p + page, page, MADV_FREE) == 0);
  p[page] = 2; // else it may be taken at any time
  expect_changed(p, 1, 2);
  CHECK(mprotect(p, PAGES * page, PROT_READ) == 0);
  CHECK(mprotect(p, PAGES * page, PROT_READ | PROT_WRITE) == 0);
  CHECK(renew(p) == PAGES);
  p[4 * page] = 3;
  expect_changed(p, 4, 5);
  char *q = mremap(p, PAGES * page, PAGES * page, MREMAP_MAYMOVE | DONT_UNMAP);
  if (q != MAP_FAILED) {
    CHECK(q[4 * page] == 3 && p[4 * page] == 0);
    CHECK(renew(q) == -1 && renew(p) < PAGES);
    munmap(q, PAGES * page);
  }
  munmap(p, PAGES * page);
}

// What a device brings past the page cache, as read(2) does here where the file
// system can.
static void
test_direct(void) {
  char name[] = "watch-direct-XXXXXX", *p = map(NULL, PAGES);
  int fd = mkostemp(name, O_DIRECT);
  begin(p);
  if (fd >= 0 && write(fd, p, 2 * page) == (ssize_t)(2 * page) &&
      pread(fd, p + 7 * page, 2 * page, 0) == (ssize_t)(2 * page))
    expect_changed(p, 7, 9);
  if (fd >= 0) {
    close(fd);
    unlink(name);
  }
  munmap(p, PAGES * page);
}

// The program watches, or stops watching, pages itself.
static void
test_others(void) {
  char *p = map(NULL, PAGES);
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP};
  struct uffdio_register range = {
      {(uintptr_t)p, 3 * page}, UFFDIO_REGISTER_MODE_WP, 0};
  int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
  if (fd >= 0 && ioctl(fd, UFFDIO_API, &api) == 0 &&
      ioctl(fd, UFFDIO_REGISTER, &range) == 0) {
    CHECK(!start(p, PAGES));
    CHECK(ioctl(fd, UFFDIO_UNREGISTER, &range.range) == 0);
    begin(p);
    CHECK(ioctl(fd, UFFDIO_REGISTER, &range) != 0);
    CHECK(renew(p) == PAGES);
    rt_watch_stop(RANGE(p));
    CHECK(ioctl(fd, UFFDIO_REGISTER, &range) == 0);
    CHECK(renew(p) == -1);
  }
  if (fd >= 0)
    close(fd);
  munmap(p, PAGES * page);
}

// A child's writes are its own; the parent's are seen after fork as before.
static void
test_fork(void) {
  char *p = map(NULL, PAGES);
  int status;
  begin(p);
  pid_t child = fork();
  if (child == 0) {
    memset(p, 9, 50 * page);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(renew(p) == PAGES && p[0] == 1);
  p[2 * page] = 4;
  expect_changed(p, 2, 3);
  munmap(p, PAGES * page);
}

// Watches pages of the n bytes at p, and writes to one.
static void
begin_within(char *p, size_t n) {
  uintptr_t from = (uintptr_t)p, to = from + n;
  uint64_t same[WORDS] = {0}, again[WORDS] = {0};
  memset(p, 1, n);
  CHECK(rt_watch_start(&from, &to));
  CHECK(from < (uintptr_t)p + page && to >= (uintptr_t)p + n);
  CHECK(renew_range(from, to, same));
  *(volatile char *)(from + 3 * page) = 2;
  memset(same, 0, sizeof same);
  CHECK(renew_range(from, to, same) && !rt_bits_get(same, 3));
  CHECK(rt_bits_get(same, 4));
  CHECK(renew_range(from, to, again) && rt_bits_get(again, 3));
  rt_watch_stop(from, to);
}

// Stack, static memory and huge pages are watched like others.
static void
test_kinds(void) {
  char local[64 << 10];
  begin_within(local, sizeof local);
  begin_within(statics, sizeof statics);
  char *p = map(NULL, 3 * 512);
  char *huge = p + (2 << 20) - (uintptr_t)p % (2 << 20);
  (void)madvise(huge, 4 << 20, MADV_HUGEPAGE);
  memset(huge, 1, 4 << 20);
  begin(huge);
  huge[511 * page] = 2;
  expect_changed(huge, 511, 512);
  munmap(p, 3 * 512 * page);
}

// Pages that are made a huge one while they are lifted hold what they held, and
// are watched like others.
static void
test_gathered(void) {
  char *p = map(NULL, 3 * 512);
  size_t size = rt_watch_huge_page();
  char *huge = p + size - (uintptr_t)p % size;
  begin(huge);
  huge[7 * page] = 5;
  rt_watch_lift(RANGE(huge));
  bool made = rt_watch_gather((uintptr_t)huge);
  CHECK(huge[7 * page] == 5 && huge[8 * page] == 1);
  CHECK(renew(huge) == 0 && renew(huge) == PAGES);
  huge[9 * page] = 2;
  expect_changed(huge, 9, 10);
  rt_watch_lift(RANGE(huge));
  CHECK(!made || rt_watch_gather((uintptr_t)huge));
  rt_watch_stop(RANGE(huge));
  munmap(p, 3 * 512 * page);
}

// What others can write without a trace here cannot be watched.
static void
test_refused(void) {
  char *p = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(p != MAP_FAILED && !start(p, PAGES));
  CHECK(!rt_watch_is_own(RANGE(p)));
  munmap(p, PAGES * page);
  int id = shmget(IPC_PRIVATE, PAGES * page, 0600);
  if (id >= 0) {
    p = shmat(id, NULL, 0);
    CHECK(shmctl(id, IPC_RMID, NULL) == 0 && p != (char *)-1);
    CHECK(!start(p, PAGES) && !rt_watch_is_own(RANGE(p)));
    shmdt(p);
  }
  int fd = open("/proc/self/exe", O_RDONLY);
  p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  CHECK(p != MAP_FAILED);
  CHECK(!start(p, 2));
  CHECK(rt_watch_is_own((uintptr_t)p, (uintptr_t)p + 2 * page));
  munmap(p, 2 * page);
  p = map(NULL, PAGES);
  munmap(p + 7 * page, page);
  CHECK(!start(p, PAGES) && !rt_watch_is_own(RANGE(p)));
  CHECK(renew(p) == -1);
  munmap(p, PAGES * page);
}

// Every range of bits against every offset in another word or two, bit by bit.
static void
test_bits(void) {
  enum { BITS = 200 };
  static const uint64_t ones[] = {0x8000000000000001, 0xf0f0f0f012345678, 0,
                                  ~UINT64_C(0)};
  for (size_t lo = 0; lo < BITS; lo += 7)
    for (size_t hi = lo; hi < BITS; hi += 9)
      for (size_t at = 0; at < 3; at++) {
        uint64_t both[4], not[4];
        size_t first = hi, shift = at * 31 % (BITS - hi + 1);
        memcpy(both, ones, sizeof both);
        memcpy(not, ones, sizeof not);
        rt_bits_and(both, lo, hi, ones, shift);
        rt_bits_or_not(not, lo, hi, both);
        for (size_t k = BITS; k-- > 0;) {
          bool one = rt_bits_get(ones, k), in = k >= lo && k < hi;
          bool other = in && rt_bits_get(ones, shift + k - lo);
          CHECK(rt_bits_get(both, k) == (one && (!in || other)));
          CHECK(rt_bits_get(not, k) == (in ? one || !(one && other) : one));
          first = in && one ? k : first;
        }
        CHECK(rt_bits_next(ones, lo, hi) == first);
      }
}

int
main(void) {
  test_bits();
  printf("%s\n", rt_watch_way());
  if (!rt_watch_possible())
    return 0;
  page = rt_watch_page();
  CHECK(!rt_watch_pinned());
  CHECK(rt_watch_fault() > 0 && rt_watch_fault() < 1);
  test_writes();
  test_mappings();
  test_left();
  test_direct();
  test_others();
  test_fork();
  test_kinds();
  test_gathered();
  test_refused();
  printf("all good\n");
  return 0;
}
