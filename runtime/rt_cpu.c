// rt_cpu.c: the CPU back end: kernels run at once, over the threads of OpenMP.
//
// A handle is the address of C index 0, kernels work in place. The only thing
// that can fail is memory for temporaries.
#include "runtime/rt_cpu.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt_backend.h"
#include "runtime/rt_learn.h"
#include "runtime/rt_log.h"

enum {
  GRAIN_WORK = 20000, // scalar operations worth waking a thread for
  PIECES = 8,         // per thread, so that uneven pieces balance
  ALIGN = 64,
  ALIGN_PIECE = 16, // items; pieces start at multiples where they are long
  MAX_SHARES = 64
};

// A temporary array of a run; its elements follow.
typedef struct temporary {
  struct temporary *next;
  char *data;
} temporary;

typedef struct cpu_run {
  loft_run base;
  temporary *temporaries;
} cpu_run;

// -- Threads ------------------------------------------------------------------

int
rt_cpu_threads(void) {
  if (omp_in_parallel())
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

int
rt_cpu_for(int64_t n, int64_t grain,
           void (*fn)(void *user, int64_t lo, int64_t hi), void *user) {
  if (n <= 0)
    return 0;
  int64_t pieces = grain > 0 ? n / grain : n;
  int threads = pieces > 1 ? rt_cpu_threads() : 1;
  if (threads == 1) {
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
#pragma omp parallel num_threads(threads)
  run_shares(&l, omp_get_thread_num());
  return threads;
}

// -- Launches
// ------------------------------------------------------------------

typedef struct launch {
  loft_cpu_kernel *kernel;
  const uint64_t *args;
} launch;

// One piece of a launch.
static void
launch_piece(void *user, int64_t lo, int64_t hi) {
  launch *l = user;
  l->kernel(l->args, lo, hi);
}

// x * y * z, 0 when one is not positive, -1 when it does not fit.
static int64_t
item_count(int64_t x, int64_t y, int64_t z) {
  int64_t n;
  if (x <= 0 || y <= 0 || z <= 0)
    return 0;
  if (__builtin_mul_overflow(x, y, &n) || __builtin_mul_overflow(n, z, &n))
    return -1;
  return n;
}

// Adds a launch to the times kept for LOFT_LOG=2.
static void
note_time(loft_run *run, uint32_t k, int64_t n, double seconds) {
  rt_kernel_time *t = &run->kernels[k];
  t->launches++;
  t->items += (uint64_t)n;
  t->seconds += seconds;
}

// Waking all threads, seconds, where it was not measured yet.
static const double wake_time = 5e-6;
// Scalar operations of one thread in a second, until measured.
static const double thread_rate = 1e9;

// What waking the threads may be too long for. Below, nothing is shared out;
// above, everything is.
static bool
is_close(double work) {
  return work > GRAIN_WORK && work < 1e4 * GRAIN_WORK;
}

// Runs a launch of "n" items, "work" scalar operations each, with one thread
// or all, whatever was faster before; returns the number of threads.
static int
run_launch(launch *l, const loft_kernel_desc *kernel, int64_t n, int64_t work) {
  int64_t grain = GRAIN_WORK / (work > 0 ? work : 1) + 1;
  double total = (double)n * (double)(work > 0 ? work : 1);
  int threads = is_close(total) ? rt_cpu_threads() : 1;
  if (threads == 1)
    return rt_cpu_for(n, grain, launch_piece, l);
  const double model[2] = {total / thread_rate,
                           total / thread_rate / threads + wake_time};
  double seconds[2] = {model[0], model[1]};
  rt_lesson *lesson = rt_learn_find(kernel, (uint32_t)threads, total);
  int all = rt_learn_pick(lesson, seconds);
  double start = rt_now();
  int used = rt_cpu_for(n, all ? grain : n, launch_piece, l);
  rt_learn_tell(lesson, all, model[all], rt_now() - start);
  return used;
}

// rt_backend.launch.
static int
cpu_launch(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
           const uint64_t *args, int64_t loop_bound, int64_t work) {
  const loft_kernel_desc *kernel = &run->region->cpu_kernels[k];
  launch l = {kernel->cpu, args};
  int64_t n = item_count(x, y, z);
  (void)loop_bound;
  if (n < 0)
    return rt_run_fail(run, "kernel %s has too many items", kernel->name);
  double start = run->kernels ? rt_now() : 0;
  int threads = run_launch(&l, kernel, n, work);
  if (run->kernels)
    note_time(run, k, n, rt_now() - start);
  run->account.launches++;
  if ((uint32_t)threads > run->account.threads)
    run->account.threads = (uint32_t)threads;
  return LOFT_OK;
}

// -- Memory
// ---------------------------------------------------------------------

// rt_backend.handle.
static loft_handle
cpu_handle(loft_run *run, uint32_t k) {
  return (loft_handle)(uintptr_t)run->binds[k].base;
}

// rt_backend.alloc.
static int
cpu_alloc(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out) {
  cpu_run *c = (cpu_run *)run;
  uint64_t bytes;
  *out = 0;
  if (n < 0 || __builtin_mul_overflow((uint64_t)n, elem_size, &bytes) ||
      bytes > PTRDIFF_MAX - 2 * ALIGN)
    return rt_run_fail(run, "a temporary array has no sensible size");
  bytes += ALIGN - bytes % ALIGN;
  temporary *t = malloc(sizeof *t);
  char *data = t ? aligned_alloc(ALIGN, bytes) : NULL;
  if (!data) {
    free(t);
    return rt_run_fail(run, "out of memory for a temporary array");
  }
  t->data = data;
  t->next = c->temporaries;
  c->temporaries = t;
  *out = (loft_handle)(uintptr_t)data;
  return LOFT_OK;
}

// rt_backend.free: arrays that are not temporaries are left alone.
static void
cpu_free(loft_run *run, loft_handle h) {
  cpu_run *c = (cpu_run *)run;
  for (temporary **p = &c->temporaries; *p; p = &(*p)->next) {
    temporary *t = *p;
    if ((loft_handle)(uintptr_t)t->data != h)
      continue;
    *p = t->next;
    free(t->data);
    free(t);
    return;
  }
}

// The address of element i.
static void *
element(loft_handle h, int64_t i, uint32_t elem_size) {
  return (void *)((uintptr_t)h + (uintptr_t)i * elem_size);
}

// rt_backend.load.
static int
cpu_load(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
         uint64_t *bits) {
  (void)run;
  *bits = 0;
  memcpy(bits, element(h, i, elem_size), elem_size);
  return LOFT_OK;
}

// rt_backend.store.
static int
cpu_store(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
          uint64_t bits) {
  (void)run;
  memcpy(element(h, i, elem_size), &bits, elem_size);
  return LOFT_OK;
}

// rt_backend.pointer.
static void *
cpu_pointer(loft_run *run, loft_handle h) {
  (void)run;
  return (void *)(uintptr_t)h;
}

// -- Runs
// -------------------------------------------------------------------------

// rt_backend.finish: everything has been written already.
static int
cpu_finish(loft_run *run, int failed) {
  run->account.device = rt_now() - run->start;
  return failed ? LOFT_FAILED : LOFT_OK;
}

// rt_backend.destroy.
static void
cpu_destroy(loft_run *run) {
  cpu_run *c = (cpu_run *)run;
  while (c->temporaries)
    cpu_free(run, (loft_handle)(uintptr_t)c->temporaries->data);
  free(run->kernels);
  free(c);
}

static const rt_backend cpu_backend = {
    .handle = cpu_handle,
    .launch = cpu_launch,
    .alloc = cpu_alloc,
    .free = cpu_free,
    .load = cpu_load,
    .store = cpu_store,
    .pointer = cpu_pointer,
    .finish = cpu_finish,
    .destroy = cpu_destroy,
};

loft_run *
rt_cpu_begin(loft_region_desc *region, const loft_bind *binds) {
  cpu_run *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  rt_run_init(&c->base, &cpu_backend, LOFT_ON_CPU, region, binds);
  memcpy(c->base.account.name, "cpu", 4);
  if (rt_log_wants(RT_LOG_KERNEL))
    c->base.kernels = calloc(region->n_cpu_kernels + 1, sizeof(rt_kernel_time));
  return &c->base;
}
