// runtime/core/chunks.c: whether a region runs in chunks, and its run; see
// chunks.h, and Note [Chunks] in docs/design-notes.md.
#include "runtime/core/chunks.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/chunks_private.h"
#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"

enum { TREE_BLOCK = 4096 }; // values of the smallest piece of a tree
// Regions with less are not compared with the memory of the device.
static const uint64_t little = 256 << 20;
// Chunks that move more than so many times what the whole has are not worth it.
static const double most_moved = 16;
// Chunks that each stream has at least, so that streams end together.
static const double least_dealt = 2;

// -- What fits ----------------------------------------------------------------

bool
rt_chunks_fits(const loft_region_desc *region, const loft_bind *binds,
               uint64_t *room) {
  uint64_t bytes = rt_chunk_bytes(binds, region->n_binds);
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

bool
rt_chunks_by_inner(const loft_region_desc *region) {
  return (region->flags & LOFT_HAS_INNER) && !rt_net_many();
}

// The alternatives of a timing of regions that devices may share.
enum { ALONE, SHARED };

// Whether tests want devices to share this call, whether it pays or not.
static bool
is_test_share(uint32_t n_devices) {
  static atomic_uint calls;
  unsigned every = (unsigned)rt_env_int(RT_ENV_TEST_SHARE);
  return every > 0 && n_devices > 1 &&
         (every == 1 || atomic_fetch_add(&calls, 1) % every != every - 1);
}

bool
rt_chunks_shared(const loft_region_desc *region, const loft_bind *binds,
                 const rt_job *job, bool stays, rt_trial *trial) {
  const rt_backend *b = rt_backends[LOFT_ON_VULKAN];
  const loft_chunks *chunks = region->chunks;
  double seconds[RT_ALTERNATIVES] = {[SHARED + 1] = INFINITY}, model[2];
  rt_job here = *job;
  bool timed;
  *trial = (rt_trial){0};
  if (stays)
    here.h2d = here.d2h = 0;
  if (!chunks || (chunks->flags & LOFT_CHUNKS_IN_ORDER))
    return false;
  if (rt_env_int(RT_ENV_TEST_SHARE))
    return is_test_share(b->devices());
  if (!b->may_share(region, binds, &here, &seconds[ALONE], &seconds[SHARED]))
    return false;
  memcpy(model, seconds, sizeof model);
  uint32_t variant = 2 * b->devices() + stays;
  rt_timing *t = rt_timing_find(chunks, variant, job->work);
  int pick = rt_timing_pick(t, seconds, &timed);
  *trial = (rt_trial){timed ? t : NULL, pick, model[pick]};
  return pick == SHARED;
}

// -- The run ------------------------------------------------------------------

int
loft_region_in_chunks(loft_run *run, uint64_t *args, uint64_t *results) {
  rt_chunk_run *c = (rt_chunk_run *)run;
  (void)args;
  if (c->go(c) != LOFT_OK)
    return LOFT_FAILED;
  rt_chunk_end(c);
  rt_chunk_add_keyed(c, c->given);
  for (uint64_t k = 0; k < run->region->n_results; k++) {
    int32_t bind = c->chunks->results[k];
    results[k] = bind < 0 ? c->results[k] : (uintptr_t)c->given[bind].base;
  }
  return LOFT_OK;
}

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
  rt_chunk_run *c = (rt_chunk_run *)run;
  pthread_mutex_destroy(&c->lock);
  rt_chunk_free_keyed(c);
  free(c->pieces);
  free(c->spread);
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
  const rt_chunk_run *c = (const rt_chunk_run *)run;
  const rt_account *a = &run->account;
  char h2d[16], d2h[16];
  if (c->describe) {
    c->describe(c, seconds, text);
    return;
  }
  snprintf(text, RT_RUN_TEXT,
           "vulkan, %s: %u chunks%s: up %s %.3f ms, device %.3f ms, down %s "
           "%.3f ms, total %.3f ms",
           a->name, c->n_chunks - c->n_on_cpu,
           c->n_on_cpu > 0 ? ", the CPU the rest" : "",
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

void
rt_chunk_init(rt_chunk_run *c, int where, const loft_call *call) {
  rt_run_init(&c->base, where, c->base.region, call->binds);
  c->base.backend = &chunks_backend;
  c->given = call->binds;
  free(c->base.kernels); // those of chunks are others
  c->base.kernels = NULL;
}

// Gives stream "s" its part of "at", the words for all of them, and returns
// what is left.
static uint64_t *
init_stream(const rt_chunk_run *c, rt_stream *s, uint64_t *at) {
  const loft_chunks *chunks = c->chunks;
  size_t n_args = chunks->region->n_params + 1;
  s->args = at;
  s->slots = s->args + n_args;
  s->extents = s->slots + n_args;
  s->results = s->extents + LOFT_FOOTPRINT_HEAD + 2 * (size_t)chunks->n_arrays +
               chunks->n_folds + 1;
  s->binds = (loft_bind *)(s->results + chunks->region->n_results + 1);
  return (uint64_t *)(s->binds + c->base.region->n_binds);
}

rt_chunk_run *
rt_chunk_new(const loft_region_desc *region, uint32_t n) {
  const loft_chunks *chunks = region->chunks;
  size_t n_args = chunks->region->n_params + 1, n_folds = chunks->n_folds;
  size_t n_extents =
      LOFT_FOOTPRINT_HEAD + 2 * (size_t)chunks->n_arrays + n_folds + 1;
  size_t n_results = chunks->region->n_results + 1;
  size_t own = n_args + n_results + 2 * n_folds + 1;
  size_t stream = (2 * n_args + n_extents + n_results) * sizeof(uint64_t) +
                  region->n_binds * sizeof(loft_bind);
  rt_chunk_run *c =
      rt_calloc(1, sizeof *c + own * sizeof *c->args + n * stream);
  if (!c)
    return NULL;
  c->base.region = (loft_region_desc *)region;
  c->chunks = chunks;
  c->args = (uint64_t *)(c + 1);
  c->results = c->args + n_args;
  c->joining = c->results + n_results;
  uint64_t *at = c->joining + 2 * n_folds + 1;
  for (uint32_t k = 0; k < n; k++)
    at = init_stream(c, &c->streams[k], at);
  c->n_streams = n;
  c->n_devices = n > 1 ? n / RT_LANES : 1;
  c->go = rt_streams_run;
  pthread_mutex_init(&c->lock, NULL);
  return c;
}

// The streams that chunks of the region are dealt to: one where they are in
// order, else as many as the devices have lanes. The first ones are of
// different devices.
static uint32_t
count_streams(const loft_chunks *chunks) {
  uint32_t n = rt_backends[LOFT_ON_VULKAN]->devices();
  n = n < RT_CHUNK_DEVICES ? n : RT_CHUNK_DEVICES;
  return (chunks->flags & LOFT_CHUNKS_IN_ORDER) || n == 0 ? 1 : n * RT_LANES;
}

void
rt_chunk_find_range(rt_chunk_run *c, const loft_call *call) {
  uint32_t n = c->base.region->n_params;
  uint64_t *found = c->streams[0].extents;
  memcpy(c->args, call->args, n * sizeof *c->args);
  c->args[n] = (uint64_t)(uintptr_t)found;
  c->chunks->range(c->args, 0, 1);
  c->n = (int64_t)found[0];
  for (uint32_t k = 0; k < c->chunks->n_folds; k++)
    c->args[n + 2 + k] = found[1 + k];
  int64_t values = (int64_t)found[1 + c->chunks->n_folds];
  if (c->chunks->join)
    c->values = values;
  if (c->chunks->flags & LOFT_CHUNKS_KEYED)
    rt_chunk_find_piece(c);
  if (c->chunks->flags & LOFT_CHUNKS_BLOCKS)
    c->scanned = values > 0 ? values : LOFT_SCAN_BLOCK;
}

// Makes chunks blocks of the scan, for good. False: there is no room for those
// of which outermost iterations are the ends.
static bool
align_to_blocks(rt_chunk_run *c) {
  const int64_t even = c->scanned & -c->scanned; // its largest power of two
  int64_t step = even < LOFT_SCAN_BLOCK ? LOFT_SCAN_BLOCK / even : 1;
  c->fixed = true;
  if (c->pace.size < c->n)
    c->pace.size -= c->pace.size % step;
  return c->pace.size > 0;
}

// Makes chunks whole copies of sums by key. False: there is no room for one.
static bool
align_to_copies(rt_chunk_run *c) {
  c->fixed = true;
  if (c->pace.size < c->n)
    c->pace.size -= c->pace.size % c->piece;
  return c->pace.size > 0;
}

bool
rt_chunk_align(rt_chunk_run *c) {
  int64_t v = c->values, size = 1;
  if (v <= 0 || (v & (v - 1)) != 0)
    return false;
  while (size <= c->pace.size / 2)
    size *= 2;
  if (size < TREE_BLOCK / v)
    size = TREE_BLOCK / v;
  c->pace.size = size;
  c->fixed = true;
  return v <= INT64_MAX / size && (size <= c->pace.most || size == 1);
}

// Makes chunks small enough for all streams to end together; "one" iteration
// takes so many bytes, a further one "each". Where most of such a chunk is what
// all iterations touch (a matrix that each row is multiplied by), which goes up
// with every chunk, each device gets one chunk.
static void
deal_streams(rt_chunk_run *c, double one, double each) {
  double dealt = (double)c->n / (least_dealt * c->n_streams);
  if (c->n_streams < 2)
    return;
  if (c->n_devices > 1 && one > each * dealt) {
    c->n_streams = c->n_devices;
    dealt = (double)((c->n + c->n_devices - 1) / c->n_devices);
  }
  if ((double)c->pace.size > dealt)
    c->pace.size = (int64_t)dealt > 1 ? (int64_t)dealt : 1;
}

// Finds a good size of chunks. NULL, or the obstacle, in English.
static const char *
plan(rt_chunk_run *c) {
  double n = (double)c->n;
  uint64_t all = rt_chunk_bytes(c->base.binds, c->base.region->n_binds);
  uint64_t one =
      c->n > 1 ? rt_chunk_measure(c, &c->streams[0], 0, 1) : UINT64_MAX;
  if (one > c->room)
    return "so does one iteration of its outermost loop";
  double each = all > one ? (double)(all - one) / (n - 1) : 0;
  double most = each > 0 ? (double)(c->room - one) / each + 1 : n;
  rt_pace_init(&c->pace, most < n ? (int64_t)most : c->n);
  deal_streams(c, (double)one, each);
  if ((c->scanned > 0 && !align_to_blocks(c)) ||
      (c->piece > 0 && !align_to_copies(c)) ||
      (c->values != 0 && !rt_chunk_align(c)))
    return "its sums cannot be cut into pieces of that size";
  double size = (double)c->pace.size;
  return n / size * ((double)one + each * (size - 1)) > most_moved * (double)all
             ? "chunks would move much more than its arrays have"
             : NULL;
}

// Prepares the streams of a run whose chunks have a size. False: out of memory.
static bool
prepare_streams(rt_chunk_run *c) {
  for (uint32_t k = 0; k < c->n_streams; k++) {
    c->streams[k].device = k % c->n_devices;
    c->streams[k].pace = c->pace;
  }
  return rt_chunk_make_pieces(c) && rt_chunk_make_keyed(c);
}

// Prepares the run. Why it cannot be; NULL: it can.
static const char *
prepare(rt_chunk_run *c, const loft_call *call, uint64_t room) {
  uint32_t both = LOFT_READ | LOFT_WRITE;
  bool copied = call->n_rows > 0, interleaved = false;
  for (uint32_t k = 0; k < c->base.region->n_binds; k++) {
    copied = copied || (call->binds[k].mode & LOFT_COPIED);
    interleaved = interleaved || (call->binds[k].mode & LOFT_INTERLEAVED);
    c->writes = c->writes || (call->binds[k].mode & LOFT_WRITE);
    c->once = c->once || (call->binds[k].mode & both) == both;
  }
  bool halves = c->n_streams > 1 || (c->chunks->flags & LOFT_CHUNKS_OWN);
  c->room = halves ? room / 2 : room;
  if (copied)
    return "arrays are read that are written as others";
  if (interleaved)
    return "arrays are interleaved";
  if (!rt_backends[LOFT_ON_CPU]->may_run(c->chunks->region, c->base.binds,
                                         &(rt_why){.id = RT_WHY_MEMORY}))
    return "the CPU could not run what is left after a failure";
  rt_chunk_find_range(c, call);
  return plan(c);
}

// Notes why there is no run in chunks, of a region that does not fit, or that
// devices were to share.
static loft_run *
refuse(const loft_region_desc *region, const loft_call *call, uint64_t room,
       const char *why, rt_failure *failure) {
  uint64_t bytes = rt_chunk_bytes(call->binds, region->n_binds);
  char need[16], has[16];
  failure->id = RT_WHY_ROOM;
  failure->quiet = true;
  if (bytes > room)
    snprintf(failure->text, sizeof failure->text, "it takes %s of %s, and %s",
             rt_bytes(bytes, need), rt_bytes(room, has), why);
  else
    snprintf(failure->text, sizeof failure->text, "%s", why);
  return NULL;
}

// Notes that there is no host memory for one.
static loft_run *
lack_memory(loft_region_desc *region, rt_failure *failure) {
  failure->id = RT_WHY_MEMORY;
  snprintf(failure->text, sizeof failure->text, "out of host memory");
  chunks_failed(region, failure);
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
  rt_chunk_run *c = rt_chunk_new(region, count_streams(chunks));
  if (!c)
    return lack_memory(region, failure);
  rt_chunk_init(c, LOFT_ON_VULKAN, call);
  const char *why = prepare(c, call, room);
  if (!why && prepare_streams(c))
    return &c->base;
  chunks_destroy(&c->base);
  return why ? refuse(region, call, room, why, failure)
             : lack_memory(region, failure);
}
