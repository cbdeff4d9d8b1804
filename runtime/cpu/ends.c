// runtime/cpu/ends.c: rows that end with a zero, and short ones; see ends.h.
//
// A system call for each row takes longer than the loop that reads a short one.
// So rows are read where they are, when each page that they are in is known to
// be readable: neighbours share a page, and the question.
#include "runtime/cpu/ends.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/core/fault.h"
#include "runtime/cpu/mem.h"
#include "runtime/cpu/pool.h"

enum {
  GRAIN = 256,         // rows that a thread takes at a time, at least
  MOST_KNOWN = 1 << 16 // pages
};

// Pages that can be read: number k is in slot k modulo their number, or is not
// known. Threads share it.
typedef struct pages {
  size_t bytes; // of a page
  size_t mask;  // number of slots - 1
  _Atomic uintptr_t *known;
} pages;

// The rows, and the work on them.
typedef struct work {
  char *const *rows;
  size_t size, least, most;
  pages pages;
  size_t (*bytes)(const void *user, size_t k);
  char *(*to)(const void *user, size_t k); // of a copy
  const void *user;
  _Atomic size_t longest, all; // of measuring
  atomic_bool endless;
} work;

// Prepares for "n" rows. False where there is no memory.
static bool
begin_pages(pages *p, size_t n) {
  size_t slots = 64;
  while (slots < n && slots < MOST_KNOWN)
    slots *= 2;
  *p = (pages){.bytes = (size_t)sysconf(_SC_PAGESIZE),
               .mask = slots - 1,
               .known = rt_calloc(slots, sizeof *p->known)};
  return p->known != NULL;
}

// Whether the page of "at" can be read.
static bool
is_readable(const pages *p, uintptr_t at) {
  uintptr_t page = at / p->bytes;
  _Atomic uintptr_t *slot = &p->known[page & p->mask];
  if (page == 0)
    return false;
  if (atomic_load_explicit(slot, memory_order_relaxed) == page)
    return true;
  if (!rt_mem_readable((const void *)(page * p->bytes), p->bytes))
    return false;
  atomic_store_explicit(slot, page, memory_order_relaxed);
  return true;
}

// The number of the first of "n" elements of that size at "part" that is zero;
// "n" where none is.
static size_t
find_zero(const char *part, size_t n, size_t size) {
  static const char zero[8];
  if (size == 1) {
    const char *at = memchr(part, 0, n);
    return at ? (size_t)(at - part) : n;
  }
  size_t k = 0;
  while (k < n && memcmp(part + k * size, zero, size) != 0)
    k++;
  return k;
}

// How many elements of that size there are at "at" up to the first that is
// zero, that included, or up to the "most"-th; *there: so many as can be read.
// 0: fewer can be read.
static size_t
measure(const pages *p, uintptr_t at, size_t size, size_t most, bool *there) {
  uintptr_t end = at; // of what can be read
  for (size_t k = 0; k < most;) {
    while (end - at < (k + 1) * size) {
      if (!is_readable(p, end)) {
        *there = k > 0;
        return 0;
      }
      end = (end / p->bytes + 1) * p->bytes;
    }
    size_t n = (end - at) / size;
    n = n < most ? n : most;
    k += find_zero((const char *)(at + k * size), n - k, size);
    if (k < n)
      return k + 1;
  }
  return most;
}

// Measures the rows from "lo" to "hi".
static void
measure_piece(void *user, int64_t lo, int64_t hi) {
  work *w = user;
  size_t longest = 1, all = 0;
  for (int64_t k = lo; k < hi; k++) {
    bool there = true;
    size_t n = w->rows[k] ? measure(&w->pages, (uintptr_t)w->rows[k], w->size,
                                    SIZE_MAX / w->size, &there)
                          : 1;
    if (n == 0 && there)
      atomic_store(&w->endless, true);
    longest = n > longest ? n : longest;
    all += n > 0 ? n : 1;
  }
  atomic_fetch_add(&w->all, all);
  size_t before = atomic_load(&w->longest);
  while (before < longest &&
         !atomic_compare_exchange_weak(&w->longest, &before, longest))
    ;
}

size_t
rt_ends_measure(char *const *rows, size_t n, uint32_t size, size_t *all) {
  work w = {.rows = rows, .size = size};
  atomic_init(&w.longest, 1);
  if (!begin_pages(&w.pages, n))
    return 0;
  rt_cpu_for((int64_t)n, GRAIN, measure_piece, &w);
  free((void *)w.pages.known);
  *all = atomic_load(&w.all);
  return atomic_load(&w.endless) ? 0 : atomic_load(&w.longest);
}

// Copies row "k".
static void
copy_row(const work *w, size_t k) {
  bool there = true;
  char *to = w->to(w->user, k), *row = w->rows[k];
  size_t n = measure(&w->pages, (uintptr_t)row, w->size, w->most, &there);
  memcpy(to, row, n * w->size);
  if (n == 0)
    memset(to, 0, w->size);
  if (n < w->least)
    rt_mem_read(to + n * w->size, (char *)((uintptr_t)row + n * w->size),
                (w->least - n) * w->size);
}

// Copies the rows from "lo" to "hi".
static void
copy_piece(void *user, int64_t lo, int64_t hi) {
  const work *w = user;
  for (int64_t k = lo; k < hi; k++)
    if (w->rows[k])
      copy_row(w, (size_t)k);
}

bool
rt_ends_copy(const rt_ended *rows, char *(*to)(const void *user, size_t k),
             const void *user) {
  work w = {.rows = rows->rows,
            .size = rows->size,
            .least = rows->least,
            .most = rows->most,
            .to = to,
            .user = user};
  if (!begin_pages(&w.pages, rows->n))
    return false;
  rt_cpu_for((int64_t)rows->n, GRAIN, copy_piece, &w);
  free((void *)w.pages.known);
  return true;
}

// memcpy() that no sanitizer of the program checks: a row may end before the
// longest one does, and what lies behind it may be part of no object.
__attribute__((no_sanitize("address"), no_builtin("memcpy"))) static void
copy_readable(char *restrict to, const char *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}

// Copies the rows from "lo" to "hi", as far as w->bytes says.
static void
gather_piece(void *user, int64_t lo, int64_t hi) {
  const work *w = user;
  for (int64_t k = lo; k < hi; k++) {
    size_t bytes = w->bytes(w->user, (size_t)k);
    uintptr_t at = (uintptr_t)w->rows[k], end = at + bytes;
    bool there = end >= at;
    if (!at || bytes == 0)
      continue;
    for (uintptr_t p = at; p < end && there; p += w->pages.bytes)
      there = is_readable(&w->pages, p);
    char *to = w->to(w->user, (size_t)k);
    if (there && is_readable(&w->pages, end - 1))
      copy_readable(to, w->rows[k], bytes);
    else
      rt_mem_read(to, w->rows[k], bytes);
  }
}

bool
rt_ends_gather(char *const *rows, size_t n,
               size_t (*bytes)(const void *user, size_t k),
               char *(*to)(const void *user, size_t k), const void *user) {
  work w = {.rows = rows, .bytes = bytes, .to = to, .user = user};
  if (!begin_pages(&w.pages, n))
    return false;
  rt_cpu_for((int64_t)n, GRAIN, gather_piece, &w);
  free((void *)w.pages.known);
  return true;
}
