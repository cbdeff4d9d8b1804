// runtime/cpu/pool.c: loops over the threads of OpenMP; see pool.h.
//
// libomp ends the process when it cannot create a thread. So before a thread's
// first loop on several, as many are created here, all alive at once; when that
// fails, one thread does the work from then on. It ends the process as well, or
// takes a number from nowhere, when OMP_NUM_THREADS is no list of numbers: then
// it is not entered.
#include "runtime/cpu/pool.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/log.h"
#include "runtime/core/process.h"

enum {
  MAX_THREADS = 1024,
  MAX_ASKED = 65536, // in OMP_NUM_THREADS: libomp makes tables of that size
  STACK = 512 << 10, // bytes: kernels have arrays of 256 KiB on it
  PIECES = 8,        // per thread, so that uneven pieces balance
  ALIGN = 64,
  ALIGN_PIECE = 16, // items; pieces start at multiples where they are long
  MAX_SHARES = 64
};

// -- How many threads ---------------------------------------------------------

// Whether "list" is what OMP_NUM_THREADS may be: numbers with commas between
// them, some of which may be missing, and blanks around them.
static bool
is_count_list(const char *list) {
  const char *c = list + strspn(list, " \t");
  bool any = *c != '\0';
  while (any && *c) {
    long count = 0;
    for (; *c >= '0' && *c <= '9' && count <= MAX_ASKED; c++)
      count = count * 10 + (*c - '0');
    c += strspn(c, " \t");
    any = count <= MAX_ASKED && (*c == ',' || *c == '\0');
    if (*c == ',')
      c += 1 + strspn(c + 1, " \t");
  }
  return any;
}

// Whether libomp may be entered; one line when not.
static bool
may_use_omp(void) {
  enum { UNKNOWN, YES, NO };
  static atomic_int known;
  int is = atomic_load_explicit(&known, memory_order_relaxed);
  if (is == UNKNOWN) {
    const char *asked = getenv("OMP_NUM_THREADS");
    is = !asked || is_count_list(asked) ? YES : NO;
    if (atomic_exchange(&known, is) == UNKNOWN && is == NO)
      rt_say(RT_LOG_WARNING,
             "OMP_NUM_THREADS=%.40s is no list of numbers up to %d: regions "
             "run with one thread",
             asked, MAX_ASKED);
  }
  return is == YES;
}

// Whether threads could not be created.
static atomic_bool scarce;

// As many threads as this thread may run loops on, after that many forks.
static _Thread_local struct {
  int threads;
  unsigned forks;
} granted;

// As many threads as libomp has, or will be able to create, for this thread.
static int
threads_granted(void) {
  return granted.threads > 0 && granted.forks == rt_process_forks()
             ? granted.threads
             : 1;
}

// Whether starting libomp pays by now, for one more loop that one thread takes
// "seconds" for: like renting until the rents reach the price.
static bool
is_worth_starting(double seconds) {
  static const double price = 2e-3; // about 1.3e-3; regions and launches ask
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
  if (!is_worth_starting(seconds) || rt_process_alone() || !may_use_omp() ||
      omp_in_parallel())
    return 1;
  int n = omp_get_max_threads();
  if (n > MAX_THREADS)
    n = MAX_THREADS;
  if (atomic_load_explicit(&scarce, memory_order_relaxed) &&
      n > threads_granted())
    n = threads_granted();
  return n > 0 ? n : 1;
}

// A thread on trial: lives as long as "user" is locked.
static void *
live(void *user) {
  pthread_mutex_lock(user);
  pthread_mutex_unlock(user);
  return NULL;
}

// Whether "n" threads like libomp's can be alive at once; an error number.
static int
try_threads(int n) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[MAX_THREADS];
  pthread_attr_t attr;
  int made = 0, error = pthread_attr_init(&attr);
  if (error != 0)
    return error;
#ifdef KMP_VERSION_MAJOR
  pthread_attr_setstacksize(&attr, kmp_get_stacksize_s());
#endif
  pthread_mutex_lock(&gate);
  while (made < n && error == 0) {
    error = pthread_create(&threads[made], &attr, live, &gate);
    made += error == 0;
  }
  pthread_mutex_unlock(&gate);
  while (made > 0)
    pthread_join(threads[--made], NULL);
  pthread_attr_destroy(&attr);
  return error;
}

// Whether threads of libomp have stack enough for kernels; one line when not.
static bool
have_stack(void) {
#ifdef KMP_VERSION_MAJOR
  size_t stack = kmp_get_stacksize_s();
  if (stack >= STACK)
    return true;
  if (!atomic_exchange(&scarce, true))
    rt_say(RT_LOG_WARNING,
           "OMP_STACKSIZE gives threads %zu KiB of stack, regions need %d: "
           "they run with one from now on",
           stack >> 10, STACK >> 10);
  return false;
#else
  return true;
#endif
}

// As many threads as there can be, at most "n".
static int
obtain(int n) {
  if (n <= threads_granted())
    return n;
  if (atomic_load(&scarce) || !have_stack())
    return threads_granted();
  int error = try_threads(n - 1);
  if (error == 0) {
    granted.threads = n;
    granted.forks = rt_process_forks();
    return n;
  }
  if (!atomic_exchange(&scarce, true))
    rt_say(RT_LOG_WARNING,
           "cannot create %d threads (%s): regions run with one from now on",
           n - 1, strerror(error));
  return threads_granted();
}

// -- Loops --------------------------------------------------------------------

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
  if (pieces > 1)
    threads = obtain(threads);
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
  return rt_cpu_share(n, grain, several ? rt_cpu_threads(INFINITY) : 1, fn,
                      user);
}
