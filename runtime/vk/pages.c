// runtime/vk/pages.c: watched pages by several threads; see pages.h.
#include "runtime/vk/pages.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime/core/watch.h"
#include "runtime/cpu/pool.h"

// The pages of a piece: those of two huge pages.
static size_t
piece_pages(void) {
  return rt_watch_huge_page() / rt_watch_page() * 2;
}

// The words of bits of a piece.
static size_t
piece_words(void) {
  return rt_bits_words(piece_pages());
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
  return rt_vk_pages_pieces(from, to) * piece_words();
}

const uint64_t *
rt_vk_pages_piece(uintptr_t from, uintptr_t to, size_t k, const uint64_t *all,
                  uintptr_t *at, uintptr_t *end) {
  *at = piece_at(from, k);
  *end = piece_at(from, k + 1);
  *end = *end < to ? *end : to;
  return all + k * piece_words();
}

// What is to be done with pages.
typedef enum task_kind { LOOK, PROTECT, LIFT } task_kind;

typedef struct task {
  task_kind kind;
  uintptr_t from, to;
  uint64_t *same;
  atomic_bool ok;
} task;

// Does so with pieces [lo, hi), whose bits have no gaps: the first of all may
// be short, and comes alone. Where all is the same nothing is to be protected,
// and where nothing is the system need not tell what was written since.
static bool
do_run(const task *t, size_t lo, size_t hi) {
  uintptr_t at = piece_at(t->from, lo), end = piece_at(t->from, hi);
  uint64_t *same = t->same ? t->same + lo * piece_words() : NULL;
  end = end < t->to ? end : t->to;
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
  size_t next = lo == 0 ? 1 : (size_t)lo;
  bool ok = lo > 0 || do_run(t, 0, 1);
  if (!ok || (next < (size_t)hi && !do_run(t, next, (size_t)hi)))
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
