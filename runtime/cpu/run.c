// runtime/cpu/run.c: the CPU back end: a region's kernels, run in place.
//
// A handle is the address of C index 0. Kernels write into the program's arrays
// at once, and what can fail is memory; so host code runs ahead: launches and
// stores are queued, and executed when an element is read or the region ends.
// By then its temporary arrays exist. Where more arrays may come after that
// (LOFT_LATE_ALLOC, but for LOFT_READS_AHEAD, or a queue that became long), a
// copy of what the program's arrays held is made before the first is written,
// and a failure puts it back.
//
// A thread has one run and a short queue of its own, so that a region asks for
// no memory unless it is within another one or long.
#include "runtime/cpu/backend.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/timing.h"
#include "runtime/core/trace.h"
#include "runtime/cpu/ends.h"
#include "runtime/cpu/estimate.h"
#include "runtime/cpu/learn.h"
#include "runtime/cpu/mem.h"
#include "runtime/cpu/pool.h"
#include "runtime/cpu/threads.h"

enum {
  // Scalar operations: up to so many are not shared out, more than so many are;
  // between them waking the threads may take too long.
  GRAIN_WORK = 20000,
  SHARED_WORK = 200000000,
  BEHIND = 2,          // slots behind arguments
  MAX_QUEUE = 4 << 20, // bytes
  OWN_QUEUE = 1024,    // the same, of a thread
  MAX_IDLE = 256 << 20 // bytes of freed arrays that wait for the queue
};

// Scalar operations of one thread in a second, until measured.
static const double thread_rate = 1e9;
// A temporary array of a run.
typedef struct temporary {
  struct temporary *next;
  char *data;
  uint64_t size;
} temporary;

// A launch, or a store of one element ("elem_size" > 0), in the queue. The
// arguments of a launch follow, and what is behind them (loft_cpu_kernel).
typedef struct action {
  uint32_t k, elem_size;
  int64_t n, work; // items; scalar operations of one, at least 1
  char *at;        // of the element
  uint64_t bits;
  uint64_t args[];
} action;

typedef struct own_run own_run;

// The plan of a launch, made before it runs and kept for the next one like it.
typedef struct plan {
  const loft_kernel_desc *kernel;
  double total; // scalar operations of all items
  rt_timing *timing;
} plan;

typedef struct cpu_run {
  loft_run base;
  own_run *own; // what this run is in; NULL: it has memory of its own
  int threads;  // to share launches among, as last asked
  plan last;    // of the last launch that asked for one
  temporary *temporaries, *idle; // idle: freed, but perhaps in the queue
  uint64_t idle_bytes;
  char *queue;
  size_t queued, room; // bytes
  bool writes;         // the queue writes arrays of the program
  bool wrote;          // something has been written to them
  atomic_bool strayed; // a kernel met an element that is none of those assumed
  char **copies;       // one for each bind, what they held; or NULL
  loft_handle *inputs; // one for each bind, of the copy that is read; or NULL
} cpu_run;

// A thread's own run; "taken" while a region is in it.
struct own_run {
  cpu_run run;
  bool taken;
  _Alignas(16) char queue[OWN_QUEUE];
};

static _Thread_local own_run own;

// -- Undoing ------------------------------------------------------------------

// Frees the copies.
static void
drop_copies(cpu_run *c) {
  for (uint32_t k = 0; c->copies && k < c->base.region->n_binds; k++)
    free(c->copies[k]);
  free(c->copies);
  c->copies = NULL;
}

// True when the arrays that the region writes take less than half of the memory
// there is: a footprint may be larger than what is used of it.
static bool
has_room_for_copies(const cpu_run *c) {
  uint64_t half =
      (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2;
  uint64_t bytes = 0;
  for (uint32_t k = 0; k < c->base.region->n_binds && bytes < half; k++)
    if (c->base.binds[k].mode & LOFT_WRITE)
      bytes += rt_bind_bytes(&c->base.binds[k]);
  return bytes < half;
}

// Whether it writes rows that stay where they are.
static bool
writes_followed(const cpu_run *c) {
  const uint32_t both = LOFT_FOLLOWED | LOFT_WRITE;
  for (uint32_t k = 0; k < c->base.region->n_binds; k++)
    if ((c->base.binds[k].mode & both) == both)
      return true;
  return false;
}

// Copies the arrays that the region writes.
static int
keep_copies(cpu_run *c) {
  uint32_t n = c->base.region->n_binds;
  if (writes_followed(c))
    return rt_run_decline(&c->base, "its launches write rows before the last");
  if (!has_room_for_copies(c))
    return rt_run_fail(&c->base, "no room for copies of what it writes");
  c->copies = rt_calloc(n + 1, sizeof *c->copies);
  for (uint32_t k = 0; c->copies && k < n; k++) {
    const loft_bind *b = &c->base.binds[k];
    uint64_t bytes = (b->mode & LOFT_WRITE) ? rt_bind_bytes(b) : 0;
    if (bytes == 0)
      continue;
    c->copies[k] = rt_malloc(bytes);
    if (!c->copies[k])
      drop_copies(c);
    else
      rt_mem_read(c->copies[k], rt_bind_start(b), bytes);
  }
  return c->copies ? LOFT_OK : rt_run_fail(&c->base, "out of host memory");
}

// Puts back the old contents of the arrays.
static void
put_back(const cpu_run *c) {
  for (uint32_t k = 0; c->copies && k < c->base.region->n_binds; k++)
    if (c->copies[k])
      rt_mem_restore(rt_bind_start(&c->base.binds[k]), c->copies[k],
                     rt_bind_bytes(&c->base.binds[k]),
                     c->base.binds[k].elem_size);
}

// -- The queue ----------------------------------------------------------------

// Whether a kernel of the run has met an element that it does not touch.
static bool
has_strayed(cpu_run *c) {
  return atomic_load_explicit(&c->strayed, memory_order_relaxed);
}

// The code of "k" for this CPU.
static loft_cpu_kernel *
code_of(const loft_kernel_desc *k) {
#ifdef __x86_64__
  if (k->wide && rt_env_int(RT_ENV_WIDE) && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("popcnt"))
    return k->wide;
#endif
  return k->cpu;
}

// One piece of a launch, unless the run is given up.
static void
launch_piece(void *user, int64_t lo, int64_t hi) {
  const action *a = user;
  loft_run *run = (loft_run *)(uintptr_t)a->bits;
  loft_cpu_kernel *code = code_of(&run->region->cpu_kernels[a->k]);
  if (!has_strayed((cpu_run *)run))
    code(a->args, lo, hi);
}

int
loft_run_strays(loft_run *run) {
  if (run->assumed)
    atomic_store_explicit(&((cpu_run *)run)->strayed, true,
                          memory_order_relaxed);
  return run->assumed;
}

void
loft_launch_strays(const uint64_t *args) {
  const char *at = (const char *)args - offsetof(action, args);
  const action *a = (const action *)(const void *)at;
  loft_run_strays((loft_run *)(uintptr_t)a->bits);
}

// Notes that a run by assumed extents is given up, which writes to arrays of
// the program last of all, when all data has been looked at.
static int
write_early(cpu_run *c) {
  return rt_run_decline(&c->base,
                        "it would write before all data is looked at");
}

// Notes that the run is given up, since extents are not as assumed. Nothing has
// been written that would have to be put back.
static int
give_up(cpu_run *c) {
  c->queued = 0;
  c->writes = false;
  return rt_run_decline(&c->base, "data is out of the range of earlier calls");
}

// The times of a launch.
static rt_timing *
timing_of(cpu_run *c, const loft_kernel_desc *kernel, double total) {
  if (c->last.kernel != kernel || c->last.total != total)
    c->last = (plan){kernel, total,
                     rt_timing_find(kernel, (uint32_t)c->threads, total)};
  return c->last.timing;
}

// Runs a launch with one thread or all, whatever was faster before; returns the
// number of threads.
static int
share_out(cpu_run *c, action *a, const loft_kernel_desc *kernel) {
  double total = (double)a->n * (double)a->work;
  int64_t forced = rt_env_int(RT_ENV_TEST_GRAIN);
  if (forced)
    return rt_cpu_for(a->n, forced / a->work + 1, launch_piece, a);
  if (total > GRAIN_WORK && c->threads <= 1)
    c->threads = rt_cpu_threads(total / thread_rate);
  int threads = total > GRAIN_WORK ? c->threads : 1;
  if (threads == 1)
    return rt_cpu_share(a->n, 1, 1, launch_piece, a);
  int64_t grain = GRAIN_WORK / a->work + 1;
  if (total > SHARED_WORK)
    return rt_cpu_share(a->n, grain, threads, launch_piece, a);
  return rt_cpu_share_learned(timing_of(c, kernel, total), total / thread_rate,
                              a->n, grain, threads, launch_piece, a);
}

// Executes a launch.
static void
run_launch(loft_run *run, action *a) {
  double start = run->kernels ? rt_now() : 0;
  a->bits = (uint64_t)(uintptr_t)run;
  int threads = share_out((cpu_run *)run, a, &run->region->cpu_kernels[a->k]);
  if (run->kernels) {
    rt_kernel_time *t = &run->kernels[a->k];
    t->launches++;
    t->items += (uint64_t)a->n;
    double seconds = rt_now() - start;
    t->seconds += seconds;
    const loft_kernel_desc *k = &run->region->cpu_kernels[a->k];
    rt_trace_span(run, &(rt_span){.what = "kernel",
                                  .name = k->name,
                                  .line = k->line,
                                  .start = start,
                                  .seconds = seconds});
  }
  run->account.launches++;
  if ((uint32_t)threads > run->account.threads)
    run->account.threads = (uint32_t)threads;
}

// The bytes an action takes in the queue.
static size_t
action_size(const loft_run *run, uint32_t k, bool is_store) {
  uint32_t n = is_store ? 0 : run->region->cpu_kernels[k].n_params + BEHIND;
  return sizeof(action) + n * sizeof(uint64_t);
}

// Executes what is queued. "more": something may fail afterwards, so what is
// overwritten is kept; without memory for that nothing is executed.
static int
flush(cpu_run *c, bool more) {
  if (more && c->writes && c->base.assumed)
    return write_early(c);
  if (more && c->writes && !c->wrote && keep_copies(c) != LOFT_OK)
    return LOFT_FAILED;
  c->wrote |= c->writes;
  for (size_t at = 0; at < c->queued;) {
    action *a = (action *)(void *)(c->queue + at);
    at += action_size(&c->base, a->k, a->elem_size > 0);
    if (a->elem_size > 0)
      memcpy(a->at, &a->bits, a->elem_size);
    else
      run_launch(&c->base, a);
    if (has_strayed(c))
      return give_up(c);
  }
  c->queued = 0;
  c->writes = false;
  return LOFT_OK;
}

// Whether the queue is that of the thread.
static bool
has_own_queue(const cpu_run *c) {
  return c->own && c->queue == c->own->queue;
}

// Makes the queue longer, at first so long that every action fits.
static bool
grow(cpu_run *c) {
  size_t room = 2 * c->room + 512;
  for (uint32_t k = 0; k < c->base.region->n_cpu_kernels && !c->queue; k++)
    if (room < action_size(&c->base, k, false))
      room = action_size(&c->base, k, false);
  bool is_own = has_own_queue(c);
  char *queue = is_own ? rt_malloc(room) : rt_realloc(c->queue, room);
  if (!queue)
    return false;
  if (is_own)
    memcpy(queue, c->queue, c->queued);
  c->queue = queue;
  c->room = room;
  return true;
}

// A new action at the end of the queue; NULL with the failure noted.
// Once something was written this does not fail for lack of memory.
static action *
enqueue(cpu_run *c, uint32_t k, bool is_store) {
  size_t size = action_size(&c->base, k, is_store);
  if (c->queued > MAX_QUEUE && flush(c, true) != LOFT_OK)
    return NULL;
  while (c->queued + size > c->room)
    if (!grow(c)) {
      if (!c->wrote) {
        rt_run_fail(&c->base, "out of host memory");
        return NULL;
      }
      flush(c, false);
    }
  action *a = (action *)(void *)(c->queue + c->queued);
  c->queued += size;
  a->k = k;
  return a;
}

// Whether "h" is an array of the program.
static bool
is_bind(const cpu_run *c, loft_handle h) {
  for (uint32_t k = 0; k < c->base.region->n_binds; k++)
    if ((loft_handle)(uintptr_t)c->base.binds[k].base == h)
      return true;
  return false;
}

// Whether a launch of "kernel" writes to an array of the program.
static bool
writes_bind(const cpu_run *c, const loft_kernel_desc *kernel,
            const uint64_t *args) {
  for (uint32_t i = 0; i < kernel->n_params; i++)
    if ((kernel->param_kinds[i] & LOFT_WRITE) && is_bind(c, args[i]))
      return true;
  return false;
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

// rt_backend.launch.
static int
cpu_launch(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
           const uint64_t *args, int64_t loop_bound, int64_t work) {
  cpu_run *c = (cpu_run *)run;
  const loft_kernel_desc *kernel = &run->region->cpu_kernels[k];
  int64_t n = item_count(x, y, z);
  (void)loop_bound;
  if (n < 0)
    return rt_run_fail(run, "kernel %s has too many items", kernel->name);
  bool writes = c->writes || writes_bind(c, kernel, args);
  if (run->assumed && writes && (kernel->features & LOFT_MAY_STRAY))
    return write_early(c);
  action *a = enqueue(c, k, false);
  if (!a)
    return LOFT_FAILED;
  a->elem_size = 0;
  a->n = n;
  a->work = work > 0 ? work : 1;
  if (kernel->n_params > 0)
    memcpy(a->args, args, kernel->n_params * sizeof *args);
  c->writes = writes;
  a->args[kernel->n_params] = (uint64_t)n;
  a->args[kernel->n_params + 1] = run->assumed;
  return LOFT_OK;
}

// rt_backend.threads. Fewer operations than so many are not worth waking a
// thread for twice.
static int64_t
cpu_threads(loft_run *run, int64_t work) {
  enum { LEAST_WORK = 10 * GRAIN_WORK };
  cpu_run *c = (cpu_run *)run;
  if (rt_env_int(RT_ENV_TEST_GRAIN))
    return rt_cpu_threads(INFINITY);
  if (work > LEAST_WORK && c->threads <= 1)
    c->threads = rt_cpu_threads((double)work / thread_rate);
  return work > LEAST_WORK && c->threads > 1 ? c->threads : 1;
}

// -- Elements -----------------------------------------------------------------

// The address of element i.
static char *
element(loft_handle h, int64_t i, uint32_t elem_size) {
  return (char *)((uintptr_t)h + (uintptr_t)i * elem_size);
}

// rt_backend.handle.
static loft_handle
cpu_handle(loft_run *run, uint32_t k) {
  const cpu_run *c = (const cpu_run *)run;
  if (run->binds[k].mode & LOFT_COPIED)
    return c->inputs[k];
  return (loft_handle)(uintptr_t)run->binds[k].base;
}

// Whether "h" is an array of the program that the region writes, or does not
// write, as "written" says.
static bool
is_used(loft_run *run, loft_handle h, bool written) {
  for (uint32_t k = 0; k < run->region->n_binds; k++)
    if (cpu_handle(run, k) == h &&
        ((run->binds[k].mode & LOFT_WRITE) != 0) == written)
      return true;
  return false;
}

// rt_backend.load. What is queued leaves an element of an array that is only
// read as it is, so it need not be executed before arrays that are made later
// (LOFT_READS_AHEAD). Where that array is seen as one that is written, too
// (fields of structures), it is, and what is overwritten is kept.
static int
cpu_load(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
         uint64_t *bits) {
  *bits = 0;
  bool late = (run->region->flags & LOFT_LATE_ALLOC) != 0;
  bool ahead = (run->region->flags & LOFT_READS_AHEAD) != 0;
  bool is_read = ahead && is_used(run, h, false);
  bool stays = is_read && !is_used(run, h, true);
  bool more = (late && (!ahead || is_read)) || run->assumed;
  if (!stays && flush((cpu_run *)run, more) != LOFT_OK)
    return LOFT_FAILED;
  memcpy(bits, element(h, i, elem_size), elem_size);
  return LOFT_OK;
}

// rt_backend.store.
static int
cpu_store(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
          uint64_t bits) {
  cpu_run *c = (cpu_run *)run;
  action *a = enqueue(c, 0, true);
  if (!a)
    return LOFT_FAILED;
  a->elem_size = elem_size;
  a->at = element(h, i, elem_size);
  a->bits = bits;
  c->writes = c->writes || is_bind(c, h);
  return LOFT_OK;
}

// -- Arrays -------------------------------------------------------------------

// Frees a list of arrays.
static void
free_all(temporary **list) {
  while (*list) {
    temporary *t = *list;
    *list = t->next;
    free(t->data);
    free(t);
  }
}

// Takes an idle array of at least "bytes", but not many more, or NULL.
static temporary *
reuse(cpu_run *c, uint64_t bytes) {
  for (temporary **p = &c->idle; *p; p = &(*p)->next) {
    temporary *t = *p;
    if (t->size < bytes || t->size / 4 > bytes)
      continue;
    *p = t->next;
    c->idle_bytes -= t->size;
    return t;
  }
  return NULL;
}

// A new array of "bytes", or NULL.
static temporary *
create(uint64_t bytes) {
  temporary *t = rt_malloc(sizeof *t);
  char *data = t ? rt_array_alloc(bytes) : NULL;
  if (data) {
    *t = (temporary){.data = data, .size = bytes};
    return t;
  }
  free(t);
  return NULL;
}

// rt_backend.alloc.
static int
cpu_alloc(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out) {
  cpu_run *c = (cpu_run *)run;
  uint64_t bytes;
  *out = 0;
  if (__builtin_mul_overflow((uint64_t)n, elem_size, &bytes) ||
      bytes > PTRDIFF_MAX)
    return rt_run_fail(run, "a temporary array has no sensible size");
  temporary *t = reuse(c, bytes);
  if (!t)
    t = create(bytes);
  if (!t)
    return rt_run_fail(run, "out of memory for a temporary array");
  t->next = c->temporaries;
  c->temporaries = t;
  *out = (loft_handle)(uintptr_t)t->data;
  return LOFT_OK;
}

// rt_backend.free: arrays that are not temporaries are left alone. What is
// queued may still use the others. When many wait the queue is executed; if
// that is impossible now, the failure comes with the next array.
static void
cpu_free(loft_run *run, loft_handle h) {
  cpu_run *c = (cpu_run *)run;
  temporary **p = &c->temporaries;
  while (*p && (loft_handle)(uintptr_t)(*p)->data != h)
    p = &(*p)->next;
  temporary *t = *p;
  if (!t)
    return;
  *p = t->next;
  t->next = c->idle;
  c->idle = t;
  c->idle_bytes += t->size;
  if (c->idle_bytes <= MAX_IDLE || flush(c, true) != LOFT_OK)
    return;
  free_all(&c->idle);
  c->idle_bytes = 0;
}

// Copies the array of bind "k", which is written through another one too. What
// the original loop may not touch may not be readable.
static bool
copy_input(cpu_run *c, uint32_t k) {
  const loft_bind *b = &c->base.binds[k];
  uint64_t bytes = rt_bind_bytes(b);
  temporary *t = create(bytes);
  if (!t)
    return false;
  t->next = c->temporaries;
  c->temporaries = t;
  if (b->mode & (LOFT_FULL | LOFT_DENSE))
    rt_mem_copy(t->data, rt_bind_start(b), bytes);
  else
    rt_mem_read(t->data, rt_bind_start(b), bytes);
  c->inputs[k] = (uintptr_t)t->data - (uint64_t)b->lo * b->elem_size;
  return true;
}

// Copies the arrays that are read as they were. False: out of memory.
static bool
copy_inputs(cpu_run *c) {
  uint32_t n = c->base.region->n_binds;
  for (uint32_t k = 0; k < n; k++) {
    if (!(c->base.binds[k].mode & LOFT_COPIED))
      continue;
    if (!c->inputs)
      c->inputs = rt_calloc(n, sizeof *c->inputs);
    if (!c->inputs || !copy_input(c, k))
      return false;
  }
  return true;
}

// rt_backend.pointer.
static void *
cpu_pointer(loft_run *run, loft_handle h) {
  (void)run;
  return (void *)(uintptr_t)h;
}

// -- Runs ---------------------------------------------------------------------

// rt_backend.finish.
static int
cpu_finish(loft_run *run, int failed) {
  cpu_run *c = (cpu_run *)run;
  if (failed || run->failure.text[0])
    put_back(c);
  else
    (void)flush(c, false); // which notes a failure
  return failed || run->failure.text[0] ? LOFT_FAILED : LOFT_OK;
}

// rt_backend.destroy.
static void
cpu_destroy(loft_run *run) {
  cpu_run *c = (cpu_run *)run;
  free_all(&c->temporaries);
  free_all(&c->idle);
  drop_copies(c);
  free(c->inputs);
  free(run->kernels);
  if (!has_own_queue(c))
    free(c->queue);
  if (c->own)
    c->own->taken = false;
  else
    free(c);
}

// Whether every action of the region fits into a thread's queue.
static bool
fits_own(const loft_region_desc *region) {
  for (uint32_t k = 0; k < region->n_cpu_kernels; k++)
    if (region->cpu_kernels[k].n_params >
        (OWN_QUEUE - sizeof(action)) / sizeof(uint64_t))
      return false;
  return true;
}

// A zeroed run: the thread's own one, or memory; NULL.
static cpu_run *
new_run(const loft_region_desc *region) {
  own_run *o = &own;
  if (o->taken || !fits_own(region))
    return rt_calloc(1, sizeof(cpu_run));
  o->taken = true;
  memset(&o->run, 0, sizeof o->run);
  o->run.own = o;
  o->run.queue = o->queue;
  o->run.room = sizeof o->queue;
  return &o->run;
}

// rt_backend.begin.
static loft_run *
cpu_begin(loft_region_desc *region, const loft_bind *binds, bool stays,
          rt_failure *failure) {
  (void)stays;
  cpu_run *c = new_run(region);
  if (!c) {
    failure->id = RT_WHY_MEMORY;
    return NULL;
  }
  rt_run_init(&c->base, LOFT_ON_CPU, region, binds);
  memcpy(c->base.account.name, "cpu", 4);
  if (copy_inputs(c))
    return &c->base;
  cpu_destroy(&c->base);
  failure->id = RT_WHY_MEMORY;
  return NULL;
}

// -- Choosing -----------------------------------------------------------------

// rt_backend.may_run: also, whether all can be read that lifted code reads and
// the original might not. (Uploads to a device never fault.)
static bool
cpu_may_run(const loft_region_desc *region, const loft_bind *binds,
            rt_why *why) {
  *why = (rt_why){.id = RT_WHY_NO_CPU};
  if (!region->cpu_kernels && region->gpu_kernels)
    return false;
  for (uint32_t k = 0; k < region->n_binds; k++) {
    const loft_bind *b = &binds[k];
    if (!(b->mode & LOFT_PROBE) ||
        rt_mem_readable(rt_bind_start(b), rt_bind_bytes(b)))
      continue;
    *why = (rt_why){.id = RT_WHY_UNREADABLE, .s = {b->name}};
    return false;
  }
  return true;
}

// rt_backend.estimate.
static rt_estimate
cpu_estimate(const loft_region_desc *region, const loft_bind *binds,
             const rt_job *job) {
  (void)region;
  (void)binds;
  bool alone = rt_work_little(job->work);
  return rt_cpu_estimate(job,
                         alone ? 1 : rt_cpu_threads(rt_job_seconds(job, 1)));
}

// -- Reports ------------------------------------------------------------------

// rt_backend.failed.
static void
cpu_failed(loft_region_desc *region, const rt_failure *failure) {
  rt_say(failure->quiet ? RT_LOG_REGION : RT_LOG_WARNING,
         "%s (%s:%u): the lifted CPU code did not do it: %s; nothing was "
         "written, the original loop runs",
         region->name, region->file, region->line, failure->text);
}

// rt_backend.describe.
static void
cpu_describe(const loft_run *run, double seconds, char text[RT_RUN_TEXT]) {
  uint32_t threads = run->account.threads;
  snprintf(text, RT_RUN_TEXT, "cpu, %u thread%s: total %.3f ms", threads,
           threads == 1 ? "" : "s", seconds * 1e3);
}

// rt_backend.after_fork.
static void
cpu_after_fork(bool child) {
  if (child)
    rt_cpu_after_fork();
}

// rt_backend.share.
static void
cpu_share(int64_t n, void (*fn)(void *user, int64_t lo, int64_t hi),
          void *user) {
  rt_cpu_share(n, 1, n < RT_MAX_THREADS ? (int)n : RT_MAX_THREADS, fn, user);
}

const rt_backend rt_cpu_backend = {
    .name = "cpu",
    .may_run = cpu_may_run,
    .estimate = cpu_estimate,
    .begin = cpu_begin,
    .failed = cpu_failed,
    .describe = cpu_describe,
    .after_fork = cpu_after_fork,
    .share = cpu_share,
    .read = rt_mem_read,
    .write_changed = rt_mem_write_changed,
    .measure = rt_ends_measure,
    .gather = rt_ends_gather,
    .copy_ended = rt_ends_copy,
    .handle = cpu_handle,
    .launch = cpu_launch,
    .threads = cpu_threads,
    .alloc = cpu_alloc,
    .free = cpu_free,
    .load = cpu_load,
    .store = cpu_store,
    .pointer = cpu_pointer,
    .finish = cpu_finish,
    .destroy = cpu_destroy,
};
