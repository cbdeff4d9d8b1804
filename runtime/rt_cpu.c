// rt_cpu.c: loops over the threads of OpenMP; see rt_cpu.h.
#include "runtime/rt_cpu.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "runtime/rt_process.h"

enum {
  PIECES = 8, // per thread, so that uneven pieces balance
  ALIGN = 64,
  ALIGN_PIECE = 16, // items; pieces start at multiples where they are long
  MAX_SHARES = 64
};

int
rt_cpu_threads(void) {
  if (rt_process_alone() || omp_in_parallel())
    return 1;
  int n = omp_get_max_threads();
  return n > 0 ? n : 1;
}

// A thread's own pieces: the next one, and the end.
typedef struct share {
  _Alignas(ALIGN) _Atomic int64_t next;
  int64_t end;
} share;

// A loop over "n" items in pieces of "length". Thread t starts with share t,
// the same part of the items in every loop over as many: what it wrote in the
// last one is in its cache. When that is done it helps with the others'.
typedef struct loop {
  int64_t n, length;
  void (*fn)(void *user, int64_t lo, int64_t hi);
  void *user;
  int n_shares;
  share shares[MAX_SHARES];
} loop;

// Gives each share its part of "pieces".
static void
deal(loop *l, int64_t pieces, int threads) {
  l->n_shares = threads < MAX_SHARES ? threads : MAX_SHARES;
  for (int k = 0; k < l->n_shares; k++) {
    l->shares[k].next = pieces * k / l->n_shares;
    l->shares[k].end = pieces * (k + 1) / l->n_shares;
  }
}

// What thread "me" does of the loop.
static void
run_shares(loop *l, int me) {
  for (int k = 0; k < l->n_shares; k++) {
    share *s = &l->shares[(me + k) % l->n_shares];
    int64_t p;
    while ((p = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) <
           s->end) {
      int64_t lo = p * l->length, rest = l->n - lo;
      l->fn(l->user, lo, rest < l->length ? l->n : lo + l->length);
    }
  }
}

// Runs the loop on that many threads. Apart from what runs on one: a function
// with OpenMP in it enters libomp at its start, which not every process may
// (rt_process_alone).
__attribute__((noinline)) static void
run_all(loop *l, int threads) {
#pragma omp parallel num_threads(threads)
  run_shares(l, omp_get_thread_num());
}

int
rt_cpu_share(int64_t n, int64_t grain, int threads,
             void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  if (n <= 0)
    return 0;
  int64_t pieces = grain > 0 ? n / grain : n;
  if (threads == 1 || pieces <= 1) {
    fn(user, 0, n);
    return 1;
  }
  if (pieces > (int64_t)threads * PIECES)
    pieces = (int64_t)threads * PIECES;
  loop l; // large: filled in as far as used
  l.n = n;
  l.fn = fn;
  l.user = user;
  l.length = n / pieces + (n % pieces != 0);
  if (l.length > 8 * ALIGN_PIECE)
    l.length += (ALIGN_PIECE - l.length % ALIGN_PIECE) % ALIGN_PIECE;
  pieces = n / l.length + (n % l.length != 0);
  if (threads > pieces)
    threads = (int)pieces;
  deal(&l, pieces, threads);
  run_all(&l, threads);
  return threads;
}

int
rt_cpu_for(int64_t n, int64_t grain,
           void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  bool several = n > 0 && (grain <= 0 || n / 2 >= grain);
  return rt_cpu_share(n, grain, several ? rt_cpu_threads() : 1, fn, user);
}
