// runtime/cpu/pool.c: a pool of threads that help with loops; see pool.h.
//
// A thread with a loop opens it in a place of "loops", works on it, closes it
// and waits for those that help. Idle threads help with every loop that is
// open, so loops of several threads share them. Those without work spin for a
// moment, then sleep (futex); threads are never ended, and none exists before
// the first loop that several threads are worth. See Note [Threads].
#include "runtime/cpu/pool.h"

#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/core/float.h"
#include "runtime/core/log.h"
#include "runtime/core/process.h"
#include "runtime/cpu/threads.h"

enum {
  PIECES = 8, // per thread, so that uneven pieces balance
  ALIGN = 64,
  ALIGN_PIECE = 16, // items; pieces start at multiples where they are long
  MAX_SHARES = 64,
  MAX_LOOPS = 16, // open at once; others run on their own thread
  LOOKS = 16      // between two looks at the clock
};

// Threads without work look for some that long before they sleep, seconds: see
// Note [Threads].
static const double spin_time = 50e-6;

// A thread's own pieces: the next one, and the end.
typedef struct share {
  _Alignas(ALIGN) _Atomic int64_t next;
  int64_t end;
} share;

// A loop over "n" items in pieces of "length". Thread t starts with share t,
// the same part of the items in every loop over as many: what it wrote in the
// last one is in its cache. When that is done it helps with the others'.
typedef struct loop {
  _Alignas(ALIGN) atomic_uint helpers; // threads that look at it
  atomic_bool awaited;                 // its owner sleeps until there are none
  int threads;                         // at most
  unsigned float_mode;                 // of its owner
  int64_t n, length;
  void (*fn)(void *user, int64_t lo, int64_t hi);
  void *user;
  int n_shares;
  share shares[MAX_SHARES];
} loop;

static loop loops[MAX_LOOPS];

static struct {
  _Alignas(ALIGN) atomic_uint taken; // a bit for each of "loops": has an owner
  atomic_uint open;                  // the same: threads may help
  atomic_uint opened;                // how often one was opened: a futex
  atomic_uint asleep;                // threads
  _Alignas(ALIGN) atomic_int threads;
  atomic_bool scarce;   // no more can be created
  pthread_mutex_t lock; // for creating threads
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

// ThreadSanitizer sees no atomics of a library that it is not built into: it is
// told what they order.
extern void __tsan_acquire(void *at) __attribute__((weak));
extern void __tsan_release(void *at) __attribute__((weak));

// What other threads did before their release of "l" is seen from here on.
static void
acquire(loop *l) {
  if (__tsan_acquire)
    __tsan_acquire(l);
}

// What this thread did until here is seen by those that acquire "l".
static void
release(loop *l) {
  if (__tsan_release)
    __tsan_release(l);
}

// -- Waiting ------------------------------------------------------------------

// Tells the processor that the thread only waits.
static inline void
relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Whether "word" becomes another than "old" in a short while.
static bool
changes_soon(atomic_uint *word, unsigned old) {
  double end = rt_now() + spin_time;
  do {
    for (int k = 0; k < LOOKS; k++) {
      if (atomic_load_explicit(word, memory_order_acquire) != old)
        return true;
      relax();
    }
  } while (rt_now() < end);
  return false;
}

// Sleeps while "word" is "old", or wakes for nothing.
static void
doze(atomic_uint *word, unsigned old) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
}

// Wakes up to "n" threads that sleep for "word".
static void
wake(atomic_uint *word, int n) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
}

// -- Helping ------------------------------------------------------------------

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

// Helps with the k-th of "loops", as thread "me", if it is open: only then do
// its members hold still, and the owner waits for whoever came before it was
// closed.
static void
help(int k, int me) {
  loop *l = &loops[k];
  atomic_fetch_add(&l->helpers, 1);
  if (atomic_load(&pool.open) >> k & 1) {
    acquire(l);
    if (me < l->threads) {
      rt_float_set_mode(l->float_mode);
      run_shares(l, me);
    }
    release(l);
  }
  if (atomic_fetch_sub(&l->helpers, 1) == 1 && atomic_load(&l->awaited))
    wake(&l->helpers, 1);
}

// A thread of the pool; "user" is its number, from 1.
static void *
serve(void *user) {
  int me = (int)(intptr_t)user;
  rt_process_adopt();
  pthread_setname_np(pthread_self(), "loft");
  for (;;) {
    unsigned seen = atomic_load(&pool.opened);
    unsigned open = atomic_load(&pool.open);
    for (int k = 0; k < MAX_LOOPS; k++)
      if (open >> k & 1)
        help(k, me);
    if (changes_soon(&pool.opened, seen))
      continue;
    atomic_fetch_add(&pool.asleep, 1);
    doze(&pool.opened, seen);
    atomic_fetch_sub(&pool.asleep, 1);
  }
  return user;
}

// -- Threads ------------------------------------------------------------------

// Whether threads exist, or creating some pays by now, for one more loop that
// one thread takes "seconds" for (ski rental).
static bool
is_worth_starting(double seconds) {
  static const double price = 0.3e-3; // see Note [Threads]
  static atomic_bool started;
  static atomic_llong rents; // nanoseconds
  if (atomic_load_explicit(&started, memory_order_relaxed))
    return true;
  long long rent = (long long)((seconds < price ? seconds : price) * 1e9);
  if (atomic_fetch_add(&rents, rent) + rent < (long long)(price * 1e9))
    return false;
  atomic_store(&started, true);
  return true;
}

int
rt_cpu_threads(double seconds) {
  if (!is_worth_starting(seconds))
    return 1;
  int n = rt_threads_allowed();
  int most = atomic_load_explicit(&pool.threads, memory_order_relaxed) + 1;
  return n > most && atomic_load(&pool.scarce) ? most : n;
}

// Creates threads until there are "n", or no more can be; one line then.
static void
create_threads(int n) {
  pthread_mutex_lock(&pool.lock);
  int have = atomic_load(&pool.threads), error = 0;
  while (have < n && !atomic_load(&pool.scarce)) {
    error = rt_threads_create(serve, (void *)(intptr_t)(have + 1));
    if (error == 0)
      atomic_store(&pool.threads, ++have);
    else
      atomic_store(&pool.scarce, true);
  }
  pthread_mutex_unlock(&pool.lock);
  if (error != 0)
    rt_say(RT_LOG_WARNING,
           "cannot create %d threads (%s): regions run with %d from now on", n,
           strerror(error), have + 1);
}

// As many threads as there can be, this one included, at most "n".
static int
obtain(int n) {
  if (n - 1 > atomic_load_explicit(&pool.threads, memory_order_relaxed))
    create_threads(n - 1);
  int most = atomic_load_explicit(&pool.threads, memory_order_relaxed) + 1;
  return n < most ? n : most;
}

void
rt_cpu_after_fork(void) {
  pool.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  atomic_store(&pool.scarce, false);
  if (atomic_load(&pool.threads) == 0)
    return;
  for (int k = 0; k < MAX_LOOPS; k++) {
    atomic_store(&loops[k].helpers, 0);
    atomic_store(&loops[k].awaited, false);
  }
  atomic_store(&pool.taken, 0);
  atomic_store(&pool.open, 0);
  atomic_store(&pool.asleep, 0);
  atomic_store(&pool.threads, 0);
}

// -- Loops --------------------------------------------------------------------

// The number of a place in "loops" that is this thread's now; -1: none is free.
static int
take_place(void) {
  unsigned taken = atomic_load_explicit(&pool.taken, memory_order_relaxed);
  for (;;) {
    int k = __builtin_ctz(~taken);
    if (k >= MAX_LOOPS)
      return -1;
    if (atomic_compare_exchange_weak(&pool.taken, &taken, taken | 1u << k))
      return k;
  }
}

// Gives each share its part of "pieces".
static void
deal(loop *l, int64_t pieces, int threads) {
  l->n_shares = threads < MAX_SHARES ? threads : MAX_SHARES;
  for (int k = 0; k < l->n_shares; k++) {
    l->shares[k].next = pieces * k / l->n_shares;
    l->shares[k].end = pieces * (k + 1) / l->n_shares;
  }
}

// Lets the pool's threads help with the k-th of "loops".
static void
open_loop(int k) {
  loop *l = &loops[k];
  release(l);
  atomic_fetch_or(&pool.open, 1u << k);
  atomic_fetch_add(&pool.opened, 1);
  // Threads wake in any order: where the loop is not for all of them, those it
  // is for may be the last.
  bool all = l->threads > atomic_load(&pool.threads);
  if (atomic_load(&pool.asleep) > 0)
    wake(&pool.opened, all ? l->threads - 1 : RT_MAX_THREADS);
}

// Waits for the threads that help with the k-th of "loops", and gives it up.
static void
close_loop(int k) {
  loop *l = &loops[k];
  atomic_fetch_and(&pool.open, ~(1u << k));
  for (unsigned n; (n = atomic_load(&l->helpers)) > 0;) {
    if (changes_soon(&l->helpers, n))
      continue;
    atomic_store(&l->awaited, true);
    doze(&l->helpers, n);
  }
  atomic_store(&l->awaited, false);
  acquire(l);
  atomic_fetch_and(&pool.taken, ~(1u << k));
}

int
rt_cpu_share(int64_t n, int64_t grain, int threads,
             void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  if (n <= 0)
    return 0;
  int64_t pieces = grain > 0 ? n / grain : n;
  if (pieces > 1)
    threads = obtain(threads);
  int k = threads > 1 && pieces > 1 ? take_place() : -1;
  if (k < 0) {
    fn(user, 0, n);
    return 1;
  }
  if (pieces > (int64_t)threads * PIECES)
    pieces = (int64_t)threads * PIECES;
  loop *l = &loops[k];
  l->n = n;
  l->fn = fn;
  l->user = user;
  l->float_mode = rt_float_mode();
  l->length = n / pieces + (n % pieces != 0);
  if (l->length > 8 * ALIGN_PIECE)
    l->length += (ALIGN_PIECE - l->length % ALIGN_PIECE) % ALIGN_PIECE;
  pieces = n / l->length + (n % l->length != 0);
  l->threads = threads < pieces ? threads : (int)pieces;
  threads = l->threads;
  deal(l, pieces, threads);
  open_loop(k);
  run_shares(l, 0);
  close_loop(k);
  return threads;
}

int
rt_cpu_for(int64_t n, int64_t grain,
           void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  bool several = n > 0 && (grain <= 0 || n / 2 >= grain);
  return rt_cpu_share(n, grain, several ? rt_cpu_threads(INFINITY) : 1, fn,
                      user);
}
