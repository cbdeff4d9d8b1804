// runtime/cpu/mem.c: moving host memory; see mem.h.
#include "runtime/cpu/mem.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "loft/loft_abi.h"
#include "runtime/cpu/learn.h"
#include "runtime/cpu/pool.h"

enum {
  SEVERAL = 1 << 20, // from so many bytes on, several threads may share
  MANY = 8 << 20,    // the same, do: what is between is learned
  PIECE = 128 << 10, // bytes at a time: one that is late holds up the others
  LOG_BLOCK = 4096,  // bytes copied twice while they are in the cache
  LINE = 64,         // of the cache
  PIPE_PIECE = 4096, // what a pipe takes without blocking
  POPULATE_READ = 22 // MADV_POPULATE_READ, which older headers lack
};

// Bytes a second that one thread moves, until measured.
static const double thread_rate = 8e9;

// Shares out "n" items of that many bytes among threads, if they are so many
// that waking these pays: they sleep between copies.
static void
share_out(size_t n, size_t bytes,
          void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  int threads = n < SEVERAL / bytes ? 1 : rt_cpu_threads(INFINITY);
  int64_t grain = (int64_t)(PIECE / bytes);
  double all = (double)n * (double)bytes;
  if (threads == 1 || all >= MANY) {
    rt_cpu_share((int64_t)n, grain, threads, fn, user);
    return;
  }
  const void *place = (const void *)(uintptr_t)fn;
  rt_timing *timing = rt_timing_find(place, (uint32_t)threads, all);
  rt_cpu_share_learned(timing, all / thread_rate, (int64_t)n, grain, threads,
                       fn, user);
}

// -- Reading without faulting ---------------------------------------------

typedef struct reading {
  char *dst;
  uintptr_t src; // perhaps no pointer to anything
  atomic_size_t readable;
} reading;

// Bytes from "src" to the end of its page, at most "n".
static size_t
to_page_end(const char *src, size_t n) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t left = page - (uintptr_t)src % page;
  return left < n ? left : n;
}

// Reads one piece through a pipe: write(2) says EFAULT instead of faulting.
// For kernels and sandboxes without process_vm_readv. Returns bytes read, 0
// when the first byte cannot be read.
static size_t
read_by_pipe(int fd[2], char *dst, const char *src, size_t n) {
  size_t done = 0;
  size_t piece = to_page_end(src, n < PIPE_PIECE ? n : PIPE_PIECE);
  ssize_t in = write(fd[1], src, piece);
  while (in > 0 && done < (size_t)in) {
    ssize_t k = read(fd[0], dst + done, (size_t)in - done);
    if (k <= 0 && errno != EINTR)
      return done;
    done += k > 0 ? (size_t)k : 0;
  }
  return done;
}

// Reads one piece where no pipe can be had either: sigprocmask says EFAULT for
// a set it cannot read before it says that there is no such change. Between
// that and the copy, other threads might unmap the page.
static size_t
read_asked(char *dst, const char *src, size_t n) {
  enum { SET = 8 }; // bytes, and aligned so, that the kernel reads
  uintptr_t at = (uintptr_t)src / SET * SET;
  size_t piece = to_page_end(src, n);
  if (syscall(SYS_rt_sigprocmask, -1, at, NULL, SET) < 0 && errno == EFAULT)
    return 0;
  memcpy(dst, src, piece);
  return piece;
}

// Reads what it can from "src" on, at most n bytes. Returns bytes read, 0 when
// the first byte cannot be read. fd: a pipe when process_vm_readv is denied,
// opened at need.
static size_t
read_some(int fd[2], char *dst, const char *src, size_t n) {
  if (fd[0] < 0) {
    struct iovec to = {dst, n}, from = {(void *)(uintptr_t)src, n};
    ssize_t got = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
    if (got >= 0)
      return (size_t)got;
    if (errno == EFAULT)
      return 0;
    if (pipe(fd) != 0)
      return read_asked(dst, src, n);
  }
  return read_by_pipe(fd, dst, src, n);
}

// One piece of rt_mem_read.
static void
read_piece(void *user, int64_t lo, int64_t hi) {
  reading *r = user;
  int fd[2] = {-1, -1};
  size_t at = (size_t)lo, readable = 0;
  while (at < (size_t)hi) {
    size_t left = (size_t)hi - at;
    const char *src = (const char *)(r->src + at);
    size_t got = read_some(fd, r->dst + at, src, left);
    readable += got;
    at += got;
    if (got > 0)
      continue;
    size_t skip = to_page_end(src, left);
    memset(r->dst + at, 0, skip);
    at += skip;
  }
  if (fd[0] >= 0) {
    close(fd[0]);
    close(fd[1]);
  }
  atomic_fetch_add(&r->readable, readable);
}

size_t
rt_mem_read(void *dst, const void *src, size_t n) {
  reading r = {.dst = dst, .src = (uintptr_t)src};
  share_out(n, 1, read_piece, &r);
  return atomic_load(&r.readable);
}

// Whether one byte in each page from "from" to "to" can be read.
static bool
pages_readable(uintptr_t from, uintptr_t to, size_t page) {
  int fd[2] = {-1, -1};
  bool ok = true;
  char byte;
  for (uintptr_t at = from; at < to && ok; at += page)
    ok = read_some(fd, &byte, (const char *)at, 1) == 1;
  if (fd[0] >= 0) {
    close(fd[0]);
    close(fd[1]);
  }
  return ok;
}

bool
rt_mem_readable(const void *src, size_t n) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uintptr_t from = (uintptr_t)src / page * page;
  uintptr_t to = (uintptr_t)src + n, own = (uintptr_t)&page / page * page;
  if (n == 0 || madvise((void *)from, to - from, POPULATE_READ) == 0)
    return true;
  if (madvise((void *)own, page, POPULATE_READ) == 0)
    return false;
  return pages_readable(from, to, page); // a kernel before 5.14
}

int
loft_readable(const void *base, int64_t lo, int64_t hi, uint32_t size) {
  const int64_t most = INT64_C(1) << 44; // more than addresses there are
  if (lo >= hi)
    return 1;
  if (lo < -most || hi > most)
    return 0;
  uintptr_t first = (uintptr_t)base + (uintptr_t)lo * size;
  return rt_mem_readable((const void *)first, (size_t)(hi - lo) * size);
}

// -- Copying ---------------------------------------------------------------

typedef struct copying {
  char *dst;
  const char *src;
} copying;

// One piece of rt_mem_copy.
static void
copy_piece(void *user, int64_t lo, int64_t hi) {
  copying *c = user;
  memcpy(c->dst + lo, c->src + lo, (size_t)(hi - lo));
}

void
rt_mem_copy(void *dst, const void *src, size_t n) {
  copying c = {dst, src};
  share_out(n, 1, copy_piece, &c);
}

typedef struct logging {
  char *dst, *log;
  const char *src;
} logging;

// memcpy past the cache where the processor can; "dst" begins a line of it. In
// no order with other stores until a fence.
static void
stream(char *dst, const char *src, size_t n) {
  size_t at = 0;
#ifdef __SSE2__
  for (; n - at >= sizeof(__m128i); at += sizeof(__m128i))
    _mm_stream_si128(
        (__m128i *)(void *)(dst + at),
        _mm_loadu_si128((const __m128i *)(const void *)(src + at)));
#endif
  memcpy(dst + at, src + at, n - at);
}

// One piece of rt_mem_copy_and_log: what a block reads is still in the cache
// when it is written to the log.
static void
log_piece(void *user, int64_t from, int64_t to) {
  const logging *l = user;
  size_t at = (size_t)from, hi = (size_t)to;
  for (size_t n; at < hi; at += n) {
    n = LOG_BLOCK - (uintptr_t)(l->log + at) % LINE;
    n = n < hi - at ? n : hi - at;
    memcpy(l->dst + at, l->src + at, n);
    if ((uintptr_t)(l->log + at) % LINE == 0)
      stream(l->log + at, l->src + at, n);
    else
      memcpy(l->log + at, l->src + at, n);
  }
#ifdef __SSE2__
  _mm_sfence();
#endif
}

void
rt_mem_copy_and_log(void *dst, void *log, const void *src, size_t n) {
  logging l = {dst, log, src};
  share_out(n, 1, log_piece, &l);
}

// -- Writing changes ---------------------------------------------------------

typedef struct changing {
  char *dst;
  const char *now, *before;
  size_t n;
  uint32_t size; // of an element: 8, 4, 2, or all else by bytes
  unsigned char *changed;
  atomic_size_t written;
} changing;

// Elements are compared by so many, and shared out among threads: bytes of
// "changed" belong to one thread.
enum { CHANGED_BLOCK = 256 };

// The bytes that one bit of "changed" stands for.
static uint32_t
unit(uint32_t elem_size) {
  return elem_size == 8 || elem_size == 4 || elem_size == 2 ? elem_size : 1;
}

// Writes the changed elements of type T among the bytes [lo, hi).
#define WRITE_CHANGED(T)                                                       \
  for (size_t i = lo; i < hi; i += sizeof(T)) {                                \
    T now, before;                                                             \
    memcpy(&now, c->now + i, sizeof now);                                      \
    memcpy(&before, c->before + i, sizeof before);                             \
    if (now != before) {                                                       \
      memcpy(c->dst + i, &now, sizeof now);                                    \
      written += sizeof now;                                                   \
      if (c->changed)                                                          \
        c->changed[i / sizeof now / 8] |= 1u << i / sizeof now % 8;            \
    }                                                                          \
  }

// Writes the changed elements among the bytes [lo, hi), a multiple of size,
// each with one store of its size. Returns the bytes written.
static size_t
write_changed(const changing *c, size_t lo, size_t hi) {
  size_t written = 0;
  if (c->size == 8)
    WRITE_CHANGED(uint64_t)
  else if (c->size == 4)
    WRITE_CHANGED(uint32_t)
  else if (c->size == 2)
    WRITE_CHANGED(uint16_t)
  else
    WRITE_CHANGED(uint8_t)
  return written;
}

// One piece of rt_mem_write_changed, in blocks; equal ones are skipped.
static void
changed_piece(void *user, int64_t from, int64_t to) {
  changing *c = user;
  size_t block = CHANGED_BLOCK * c->size, written = 0;
  for (size_t at = (size_t)from * block; at < (size_t)to * block; at += block) {
    size_t end = c->n - at < block ? c->n : at + block;
    if (memcmp(c->now + at, c->before + at, end - at) != 0)
      written += write_changed(c, at, end);
  }
  atomic_fetch_add(&c->written, written);
}

size_t
rt_mem_write_changed(void *dst, const void *now, const void *before, size_t n,
                     uint32_t elem_size, unsigned char *changed) {
  changing c = {dst, now, before, n, unit(elem_size), changed, 0};
  size_t block = CHANGED_BLOCK * c.size;
  share_out((n + block - 1) / block, block, changed_piece, &c);
  return atomic_load(&c.written);
}

size_t
rt_mem_changed_bytes(size_t n, uint32_t elem_size) {
  return (n / unit(elem_size) + 7) / 8;
}

typedef struct taking {
  char *dst;
  const char *src;
  const unsigned char *changed;
  size_t n, size;
} taking;

// One piece of rt_mem_take_changed: bytes [lo, hi) of "changed".
static void
take_piece(void *user, int64_t lo, int64_t hi) {
  const taking *t = user;
  for (size_t k = (size_t)lo; k < (size_t)hi; k++) {
    size_t at = 8 * k * t->size, end = at + 8 * t->size;
    if (t->changed[k] == 255 && end <= t->n) {
      memcpy(t->dst + at, t->src + at, 8 * t->size);
      continue;
    }
    for (size_t i = 0; i < 8 && t->changed[k] >> i; i++)
      if (t->changed[k] >> i & 1)
        memcpy(t->dst + at + i * t->size, t->src + at + i * t->size, t->size);
  }
}

void
rt_mem_take_changed(void *dst, const void *src, const unsigned char *changed,
                    size_t n, uint32_t elem_size) {
  taking t = {dst, src, changed, n, unit(elem_size)};
  share_out(rt_mem_changed_bytes(n, elem_size), 8 * t.size, take_piece, &t);
}

void
rt_mem_undo_changed(void *dst, const void *before, const unsigned char *changed,
                    size_t n, uint32_t elem_size) {
  size_t size = unit(elem_size);
  for (size_t k = 0; k < n / size; k++)
    if (changed[k / 8] >> k % 8 & 1)
      memcpy((char *)dst + k * size, (const char *)before + k * size, size);
}

void
rt_mem_restore(void *dst, const void *was, size_t n, uint32_t elem_size) {
  char now[8192];
  for (size_t at = 0, m; at < n; at += m) {
    m = n - at < sizeof now ? n - at : sizeof now;
    const char *piece = (const char *)was + at;
    rt_mem_read(now, (char *)dst + at, m);
    rt_mem_write_changed((char *)dst + at, piece, now, m, elem_size, NULL);
  }
}

// -- Comparing -------------------------------------------------------------

enum { COMPARED = 64 << 10 }; // bytes at once

typedef struct comparing {
  uintptr_t p; // perhaps no pointer to anything
  const char *q;
  size_t n, page, group; // group: pages at once
  uint64_t *same;
} comparing;

// Where page k begins, of the bytes that are compared.
static size_t
page_begin(const comparing *c, size_t k) {
  size_t at = k * c->page, skew = c->p % c->page;
  at = at > skew ? at - skew : 0;
  return at < c->n ? at : c->n;
}

// One piece of rt_mem_compare.
static void
compare_piece(void *user, int64_t lo, int64_t hi) {
  const comparing *c = user;
  char now[COMPARED];
  for (size_t g = (size_t)lo; g < (size_t)hi; g++) {
    size_t first = g * c->group, from = page_begin(c, first);
    size_t n = page_begin(c, first + c->group) - from;
    reading r = {.dst = now, .src = c->p + from};
    read_piece(&r, 0, (int64_t)n);
    if (atomic_load(&r.readable) < n)
      continue;
    for (size_t k = first; k < first + c->group; k++) {
      size_t at = page_begin(c, k), end = page_begin(c, k + 1);
      if (at < end && memcmp(now + (at - from), c->q + at, end - at) == 0)
        __atomic_fetch_or(&c->same[k / 64], UINT64_C(1) << k % 64,
                          __ATOMIC_RELAXED);
    }
  }
}

void
rt_mem_compare(const void *p, const void *q, size_t n, size_t page,
               uint64_t *same) {
  comparing c = {(uintptr_t)p, q, n, page, COMPARED / page, same};
  size_t bytes = c.p % page + n;
  if (c.group > 0)
    share_out((bytes + COMPARED - 1) / COMPARED, COMPARED, compare_piece, &c);
}

void *
loft_peek_pointer(const void *at) {
  int saved_errno = errno;
  void *p = NULL;
  bool readable = rt_mem_read(&p, at, sizeof p) == sizeof p;
  errno = saved_errno;
  return readable ? p : NULL;
}
