// runtime/vk/pages.c: watched pages by several threads; see pages.h.
#include "runtime/vk/pages.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime/core/watch.h"
#include "runtime/cpu/pool.h"

// The pages of a piece: those of two huge pages, each of which has as many as a
// page has entries of a page table.
static size_t
piece_pages(void) {
  enum { ENTRY = 8 };
  return rt_watch_page() / ENTRY * 2;
}

// Where piece "k" of pages from "from" on begins.
static uintptr_t
piece_at(uintptr_t from, size_t k) {
  size_t bytes = piece_pages() * rt_watch_page();
  return k == 0 ? from : (from / bytes + k) * bytes;
}

size_t
rt_vk_pages_pieces(uintptr_t from, uintptr_t to) {
  size_t bytes = piece_pages() * rt_watch_page();
  return (to + bytes - 1) / bytes - from / bytes;
}

size_t
rt_vk_pages_words(uintptr_t from, uintptr_t to) {
  return rt_vk_pages_pieces(from, to) * rt_bits_words(piece_pages());
}

uint64_t *
rt_vk_pages_piece(uintptr_t from, uintptr_t to, size_t k, uint64_t *all,
                  uintptr_t *at, uintptr_t *end) {
  *at = piece_at(from, k);
  *end = piece_at(from, k + 1);
  *end = *end < to ? *end : to;
  return all ? all + k * rt_bits_words(piece_pages()) : NULL;
}

// What is to be done with pages.
typedef enum task_kind { LOOK, PROTECT, LIFT } task_kind;

typedef struct task {
  task_kind kind;
  uintptr_t from, to;
  uint64_t *same;
  atomic_bool ok;
} task;

// Does so with one piece. Where all is the same nothing is to be protected, and
// where nothing is the system need not tell what was written since.
static bool
do_piece(const task *t, size_t k) {
  uintptr_t at, end;
  uint64_t *same = rt_vk_pages_piece(t->from, t->to, k, t->same, &at, &end);
  if (t->kind == LOOK)
    return rt_watch_look(at, end, same);
  if (t->kind == LIFT) {
    rt_watch_lift(at, end);
    return true;
  }
  size_t n = (end - at) / rt_watch_page(), known = rt_bits_count(same, 0, n);
  return known == n || rt_watch_protect(at, end, known > 0 ? same : NULL);
}

// Some pieces of do_pages.
static void
do_pieces(void *user, int64_t lo, int64_t hi) {
  task *t = user;
  for (int64_t k = lo; k < hi; k++)
    if (!do_piece(t, (size_t)k))
      atomic_store(&t->ok, false);
}

// Does that with pages [from, to).
static bool
do_pages(task_kind kind, uintptr_t from, uintptr_t to, uint64_t *same) {
  enum { MANY = 4 };
  task t = {kind, from, to, same, true};
  size_t n = rt_vk_pages_pieces(from, to);
  rt_cpu_share((int64_t)n, 1, n < MANY ? 1 : rt_cpu_threads(INFINITY),
               do_pieces, &t);
  return atomic_load(&t.ok);
}

bool
rt_vk_pages_look(uintptr_t from, uintptr_t to, bool renews, uint64_t *same) {
  memset(same, 0, rt_vk_pages_words(from, to) * sizeof *same);
  return do_pages(LOOK, from, to, same) && rt_watch_is_ours(from, to) &&
         (!renews || do_pages(PROTECT, from, to, same));
}

void
rt_vk_pages_lift(uintptr_t from, uintptr_t to) {
  do_pages(LIFT, from, to, NULL);
}
