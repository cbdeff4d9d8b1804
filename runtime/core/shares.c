// runtime/core/shares.c: regions of which several devices run a part each, and
// keep its results; see shares.h.
//
// Parts are equal and fixed (parts.h), so that the next region's parts find
// most of what they need on their devices. The rest, of a stencil the
// rows at the border, comes from the others before any part begins to write
// (rt_backend.fetch). The log of runs has the whole region as one run, which
// the CPU does again where a device was lost (Note [Staying]).
//
// Each device runs its part on a thread of its own. Where trees are folded a
// part is several pieces, one run after the other; such a region writes to no
// array, so that it may fail in the middle.
#include "runtime/core/shares.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/parts.h"
#include "runtime/core/stale.h"
#include "runtime/core/stay.h"

typedef struct rt_shares {
  rt_parts parts;
  atomic_bool failed;
  loft_run *runs[RT_CHUNK_DEVICES]; // the first of each part; NULL: none
  double start[RT_CHUNK_DEVICES];
} rt_shares;

// -- Parts --------------------------------------------------------------------

// The iterations of a part from "lo" on that are one run.
static rt_iterations
run_of(const rt_chunk_run *c, const rt_iterations *part, int64_t lo) {
  int64_t size = c->values ? c->pace.size : c->n;
  return (rt_iterations){lo, part->hi - lo > size ? lo + size : part->hi};
}

// Starts the run of some iterations of a part, on the stream's device. All runs
// of the part have the arrays of all of it, and so they share copies. NULL with
// the failure.
static loft_run *
begin_run(rt_chunk_run *c, rt_stream *s, const rt_iterations *part,
          const rt_iterations *it, rt_failure *failure) {
  if (rt_chunk_measure(c, s, part->lo, part->hi) == UINT64_MAX) {
    snprintf(failure->text, sizeof failure->text,
             "a part does not pass the guard");
    return NULL;
  }
  for (uint32_t k = 0; k < c->base.region->n_binds; k++)
    s->binds[k].mode &= ~(uint32_t)LOFT_PASSING;
  rt_chunk_set_args(c, s, it->lo, it->hi);
  loft_run *run = rt_backends[LOFT_ON_VULKAN]->begin_chunk(
      c->chunks->region, s->binds, s->device, RT_CHUNK_STAYS, failure);
  if (run)
    run->sharing = c->base.sharing;
  return run;
}

// Notes that a part failed, and why.
static void
note_failure(rt_chunk_run *c, const rt_failure *failure) {
  rt_shares *s = c->spread;
  pthread_mutex_lock(&c->lock);
  rt_chunk_note_failure(c, failure);
  pthread_mutex_unlock(&c->lock);
  atomic_store(&s->failed, true);
}

// Runs the k-th part.
static void
run_part(rt_chunk_run *c, uint32_t k) {
  rt_shares *s = c->spread;
  rt_stream *stream = &c->streams[k];
  const rt_iterations *part = &s->parts.of[k];
  loft_run *run = s->runs[k];
  double start = s->start[k];
  for (int64_t lo = part->lo; lo < part->hi && !atomic_load(&s->failed);) {
    rt_iterations it = run_of(c, part, lo);
    rt_failure failure = {0};
    if (!run) {
      start = rt_now();
      run = begin_run(c, stream, part, &it, &failure);
    }
    if (!run)
      note_failure(c, &failure);
    else if (!rt_stream_run(c, stream, &it, run, start))
      atomic_store(&s->failed, true);
    run = NULL;
    lo = it.hi;
  }
  if (run) { // others failed before it
    run->backend->finish(run, 1);
    run->backend->destroy(run);
  }
}

// Runs parts: for rt_backend.share.
static void
run_parts(void *user, int64_t lo, int64_t hi) {
  for (int64_t k = lo; k < hi; k++)
    run_part(user, (uint32_t)k);
}

// Ends all runs that have begun, as failed.
static void
end_all(rt_chunk_run *c) {
  rt_shares *s = c->spread;
  for (uint32_t k = 0; k < c->n_streams; k++) {
    if (!s->runs[k])
      continue;
    s->runs[k]->backend->finish(s->runs[k], 1);
    s->runs[k]->backend->destroy(s->runs[k]);
    s->runs[k] = NULL;
  }
}

// Starts the first run of each part. False with the failure: none has begun.
static bool
begin_all(rt_chunk_run *c, rt_failure *failure) {
  rt_shares *s = c->spread;
  for (uint32_t k = 0; k < c->n_streams; k++) {
    const rt_iterations *part = &s->parts.of[k];
    rt_iterations it = run_of(c, part, part->lo);
    s->start[k] = rt_now();
    if (part->lo >= part->hi)
      continue;
    s->runs[k] = begin_run(c, &c->streams[k], part, &it, failure);
    if (s->runs[k])
      continue;
    end_all(c);
    return false;
  }
  return true;
}

// -- The run ------------------------------------------------------------------

// Brings to the host what parts need of others, before any of them writes.
// False: a device failed.
static bool
fetch_all(rt_chunk_run *c) {
  rt_shares *s = c->spread;
  for (uint32_t k = 0; k < c->n_streams; k++) {
    loft_run *run = s->runs[k];
    if (!run || run->backend->fetch(run) == LOFT_OK)
      continue;
    note_failure(c, &run->failure);
    return false;
  }
  return true;
}

// rt_chunk_run.go.
static int
run_shares(rt_chunk_run *c) {
  rt_shares *s = c->spread;
  if (!fetch_all(c)) {
    end_all(c);
    return LOFT_FAILED;
  }
  rt_backends[LOFT_ON_CPU]->share(c->n_streams, run_parts, c);
  if (!atomic_load(&s->failed))
    return LOFT_OK;
  if (c->writes)
    rt_backends[LOFT_ON_VULKAN]->give_up();
  return LOFT_FAILED;
}

// rt_chunk_run.describe.
static void
describe(const rt_chunk_run *c, double seconds, char text[RT_RUN_TEXT]) {
  const rt_account *a = &c->base.account;
  char h2d[16], moved[RT_MOVED];
  snprintf(text, RT_RUN_TEXT,
           "vulkan, %s: %u devices: up %s %.3f ms%s, results stay, total %.3f "
           "ms",
           a->name, c->n_devices, rt_bytes(a->bytes_h2d, h2d), a->h2d * 1e3,
           rt_moved(a, moved), seconds * 1e3);
}

// Prepares the run. Why it cannot be; NULL: it can.
static const char *
prepare(rt_chunk_run *c, const loft_call *call) {
  rt_shares *s = c->spread;
  const char *fault = rt_parts_find(&s->parts, c, call);
  for (uint32_t k = 0; k < c->base.region->n_binds; k++)
    c->writes = c->writes || (call->binds[k].mode & LOFT_WRITE);
  c->fixed = true;
  if (fault)
    return fault;
  if (rt_parts_meet(&s->parts, c->base.region))
    return "parts write in between each other's elements";
  if (c->values && c->writes)
    return "pieces of its sums write to arrays";
  return rt_chunk_make_pieces(c) ? NULL : "out of host memory";
}

// A run on all devices in use, to be prepared; NULL: out of memory.
static rt_chunk_run *
new_run(const loft_region_desc *region, const loft_call *call) {
  uint32_t n = rt_backends[LOFT_ON_VULKAN]->devices();
  n = n < RT_CHUNK_DEVICES ? n : RT_CHUNK_DEVICES;
  rt_chunk_run *c = rt_chunk_new(region, n);
  if (!c)
    return NULL;
  rt_chunk_init(c, LOFT_ON_VULKAN, call);
  c->base.stays = true;
  c->go = run_shares;
  c->describe = describe;
  c->n_devices = n;
  for (uint32_t k = 0; k < n; k++)
    c->streams[k].device = k;
  rt_shares *s = rt_calloc(1, sizeof *s + rt_parts_bytes(region, (int)n));
  c->spread = s;
  if (s) {
    rt_parts_init(&s->parts, (int)n, s + 1);
    return c;
  }
  c->base.backend->destroy(&c->base);
  return NULL;
}

// The obstacle to running the region in parts, as far as it alone says, in
// English; NULL: none.
static const char *
find_fault(const loft_region_desc *region, const loft_call *call) {
  rt_why denied;
  const char *fault = rt_parts_fault(region, call);
  if (!fault && !rt_backends[LOFT_ON_VULKAN]->may_run(region->chunks->region,
                                                      call->binds, &denied))
    fault = "its chunks failed before";
  return fault;
}

// Starts the run, whose results may stay. NULL with the failure.
static loft_run *
begin(loft_region_desc *region, const loft_call *call, rt_failure *failure) {
  const char *fault = find_fault(region, call);
  rt_chunk_run *c = fault ? NULL : new_run(region, call);
  if (!fault)
    fault = c ? prepare(c, call) : "out of host memory";
  if (!fault && begin_all(c, failure))
    return &c->base;
  if (fault)
    snprintf(failure->text, sizeof failure->text, "%s", fault);
  if (c)
    c->base.backend->destroy(&c->base);
  return NULL;
}

// Before it: what the call touches becomes current. Whether its results may
// stay.
static bool
settle(const loft_region_desc *region, const loft_call *call) {
  rt_stale_enter(region, call);
  return rt_stay_enter(region, call, LOFT_IN_CHUNKS);
}

loft_run *
rt_shares_begin(loft_region_desc *region, const loft_call *call,
                rt_failure *failure) {
  bool again = rt_stay_expected(region, call);
  loft_run *run = NULL;
  while (!run && again && settle(region, call)) {
    run = begin(region, call, failure);
    if (run)
      continue;
    rt_stay_leave(false);
    again = failure->comes_back && rt_stay_any();
    if (again)
      rt_stay_back(); // then nothing is in the way
    failure->comes_back = false;
  }
  if (run)
    run->joined = true;
  else if (failure->text[0])
    rt_say(RT_LOG_REGION, "%s (%s:%u): not as parts that stay: %s",
           region->name, region->file, region->line, failure->text);
  failure->text[0] = '\0';
  return run;
}
