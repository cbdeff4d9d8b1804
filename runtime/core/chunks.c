// runtime/core/chunks.c: a region in chunks; see chunks.h, and Note [Chunks] in
// docs/design-notes.md.
//
// A chunk is a run of loft_chunks.region with the footprint of its iterations,
// begun and finished like any other run on the device, so that what it reads is
// as it was when it fails. Where no chunk reads what another has written, the
// next one is under way before the results of one come back. When a chunk
// fails, the CPU goes on at its first iteration: the chunks before it have
// ended, and those behind it have written nothing.
#include "runtime/core/chunks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/pace.h"
#include "runtime/core/report.h"

enum {
  FLIGHTS = 2,       // chunks under way at most
  LEVELS = 48,       // of trees over chunks
  TREE_BLOCK = 4096, // values of the smallest piece of a tree
  HEAD = 4,          // results of a footprint before the extents
  MOST_TRIES = 50
};
// Regions with less are not compared with the memory of the device.
static const uint64_t little = 256 << 20;
// Chunks that move more than so many times what the whole has are not worth it.
static const double most_moved = 16;

// A chunk under way.
typedef struct flight {
  loft_run *run;
  loft_bind *binds;
  int64_t lo, hi;
  int failed; // by its host function
  double start;
} flight;

typedef struct chunk_run {
  loft_run base;
  const loft_chunks *chunks;
  uint64_t *args;    // of a chunk, as its footprint takes them
  uint64_t *slots;   // the same, as its host function takes them
  uint64_t *extents; // what the footprint gives
  uint64_t *results; // of the last chunk
  uint64_t *pieces;  // of trees: a value of each fold for each level
  uint64_t n_pieces; // chunks in them: its bits tell which levels there are
  uint64_t *joining; // arguments of join
  int64_t values;    // of a tree that an iteration has; 0: folds go on
  int64_t n, done;   // iterations: all; those whose results are there
  uint64_t room;     // bytes that one chunk may take
  bool once;         // what is done must not be done again
  uint32_t n_chunks, n_flights, most_flights;
  rt_pace pace;
  flight flights[FLIGHTS];
} chunk_run;

// -- What fits ----------------------------------------------------------------

// Bytes that the binds take on a device, where sizes are rounded up.
static uint64_t
bytes_of(const loft_bind *binds, uint32_t n) {
  uint64_t bytes = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint64_t b = rt_bind_bytes(&binds[k]);
    bytes += b + b / 8;
  }
  return bytes;
}

bool
rt_chunks_fits(const loft_region_desc *region, const loft_bind *binds,
               uint64_t *room) {
  uint64_t bytes = bytes_of(binds, region->n_binds);
  uint64_t set = rt_env_bytes(RT_ENV_MEMORY);
  *room = set > 0 ? set : UINT64_MAX;
  bool is_little = bytes <= little && !rt_env_int(RT_ENV_TEST_ARRAY);
  if (is_little || bytes > *room)
    return bytes <= *room;
  uint64_t array, all = rt_backends[LOFT_ON_VULKAN]->room(&array);
  *room = all < *room ? all : *room;
  for (uint32_t k = 0; k < region->n_binds; k++)
    if (rt_bind_bytes(&binds[k]) > array)
      *room = array < *room ? array : *room;
  return bytes <= *room;
}

// Fills "binds" with the footprint of iterations [lo, hi), as far as it is part
// of the whole one. The bytes it takes, UINT64_MAX where it is of no use.
static uint64_t
measure(chunk_run *c, int64_t lo, int64_t hi, loft_bind *binds) {
  const loft_region_desc *whole = c->base.region;
  const uint32_t parts =
      LOFT_READ | LOFT_WRITE | LOFT_FULL | LOFT_PROBE | LOFT_DENSE;
  c->args[whole->n_params] = (uint64_t)lo;
  c->args[whole->n_params + 1] = (uint64_t)hi;
  c->args[c->chunks->region->n_params] = (uint64_t)(uintptr_t)c->extents;
  c->chunks->footprint(c->args, 0, 1);
  memcpy(binds, c->base.binds, whole->n_binds * sizeof *binds);
  for (uint32_t k = 0; k < c->chunks->n_arrays; k++) {
    loft_bind *b = &binds[k];
    int64_t from = (int64_t)c->extents[HEAD + 2 * k];
    int64_t to = (int64_t)c->extents[HEAD + 2 * k + 1];
    b->lo = from > b->lo ? from : b->lo;
    b->hi = to < b->hi ? to : b->hi;
    b->mode = (b->mode & ~parts) | c->chunks->modes[k] | LOFT_PASSING;
  }
  return c->extents[0] ? bytes_of(binds, whole->n_binds) : UINT64_MAX;
}

// -- Chunks -------------------------------------------------------------------

// Fills the slots of a chunk with the arguments and the handles of "run".
static void
fill_slots(chunk_run *c, loft_run *run) {
  const loft_region_desc *part = c->chunks->region;
  uint32_t n = 0;
  for (uint32_t k = 0; k < part->n_params; k++)
    c->slots[k] = part->params[k].kind == 'a' ? run->backend->handle(run, n++)
                                              : c->args[k];
}

// into = join(left, into), of all folds.
static void
join(chunk_run *c, const uint64_t *left, uint64_t *into) {
  uint32_t n = c->chunks->n_folds;
  memcpy(c->joining, left, n * sizeof *left);
  memcpy(c->joining + n, into, n * sizeof *into);
  c->joining[2 * n] = (uint64_t)(uintptr_t)into;
  c->chunks->join(c->joining, 0, 1);
}

// Adds a piece to the trees, which is as large as those before it or the last:
// two of a level are one of the next.
static void
add_piece(chunk_run *c, uint64_t *piece) {
  uint32_t n = c->chunks->n_folds, level = 0;
  for (; c->n_pieces >> level & 1; level++)
    join(c, c->pieces + (size_t)level * n, piece);
  memcpy(c->pieces + (size_t)level * n, piece, n * sizeof *piece);
  c->n_pieces++;
}

// Ends the trees: what is left of the levels is joined, smallest first. The
// results of the region follow.
static void
end_trees(chunk_run *c) {
  const uint32_t n = c->chunks->n_folds, n_params = c->base.region->n_params;
  uint64_t *all = c->args + n_params;
  bool any = false;
  for (uint32_t level = 0; level < LEVELS; level++) {
    const uint64_t *piece = c->pieces + (size_t)level * n;
    if (!(c->n_pieces >> level & 1))
      continue;
    if (any)
      join(c, piece, all);
    else
      memcpy(all, piece, n * sizeof *piece);
    any = true;
  }
  all[n] = (uint64_t)(uintptr_t)c->results;
  c->chunks->end(c->args, 0, 1);
}

// What folds ended with is a piece of trees, or what those of the next chunk
// start from.
static void
take_folds(chunk_run *c) {
  uint64_t *folds = c->results + c->base.region->n_results;
  if (c->values)
    add_piece(c, folds);
  else
    memcpy(c->args + c->base.region->n_params + 2, folds,
           c->chunks->n_folds * sizeof *folds);
}

// Finds the next chunk, from iteration *at on, and starts it.
static int
start_chunk(chunk_run *c, int64_t *at) {
  const rt_backend *device = rt_backends[LOFT_ON_VULKAN];
  flight *f = &c->flights[c->n_flights];
  int64_t size = c->pace.size;
  f->lo = *at;
  for (;; size /= 2) {
    f->hi = size < c->n - f->lo ? f->lo + size : c->n;
    if (measure(c, f->lo, f->hi, f->binds) <= c->room)
      break;
    if (size == 1 || c->values)
      return rt_run_decline(&c->base, "iteration %lld takes too much memory",
                            (long long)f->lo);
  }
  f->start = rt_now();
  f->run = device->begin(c->chunks->region, f->binds, false, &c->base.failure);
  if (!f->run) {
    c->base.failure.quiet = true; // it has been said
    return LOFT_FAILED;
  }
  fill_slots(c, f->run);
  f->failed = c->chunks->host(f->run, c->slots, c->results);
  if (!f->failed && c->most_flights > 1)
    f->failed = device->submit(f->run);
  c->n_flights++;
  *at = f->hi;
  return LOFT_OK;
}

// Adds what a chunk took to the account of the whole.
static void
add_account(rt_account *to, const rt_account *from) {
  to->bytes_h2d += from->bytes_h2d;
  to->bytes_d2h += from->bytes_d2h;
  to->bytes_kept += from->bytes_kept;
  to->bytes_host += from->bytes_host;
  to->launches += from->launches;
  to->h2d += from->h2d;
  to->device += from->device;
  to->d2h += from->d2h;
  memcpy(to->name, from->name, sizeof to->name);
}

// The line LOFT_LOG=2 adds for a chunk.
static void
log_chunk(const flight *f, double seconds) {
  char text[RT_RUN_TEXT];
  if (!rt_log_wants(RT_LOG_KERNEL))
    return;
  f->run->backend->describe(f->run, seconds, text);
  rt_say(RT_LOG_KERNEL, "  iterations %lld to %lld: %s", (long long)f->lo,
         (long long)f->hi - 1, text);
}

// Finishes the first chunk under way, and writes its results back unless
// "drop".
static int
end_chunk(chunk_run *c, bool drop) {
  const flight f = c->flights[0];
  loft_run *run = f.run;
  int result = run->backend->finish(run, drop || f.failed);
  double seconds = rt_now() - f.start;
  const rt_account *a = &run->account;
  if (result == LOFT_OK) {
    c->done = f.hi;
    c->n_chunks++;
    take_folds(c);
    add_account(&c->base.account, a);
    log_chunk(&f, seconds);
    if (!c->values)
      rt_pace_note(&c->pace, f.hi - f.lo, seconds, a->h2d + a->device + a->d2h);
  } else if (!drop) {
    c->base.failure = run->failure;
    rt_run_fail(&c->base, "its host code gave up"); // unless it noted a failure
  }
  run->backend->destroy(run);
  c->n_flights--;
  memmove(c->flights, c->flights + 1, sizeof *c->flights * c->n_flights);
  c->flights[c->n_flights].binds = f.binds;
  return result;
}

// Runs chunks on the device, up to the first one that fails.
static int
run_chunks(chunk_run *c) {
  int result = LOFT_OK;
  for (int64_t at = 0; result == LOFT_OK && c->done < c->n;) {
    bool more = at < c->n && c->n_flights < c->most_flights;
    result = more ? start_chunk(c, &at) : end_chunk(c, false);
    while (more && result != LOFT_OK && c->n_flights > 0 &&
           end_chunk(c, false) == LOFT_OK)
      continue;
  }
  while (c->n_flights > 0)
    end_chunk(c, true);
  return result;
}

// -- After a failure ----------------------------------------------------------

// Runs iterations up to "end" on the CPU, from the first on that is not done.
// LOFT_FAILED: out of memory, and nothing has changed.
static int
run_on_cpu(chunk_run *c, int64_t end) {
  const rt_backend *cpu = rt_backends[LOFT_ON_CPU];
  loft_region_desc *part = c->chunks->region;
  rt_failure failure;
  loft_run *run = cpu->begin(part, c->base.binds, false, &failure);
  if (!run)
    return LOFT_FAILED;
  c->args[c->base.region->n_params] = (uint64_t)c->done;
  c->args[c->base.region->n_params + 1] = (uint64_t)end;
  fill_slots(c, run);
  int failed = part->host(run, c->slots, c->results);
  int result = cpu->finish(run, failed);
  cpu->destroy(run);
  if (result == LOFT_OK) {
    c->done = end;
    take_folds(c);
  }
  return result;
}

// Does on the CPU what is not done: pieces of trees, or all at once, but in
// smaller parts where there is not enough memory for that.
static int
finish_on_cpu(chunk_run *c) {
  const struct timespec pause = {.tv_nsec = 100000000};
  int tries = 0;
  int64_t least = c->values ? c->pace.size : 1;
  for (int64_t size = c->values ? least : c->n; c->done < c->n;) {
    int64_t end = size < c->n - c->done ? c->done + size : c->n;
    if (run_on_cpu(c, end) == LOFT_OK)
      continue;
    if (size == least && (!c->once || ++tries == MOST_TRIES))
      return LOFT_FAILED;
    if (size == least)
      nanosleep(&pause, NULL);
    size = size / 2 > least ? size / 2 : least;
  }
  return LOFT_OK;
}

// Goes on after a chunk failed. What the first one reads is as it was, so all
// can be done elsewhere then. Later, and where arrays are changed in place, the
// process ends if there is no memory for any of the rest: all else it could do
// is to go on with wrong results.
static int
go_on(chunk_run *c) {
  loft_region_desc *r = c->base.region;
  if (c->done == 0)
    return LOFT_FAILED;
  c->base.backend->failed(r, &c->base.failure);
  rt_report_start(
      r, LOFT_ON_CPU,
      &(rt_why){.id = RT_WHY_VULKAN_FAILED, .s = {c->base.failure.text}});
  int result = finish_on_cpu(c);
  if (result != LOFT_OK && c->once) {
    rt_say(RT_LOG_ERROR,
           "%s (%s:%u): Vulkan did a part of it, and there is no memory to do "
           "the rest: the program ends",
           r->name, r->file, r->line);
    abort();
  }
  return result;
}

int
loft_region_in_chunks(loft_run *run, uint64_t *args, uint64_t *results) {
  chunk_run *c = (chunk_run *)run;
  (void)args;
  if (run_chunks(c) != LOFT_OK && go_on(c) != LOFT_OK)
    return LOFT_FAILED;
  if (c->values)
    end_trees(c);
  for (uint64_t k = 0; k < run->region->n_results; k++) {
    int32_t bind = c->chunks->results[k];
    results[k] = bind < 0 ? c->results[k] : (uintptr_t)run->binds[bind].base;
  }
  return LOFT_OK;
}

// -- The run ------------------------------------------------------------------

// rt_backend.handle: the address of C index 0.
static loft_handle
chunks_handle(loft_run *run, uint32_t k) {
  return (loft_handle)(uintptr_t)run->binds[k].base;
}

// rt_backend.pointer.
static void *
chunks_pointer(loft_run *run, loft_handle h) {
  (void)run;
  return (void *)(uintptr_t)h;
}

// rt_backend.finish.
static int
chunks_finish(loft_run *run, int failed) {
  (void)run;
  return failed ? LOFT_FAILED : LOFT_OK;
}

// rt_backend.destroy.
static void
chunks_destroy(loft_run *run) {
  free(run->kernels);
  free(run);
}

// rt_backend.failed: as of the chunk, which may have been said already.
static void
chunks_failed(loft_region_desc *region, const rt_failure *failure) {
  rt_backends[LOFT_ON_VULKAN]->failed(region->chunks->region, failure);
}

// rt_backend.describe.
static void
chunks_describe(const loft_run *run, double seconds, char text[RT_RUN_TEXT]) {
  const chunk_run *c = (const chunk_run *)run;
  const rt_account *a = &run->account;
  char h2d[16], d2h[16];
  snprintf(text, RT_RUN_TEXT,
           "vulkan, %s: %u chunks%s: up %s %.3f ms, device %.3f ms, down %s "
           "%.3f ms, total %.3f ms",
           a->name, c->n_chunks,
           run->failure.text[0] ? ", the CPU the rest" : "",
           rt_bytes(a->bytes_h2d, h2d), a->h2d * 1e3, a->device * 1e3,
           rt_bytes(a->bytes_d2h, d2h), a->d2h * 1e3, seconds * 1e3);
}

static const rt_backend chunks_backend = {.name = "vulkan",
                                          .failed = chunks_failed,
                                          .describe = chunks_describe,
                                          .handle = chunks_handle,
                                          .pointer = chunks_pointer,
                                          .finish = chunks_finish,
                                          .destroy = chunks_destroy};

bool
rt_chunks_is(const loft_run *run) {
  return run->backend == &chunks_backend;
}

// A zeroed run with all it needs; NULL: out of memory.
static chunk_run *
new_run(const loft_region_desc *region) {
  const loft_chunks *chunks = region->chunks;
  size_t n_args = chunks->region->n_params + 1;
  size_t n_extents = HEAD + 2 * (size_t)chunks->n_arrays + chunks->n_folds + 1;
  size_t n_results = chunks->region->n_results + 1, n_binds = region->n_binds;
  size_t n_pieces = chunks->join ? LEVELS * (size_t)chunks->n_folds : 0;
  size_t n_joining = 2 * (size_t)chunks->n_folds + 1;
  size_t n = 2 * n_args + n_extents + n_results + n_pieces + n_joining;
  chunk_run *c = rt_calloc(1, sizeof *c + n * sizeof *c->args +
                                  FLIGHTS * n_binds * sizeof(loft_bind));
  if (!c)
    return NULL;
  c->chunks = chunks;
  c->args = (uint64_t *)(c + 1);
  c->slots = c->args + n_args;
  c->extents = c->slots + n_args;
  c->results = c->extents + n_extents;
  c->pieces = c->results + n_results;
  c->joining = c->pieces + n_pieces;
  for (int k = 0; k < FLIGHTS; k++)
    c->flights[k].binds =
        (loft_bind *)(c->joining + n_joining) + (size_t)k * n_binds;
  return c;
}

// Finds how many iterations there are, and what the folds start from.
static void
find_range(chunk_run *c, const loft_call *call) {
  uint32_t n = c->base.region->n_params;
  memcpy(c->args, call->args, n * sizeof *c->args);
  c->args[n] = (uint64_t)(uintptr_t)c->extents;
  c->chunks->range(c->args, 0, 1);
  c->n = (int64_t)c->extents[0];
  for (uint32_t k = 0; k < c->chunks->n_folds; k++)
    c->args[n + 2 + k] = c->extents[1 + k];
  if (c->chunks->join)
    c->values = (int64_t)c->extents[1 + c->chunks->n_folds];
}

// Makes chunks pieces of trees, which have a power of two of blocks. False: the
// outermost iterations do not end where these do.
static bool
align(chunk_run *c) {
  int64_t size = 1;
  while (size <= c->pace.size / 2)
    size *= 2;
  c->pace.size = size;
  int64_t v = c->values;
  return v > 0 && (v & (v - 1)) == 0 && v <= INT64_MAX / size &&
         v * size % TREE_BLOCK == 0;
}

// What keeps chunks from a good size, which it finds; NULL: nothing.
static const char *
plan(chunk_run *c) {
  loft_bind *binds = c->flights[0].binds;
  uint64_t one = c->n > 1 ? measure(c, 0, 1, binds) : UINT64_MAX;
  uint64_t all = bytes_of(c->base.binds, c->base.region->n_binds);
  if (one > c->room)
    return "so does one iteration of its outermost loop";
  double each = all > one ? (double)(all - one) / (double)(c->n - 1) : 0;
  double most = each > 0 ? (double)(c->room - one) / each + 1 : (double)c->n;
  rt_pace_init(&c->pace, most < (double)c->n ? (int64_t)most : c->n);
  if (c->chunks->join && !align(c))
    return "its sums cannot be cut into pieces of that size";
  double n_chunks = (double)c->n / (double)c->pace.size;
  if (n_chunks * (double)c->room > most_moved * (double)all)
    return "chunks would move much more than that";
  return NULL;
}

// Prepares the run. Why it cannot be; NULL: it can.
static const char *
prepare(chunk_run *c, const loft_call *call, uint64_t room) {
  uint32_t both = LOFT_READ | LOFT_WRITE;
  bool copied = call->n_rows > 0;
  for (uint32_t k = 0; k < c->base.region->n_binds; k++) {
    copied = copied || (call->binds[k].mode & LOFT_COPIED);
    c->once = c->once || (call->binds[k].mode & both) == both;
  }
  bool in_order = (c->chunks->flags & LOFT_CHUNKS_IN_ORDER) != 0;
  c->most_flights = in_order ? 1 : FLIGHTS;
  c->room = room / c->most_flights;
  if (copied)
    return "arrays are read that are written as others";
  find_range(c, call);
  return plan(c);
}

// Notes why there is no run in chunks.
static loft_run *
refuse(const loft_region_desc *region, const loft_call *call, uint64_t room,
       const char *why, rt_failure *failure) {
  char need[16], has[16];
  failure->id = RT_WHY_ROOM;
  failure->quiet = true;
  snprintf(failure->text, sizeof failure->text, "it takes %s of %s, and %s",
           rt_bytes(bytes_of(call->binds, region->n_binds), need),
           rt_bytes(room, has), why);
  return NULL;
}

loft_run *
rt_chunks_begin(loft_region_desc *region, const loft_call *call, uint64_t room,
                rt_failure *failure) {
  const loft_chunks *chunks = region->chunks;
  rt_why denied;
  if (!chunks)
    return refuse(region, call, room,
                  region->whole ? region->whole : "it has no code for chunks",
                  failure);
  if (!rt_backends[LOFT_ON_VULKAN]->may_run(chunks->region, call->binds,
                                            &denied))
    return refuse(region, call, room, "its chunks failed before", failure);
  chunk_run *c = new_run(region);
  if (!c) {
    failure->id = RT_WHY_MEMORY;
    snprintf(failure->text, sizeof failure->text, "out of host memory");
    chunks_failed(region, failure);
    return NULL;
  }
  rt_run_init(&c->base, LOFT_ON_VULKAN, region, call->binds);
  c->base.backend = &chunks_backend;
  free(c->base.kernels); // those of chunks are others
  c->base.kernels = NULL;
  const char *why = prepare(c, call, room);
  if (!why)
    return &c->base;
  free(c);
  return refuse(region, call, room, why, failure);
}
