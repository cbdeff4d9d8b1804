// runtime/core/stay.c: results that stay on a device; see stay.h.
//
// Note [Staying]. Nothing is lost with a device: the program's memory holds
// what all arrays of these runs held before the first of them, since nothing
// but these runs has touched them, and a log holds the runs. So bringing back
// either succeeds in full, or leaves the program's memory alone (rt_backend
// .bring_back); then the CPU runs the log, which gives the same bits.
//
// The program's own code may touch some bytes of these arrays between runs, if
// it tells before. What it reads comes to its memory, where undo.c knows what
// was there, and puts that back before the CPU runs the log; what it writes is
// behind the run before it there.
//
// For that a run joins the log only if its results all stay, if its arrays are
// all known to be left alone, and if the CPU can run it. A region that does not
// join, and touches what the log's runs touched (either of them writing), has
// all brought back first. The log belongs to one thread. While a run of it is
// under way nothing is brought back; who needs that waits.
#include "runtime/core/stay.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/core/backend.h"
#include "runtime/core/busy.h"
#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/float.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"
#include "runtime/core/process.h"
#include "runtime/core/stale.h"
#include "runtime/core/undo.h"

enum {
  LEAST = 4 << 10,        // bytes of results that stay, unless others do
  MOST_RUNS = 8192,       // in the log; more are brought back in between
  MOST_RANGES = 64,       // of memory that they touch
  MOST_NAMES = 32,        // arrays that are to be kept
  MOST_TRIES = 50,        // of a run of the log, each after a pause
  PART = 4096,            // bytes that come back at once, for one of them
  MOST_PART = 256 << 10,  // ... for many
  MOST_PARTS = 16,        // between two runs; then all comes back
  PAUSE = 7,              // times that all comes back at once after that
  MOST_PATCHES = 1 << 24, // bytes that the program writes
  LONGEST_FORK = 10       // seconds that fork waits
};

// A run of the log.
typedef struct entry {
  struct entry *next;
  loft_region_desc *region;
  unsigned float_mode;
  loft_bind *binds;
  uint64_t *args, *slots, *results; // slots: args with handles, for a new run
  rt_patch *patches, **end; // which the program wrote after it, and before the
                            // next; where more go
} entry;

// Memory that runs of the log touch.
typedef struct range {
  uintptr_t from, to;
  bool written;
} range;

static struct {
  pthread_mutex_t lock;
  pthread_cond_t ended; // the run under way
  bool running;         // there is one, which joins the log or is lent results
  entry *first, *last;
  range ranges[MOST_RANGES];
  int n_ranges;
  int n_parts;          // of results that came back since the last run
  int pause;            // times left that all comes back, rather than a part
  rt_patch *unsent;     // of the last run, those that devices do not have
  uint64_t patch_bytes; // of the whole log
  _Atomic(const void *) owner; // tells its thread from others
  atomic_bool unnamed;         // of some results, no statement keeps the arrays
} stays = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .ended = PTHREAD_COND_INITIALIZER};

atomic_int rt_stay_n, rt_stay_keeping;

// Of this thread.
static _Thread_local struct {
  entry *joining; // the run under way; NULL: none
  bool forking;   // the lock is held for fork
  uint32_t n_names;
  range names[MOST_NAMES]; // to == from: where it ends is not known
} mine;

// Whether those are of this thread.
static bool
is_mine(void) {
  return atomic_load(&stays.owner) == &mine;
}

// -- Ranges -----------------------------------------------------------------

// The memory of the bind, which fits the address space.
static range
range_of(const loft_bind *b) {
  uintptr_t from = (uintptr_t)rt_bind_start(b);
  uint64_t n = rt_bind_empty(b) ? 0 : (uint64_t)(b->hi - b->lo);
  return (range){from, from + n * b->elem_size, (b->mode & LOFT_WRITE) != 0};
}

// Whether two ranges share memory.
static bool
do_meet(const range *a, const range *b) {
  return a->from < b->to && b->from < a->to;
}

// Whether the call touches nothing that runs of the log wrote, and writes
// nothing that they touched. Needs the lock.
static bool
is_apart(const loft_region_desc *region, const loft_call *call) {
  if (!call->ok || call->n_rows > 0)
    return stays.n_ranges == 0;
  for (uint32_t k = 0; k < region->n_binds; k++) {
    range r = range_of(&call->binds[k]);
    for (int i = 0; i < stays.n_ranges; i++)
      if ((r.written || stays.ranges[i].written) &&
          do_meet(&r, &stays.ranges[i]))
        return false;
  }
  return true;
}

// Adds a range; there is room. Needs the lock.
static void
add_range(range r) {
  for (int i = 0; i < stays.n_ranges; i++)
    if (stays.ranges[i].from == r.from && stays.ranges[i].to == r.to) {
      stays.ranges[i].written |= r.written;
      return;
    }
  if (r.from < r.to)
    stays.ranges[stays.n_ranges++] = r;
}

// -- Again on the CPU ---------------------------------------------------------

// Runs a run of the log on the CPU. LOFT_FAILED: out of memory, and nothing has
// changed.
static int
run_again(const entry *e) {
  const rt_backend *cpu = rt_backends[LOFT_ON_CPU];
  const loft_region_desc *region = e->region;
  rt_failure failure;
  uint32_t n = 0;
  loft_run *run = cpu->begin(e->region, e->binds, false, &failure);
  if (!run)
    return LOFT_FAILED;
  for (uint32_t k = 0; k < region->n_params; k++)
    e->slots[k] =
        region->params[k].kind == 'a' ? cpu->handle(run, n++) : e->args[k];
  int failed = region->host(run, e->slots, e->results);
  int result = cpu->finish(run, failed);
  cpu->destroy(run);
  return result;
}

// Computes lost results on the CPU. The process ends where there is
// no memory for that: all else it could do is to go on with wrong results.
// Needs the lock.
static void
run_all_again(void) {
  const struct timespec pause = {.tv_nsec = 100000000};
  unsigned mode = rt_float_mode();
  rt_undo_all();
  for (const entry *e = stays.first; e; e = e->next) {
    int result, tries = 0;
    rt_float_set_mode(e->float_mode);
    while ((result = run_again(e)) != LOFT_OK && ++tries < MOST_TRIES)
      nanosleep(&pause, NULL);
    for (const rt_patch *p = e->patches; p; p = p->next)
      memcpy((void *)p->from, p->values, p->to - p->from);
    if (result != LOFT_OK) {
      rt_say(RT_LOG_ERROR,
             "%s (%s:%u): its results were lost with the device, and there is "
             "no memory to compute them again: the program ends",
             e->region->name, e->region->file, e->region->line);
      abort();
    }
  }
  rt_float_set_mode(mode);
}

// -- The log ------------------------------------------------------------------

// Empties the log. Needs the lock.
static void
clear(void) {
  while (stays.first) {
    entry *e = stays.first;
    stays.first = e->next;
    for (rt_patch *p; (p = e->patches);) {
      e->patches = p->next;
      free(p);
    }
    free(e);
  }
  stays.last = NULL;
  stays.unsent = NULL;
  stays.patch_bytes = 0;
  stays.n_ranges = 0;
  rt_undo_clear();
  atomic_store(&stays.unnamed, false);
  atomic_store(&stays.owner, NULL);
  atomic_store_explicit(&rt_stay_n, 0, memory_order_release);
  rt_busy_set(RT_BUSY_STAYS, false);
}

// Says that a part of the last run's results has not moved, if the failure is a
// new one.
static void
say_failure(const char *what, const rt_failure *failure) {
  const loft_region_desc *r = stays.last->region;
  if (failure->text[0])
    rt_say(failure->quiet ? RT_LOG_REGION : RT_LOG_WARNING,
           "%s (%s:%u): %s: %s; nothing is lost", r->name, r->file, r->line,
           what, failure->text);
}

// Lets devices have what the program has written. Needs the lock.
static void
send(void) {
  const rt_backend *vulkan = rt_backends[LOFT_ON_VULKAN];
  rt_failure failure = {0};
  rt_patch *patch = stays.unsent;
  stays.unsent = NULL;
  if (!patch ||
      vulkan->send_parts(stays.last->region, patch, &failure) == LOFT_OK)
    return;
  say_failure("what the program wrote does not reach its results", &failure);
  vulkan->give_up();
}

// Brings back all there is, once no run is under way. Needs the lock.
static void
back(void) {
  rt_failure failure = {0};
  while (stays.running)
    pthread_cond_wait(&stays.ended, &stays.lock);
  if (!rt_stay_any())
    return;
  const loft_region_desc *r = stays.last->region;
  send();
  if (rt_backends[LOFT_ON_VULKAN]->bring_back(r, &failure) != LOFT_OK) {
    rt_say(failure.quiet ? RT_LOG_REGION : RT_LOG_WARNING,
           "%s (%s:%u): results do not come back: %s; nothing is lost, the CPU "
           "computes them, and %d results before them, again",
           r->name, r->file, r->line, failure.text,
           atomic_load(&rt_stay_n) - 1);
    run_all_again();
  }
  clear();
}

// -- A part of them ---------------------------------------------------------

// Brings the part "r" of the results to the program's memory, and leaves them
// where they are. False: they are too many, or it failed; nothing has changed.
// Needs the lock.
static bool
bring_part(const range *r) {
  rt_failure failure = {0};
  size_t n = r->to - r->from;
  rt_undo *u = n <= MOST_PART ? rt_undo_note(r->from, r->to) : NULL;
  if (u && u->current)
    return true;
  send();
  if (u && stays.n_parts++ >= MOST_PARTS)
    stays.pause = PAUSE;
  unsigned char *newest = u && stays.pause == 0 ? rt_calloc(2, n) : NULL;
  if (!newest)
    return false;
  char *now = (char *)newest + n, *memory = (char *)r->from;
  bool ok = rt_backends[LOFT_ON_VULKAN]->bring_part(stays.last->region, r->from,
                                                    r->to, now, newest,
                                                    &failure) == LOFT_OK;
  for (size_t k = 0; k < n && ok; k++)
    if (newest[k]) {
      memory[k] = now[k];
      u->changed[r->from - u->from + k] = 1;
    }
  if (ok)
    u->current = u->from == r->from && u->to == r->to;
  else
    say_failure("a part of its results does not come back", &failure);
  free(newest);
  return ok;
}

// Brings back those results that are in the range, and few others. Needs the
// lock.
static void
bring_range(const range *r) {
  for (int k = 0; k < stays.n_ranges && rt_stay_any(); k++) {
    const range *s = &stays.ranges[k];
    if (!s->written || !do_meet(r, s))
      continue;
    range part = {r->from / PART * PART, (r->to + PART - 1) / PART * PART,
                  false};
    part.from = part.from > s->from ? part.from : s->from;
    part.to = part.to < s->to ? part.to : s->to;
    if (!bring_part(&part)) {
      stays.pause -= stays.pause > 0;
      back();
    }
  }
}

// What the program is about to do with a range.
typedef struct access {
  range range;       // written: it writes to it
  const char *value; // of what it writes; NULL: all bytes are "byte"
  int byte;
} access;

// Writes the part "r" of what the program is about to write, and adds that to
// the log. False: it cannot, and nothing has changed. Needs the lock.
static bool
write_part(const access *x, const range *r) {
  size_t n = r->to - r->from, at = r->from - x->range.from;
  rt_undo *u = n <= MOST_PART && n <= MOST_PATCHES - stays.patch_bytes
                   ? rt_undo_note(r->from, r->to)
                   : NULL;
  rt_patch *p = u ? rt_malloc(sizeof *p + n) : NULL;
  if (!p)
    return false;
  *p = (rt_patch){.from = r->from, .to = r->to};
  if (x->value)
    memcpy(p->values, x->value + at, n);
  else
    memset(p->values, x->byte, n);
  memcpy((void *)r->from, p->values, n);
  memset(u->changed + (r->from - u->from), 1, n);
  *stays.last->end = p;
  stays.last->end = &p->next;
  stays.unsent = stays.unsent ? stays.unsent : p;
  stays.patch_bytes += n;
  return true;
}

// Does so with all of it that runs of the log touch. Needs the lock.
static void
write_range(const access *x) {
  const range *w = &x->range;
  for (int k = 0; k < stays.n_ranges && rt_stay_any(); k++) {
    const range *s = &stays.ranges[k];
    if (!do_meet(w, s))
      continue;
    range part = {w->from > s->from ? w->from : s->from,
                  w->to < s->to ? w->to : s->to, true};
    if (!write_part(x, &part))
      back();
  }
}

// Whether what the program writes is among its source.
static bool
is_moved(const access *x) {
  uintptr_t from = (uintptr_t)x->value;
  range source = {from, from + (x->range.to - x->range.from), false};
  return x->value && do_meet(&x->range, &source);
}

// Before the program touches a range: brings back what it reads there, or all
// where another thread has left it.
static void
touch(const access *x) {
  bool meets = false;
  pthread_mutex_lock(&stays.lock);
  for (int k = 0; k < stays.n_ranges; k++)
    meets |= (x->range.written || stays.ranges[k].written) &&
             do_meet(&x->range, &stays.ranges[k]);
  if (meets && (!is_mine() || (x->range.written && is_moved(x))))
    back();
  else if (meets && x->range.written)
    write_range(x);
  else if (meets)
    bring_range(&x->range);
  pthread_mutex_unlock(&stays.lock);
}

// An entry for that call; NULL: out of memory.
static entry *
new_entry(const loft_region_desc *region, const loft_call *call) {
  size_t n_binds = region->n_binds, n_args = region->n_params + 1;
  entry *e =
      rt_calloc(1, sizeof *e + n_binds * sizeof *e->binds +
                       (2 * n_args + region->n_results) * sizeof *e->args);
  if (!e)
    return NULL;
  e->region = (loft_region_desc *)(uintptr_t)region;
  e->end = &e->patches;
  e->float_mode = rt_float_mode();
  e->binds = (loft_bind *)(e + 1);
  e->args = (uint64_t *)(e->binds + n_binds);
  e->slots = e->args + n_args;
  e->results = e->slots + n_args;
  memcpy(e->binds, call->binds, n_binds * sizeof *e->binds);
  memcpy(e->args, call->args, region->n_params * sizeof *e->args);
  return e;
}

// Adds the run under way to the log. Needs the lock.
static void
append(entry *e) {
  *(stays.last ? &stays.last->next : &stays.first) = e;
  stays.last = e;
  for (uint32_t k = 0; k < e->region->n_binds; k++) {
    range r = range_of(&e->binds[k]);
    if (!rt_bind_unused(&e->binds[k]))
      add_range(r);
    if (r.written)
      rt_undo_outdate(r.from, r.to);
  }
  stays.n_parts = 0;
  atomic_store(&stays.owner, &mine);
  rt_busy_set(RT_BUSY_STAYS, true);
  atomic_fetch_add_explicit(&rt_stay_n, 1, memory_order_release);
}

// -- Which runs stay ----------------------------------------------------------

// Whether a statement keeps the array of the bind.
static bool
is_named(const loft_bind *b) {
  range r = range_of(b);
  for (uint32_t k = 0; k < mine.n_names; k++) {
    const range *name = &mine.names[k];
    if (name->from == name->to ? (uintptr_t)b->base == name->from ||
                                     (r.from <= name->from && name->from < r.to)
                               : name->from <= r.from && r.to <= name->to)
      return true;
  }
  return false;
}

bool
rt_stay_named(const loft_region_desc *region, const loft_call *call) {
  for (uint32_t k = 0; k < region->n_binds; k++) {
    const loft_bind *b = &call->binds[k];
    if (rt_bind_bytes(b) == 0 || (b->mode & LOFT_CONST) || is_named(b))
      continue;
    if (mine.n_names > 0)
      rt_say(RT_LOG_KERNEL,
             "%s (%s:%u): its results come back: no keep names %s",
             region->name, region->file, region->line, b->name);
    return false;
  }
  return mine.n_names > 0;
}

bool
rt_stay_allowed(const loft_region_desc *region, const loft_call *call) {
  return rt_env_int(RT_ENV_KEEP) && call->n_rows == 0 && region->host &&
         !(region->flags & LOFT_IS_INNER) &&
         ((region->flags & LOFT_MAY_STAY) || rt_stay_named(region, call));
}

// Whether no array that the call writes is among its others too.
static bool
is_simple(const loft_region_desc *region, const loft_call *call) {
  for (uint32_t k = 0; k < region->n_binds; k++) {
    range r = range_of(&call->binds[k]);
    for (uint32_t i = 0; i < region->n_binds && r.written; i++) {
      range other = range_of(&call->binds[i]);
      if (i != k && do_meet(&r, &other))
        return false;
    }
  }
  return true;
}

bool
rt_stay_worth(const loft_region_desc *region, const loft_call *call) {
  uint64_t bytes = 0, least = (uint64_t)rt_env_int(RT_ENV_TEST_KEEP);
  for (uint32_t k = 0; k < region->n_binds; k++)
    if (call->binds[k].mode & LOFT_WRITE)
      bytes += rt_bind_bytes(&call->binds[k]);
  return bytes >= (least > 0 ? least : LEAST);
}

// Whether the call may join the log. Needs the lock.
static bool
may_join(const loft_region_desc *region, const loft_call *call) {
  rt_why why;
  return !stays.running &&
         (rt_stay_any() ? is_mine() : rt_stay_worth(region, call)) &&
         atomic_load(&rt_stay_n) < MOST_RUNS &&
         region->n_binds + (uint32_t)stays.n_ranges <= MOST_RANGES &&
         call->args && is_simple(region, call) &&
         rt_backends[LOFT_ON_CPU]->may_run(region, call->binds, &why);
}

// Whether runs of the log wrote to the range. Needs the lock.
static bool
is_written(const range *r) {
  for (int i = 0; i < stays.n_ranges; i++)
    if (stays.ranges[i].written && stays.ranges[i].from <= r->from &&
        r->to <= stays.ranges[i].to)
      return true;
  return false;
}

bool
rt_stay_wrote(const loft_region_desc *region, const loft_call *call) {
  if (!rt_stay_any())
    return false;
  pthread_mutex_lock(&stays.lock);
  bool all = is_mine();
  for (uint32_t k = 0; k < region->n_binds && all; k++) {
    range r = range_of(&call->binds[k]);
    all = !r.written || is_written(&r);
  }
  pthread_mutex_unlock(&stays.lock);
  return all;
}

// At exit: brings back all there is.
static void
back_at_exit(void) {
  rt_stale_back();
  if (!rt_stay_any() || pthread_mutex_trylock(&stays.lock) != 0)
    return;
  if (!stays.running) // else that thread goes on after ten seconds
    back();
  pthread_mutex_unlock(&stays.lock);
}

// Whether results that stay can be left where they are before a call at
// "where", which joins the log or does not. Needs the lock.
static bool
leaves_others(const loft_region_desc *region, const loft_call *call,
              int where) {
  if (!mine.joining)
    return is_apart(region, call);
  return where == LOFT_IN_CHUNKS ||
         rt_backends[where]->can_use(region, call->binds);
}

bool
rt_stay_settle(const loft_region_desc *region, const loft_call *call,
               int where) {
  bool joins = rt_stay_may_be_at(where) && rt_stay_expected(region, call);
  if (joins)
    rt_stay_watch_exit();
  pthread_mutex_lock(&stays.lock);
  if (rt_stay_any() && is_mine())
    send();
  if (joins && rt_stay_any() && is_mine() && !may_join(region, call))
    back(); // perhaps the log was full
  if (joins && may_join(region, call))
    mine.joining = new_entry(region, call);
  if (rt_stay_any() && !leaves_others(region, call, where))
    back();
  stays.running |= mine.joining != NULL;
  pthread_mutex_unlock(&stays.lock);
  return mine.joining != NULL;
}

// No run that joins the log, or that results are lent to, is under way any
// more. Needs the lock.
static void
end_running(void) {
  stays.running = false;
  pthread_cond_broadcast(&stays.ended);
}

void
rt_stay_leave(bool stay) {
  entry *e = mine.joining;
  if (!e)
    return;
  pthread_mutex_lock(&stays.lock);
  loft_call call = {.binds = e->binds};
  if (stay && !rt_stay_named(e->region, &call))
    atomic_store(&stays.unnamed, true);
  if (stay)
    append(e);
  else
    free(e);
  mine.joining = NULL;
  end_running();
  pthread_mutex_unlock(&stays.lock);
}

bool
rt_stay_meets(const loft_region_desc *region, const loft_call *call) {
  if (!rt_stay_any())
    return false;
  pthread_mutex_lock(&stays.lock);
  bool meets = !is_apart(region, call);
  pthread_mutex_unlock(&stays.lock);
  return meets;
}

bool
rt_stay_lend(const loft_region_desc *region, const loft_call *call) {
  pthread_mutex_lock(&stays.lock);
  bool lends = rt_stay_any() && is_mine() && !stays.running &&
               rt_stay_expected(region, call);
  if (lends)
    send();
  lends = lends && rt_backends[LOFT_ON_VULKAN]->can_use(region, call->binds);
  stays.running |= lends;
  pthread_mutex_unlock(&stays.lock);
  return lends;
}

void
rt_stay_lent(void) {
  pthread_mutex_lock(&stays.lock);
  end_running();
  pthread_mutex_unlock(&stays.lock);
}

double
rt_stay_seconds(const loft_region_desc *region, const loft_call *call) {
  static const double rate = 1e10; // bytes a second, about
  double bytes = 0;
  if (!rt_stay_any())
    return 0;
  pthread_mutex_lock(&stays.lock);
  if (!is_apart(region, call))
    for (int i = 0; i < stays.n_ranges; i++)
      bytes += stays.ranges[i].written
                   ? (double)(stays.ranges[i].to - stays.ranges[i].from)
                   : 0;
  pthread_mutex_unlock(&stays.lock);
  return bytes / rate;
}

// -- The end ------------------------------------------------------------------

// Whether some rank has old values of what regions of this thread left.
static bool
is_stale_here(void) {
  return rt_stale_any() && rt_net_is_first_thread();
}

void
rt_stay_back(void) {
  if (rt_stay_any() && !mine.joining) {
    pthread_mutex_lock(&stays.lock);
    back();
    pthread_mutex_unlock(&stays.lock);
  }
  if (is_stale_here())
    rt_stale_back();
}

void
rt_stay_watch_exit(void) {
  rt_process_at_exit(back_at_exit);
}

// rt_stay_back, called by the program.
static void
back_for_program(void) {
  int saved_errno = errno;
  if (rt_process_begin()) {
    rt_stay_back();
    rt_process_end();
  }
  errno = saved_errno;
}

int
loft_results_away(void) {
  return rt_stay_any() || is_stale_here();
}

void
loft_results_back(void) {
  if (loft_results_away())
    back_for_program();
}

// "touch" of "bytes" bytes, called by the program.
static void
touch_for_program(access *x, uint64_t bytes) {
  range *r = &x->range;
  int saved_errno = errno;
  r->to = r->from + bytes;
  if (r->from >= r->to || !loft_results_away() || !rt_process_begin())
    return;
  if (is_stale_here() && rt_stale_meets(r->from, r->to))
    rt_stay_back();
  else if (rt_stay_any() && !mine.joining)
    touch(x);
  rt_process_end();
  errno = saved_errno;
}

void
loft_results_back_at(const void *at, uint64_t bytes) {
  touch_for_program(&(access){.range = {.from = (uintptr_t)at}}, bytes);
}

void
loft_results_write(void *at, uint64_t bytes, const void *value) {
  touch_for_program(&(access){.range = {.from = (uintptr_t)at, .written = true},
                              .value = value},
                    bytes);
}

void
loft_results_fill(void *at, uint64_t bytes, int byte) {
  touch_for_program(&(access){.range = {.from = (uintptr_t)at, .written = true},
                              .byte = byte},
                    bytes);
}

void
loft_results_back_unless_kept(void) {
  if ((rt_stay_any() && is_mine() && atomic_load(&stays.unnamed)) ||
      (is_stale_here() && rt_stale_unnamed()))
    back_for_program();
}

uint32_t
loft_keep_begin(uint32_t n, ...) {
  uint32_t before = mine.n_names;
  va_list ap;
  va_start(ap, n);
  for (uint32_t k = 0; k < n && mine.n_names < MOST_NAMES; k++) {
    uintptr_t at = (uintptr_t)va_arg(ap, const void *);
    uint64_t bytes = va_arg(ap, uint64_t);
    mine.names[mine.n_names++] = (range){at, at + bytes, false};
  }
  va_end(ap);
  atomic_fetch_add(&rt_stay_keeping, 1);
  return before;
}

void
loft_keep_end(const uint32_t *before) {
  mine.n_names = *before;
  atomic_fetch_sub(&rt_stay_keeping, 1);
  if ((rt_stay_any() && is_mine()) || is_stale_here())
    back_for_program();
}

void
rt_stay_before_fork(void) {
  struct timespec until;
  if (rt_process_in_region())
    return;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += LONGEST_FORK;
  mine.forking = pthread_mutex_timedlock(&stays.lock, &until) == 0;
  while (mine.forking && stays.running &&
         pthread_cond_timedwait(&stays.ended, &stays.lock, &until) == 0)
    ;
  if (mine.forking && !stays.running && rt_stay_any() && rt_process_begin()) {
    back();
    rt_process_end();
  }
  if (rt_stale_any() && rt_process_begin()) {
    rt_stale_back();
    rt_process_end();
  }
}

void
rt_stay_after_fork(bool child) {
  if (child && !rt_process_in_region()) {
    pthread_mutex_init(&stays.lock, NULL);
    pthread_cond_init(&stays.ended, NULL);
    stays.running = false;
    clear(); // what was not brought back belongs to a thread of the parent
  } else if (mine.forking)
    pthread_mutex_unlock(&stays.lock);
  mine.forking = false;
}
