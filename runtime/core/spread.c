// runtime/core/spread.c: regions that ranks share; see spread.h, and Note
// [Ranks] in docs/design-notes.md.
//
// A rank's part is a chunk (chunks.h) of iterations. All ranks know the parts
// of all, and what each of these touches, so each knows what the others need
// from it. Folds are joined as those of chunks are: of integers those of all
// ranks; of trees of floats the pieces of all, which are the same however many
// ranks there are.
#include "runtime/core/spread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/chunks.h"
#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"
#include "runtime/core/spread_private.h"
#include "runtime/core/stay.h"

enum { PLACE = 96 }; // bytes of a text that says where ranks are

// Assumed speeds of ranks, all alike.
static const double thread_ops = 1e9;   // scalar operations a second of a rank
static const double net_bytes = 2e9;    // bytes a second
static const double net_seconds = 5e-5; // of an exchange

bool
rt_spread_pays(const loft_region_desc *region, const loft_call *call) {
  int rank, size = rt_net_find(&rank);
  double work = call->work > 0 ? call->work : 0, bytes = 0;
  for (uint32_t k = 0; k < region->n_binds; k++)
    if (call->binds[k].mode & LOFT_WRITE)
      bytes += (double)(int64_t)rt_bind_bytes(&call->binds[k]);
  if (rt_stay_expected(region, call))
    bytes = 0;
  return work / thread_ops * (1 - 1.0 / size) >
         2 * net_seconds + bytes / net_bytes;
}

// -- Parts --------------------------------------------------------------------

// Prepares the run. Why it cannot be; NULL: it can.
static const char *
prepare(rt_chunk_run *c, const loft_call *call) {
  rt_spread *s = c->spread;
  const char *fault = rt_parts_find(&s->parts, c, call);
  if (fault)
    return fault;
  s->merges = rt_parts_meet(&s->parts, c->base.region);
  s->stays = !s->merges && s->parts.n <= RT_STALE_RANKS &&
             rt_stay_expected(c->base.region, call);
  s->unnamed = s->stays && !rt_stay_named(c->base.region, call);
  c->once = true;
  return NULL;
}

// -- The run ------------------------------------------------------------------

// The hash of all that must be alike on all ranks: sizes and scalars.
static uint64_t
hash_call(const rt_chunk_run *c, uint64_t hash) {
  const rt_spread *s = c->spread;
  const loft_region_desc *r = c->base.region;
  uint64_t all[] = {(uint64_t)c->n, (uint64_t)s->stays, (uint64_t)s->merges};
  hash = rt_net_hash(hash, all, sizeof all);
  for (uint32_t k = 0; k < r->n_params; k++)
    if (r->params[k].kind != 'a')
      hash = rt_net_hash(hash, &c->args[k], sizeof c->args[k]);
  for (uint32_t k = 0; k < r->n_binds; k++) {
    const loft_bind *b = &c->base.binds[k];
    int64_t bounds[] = {b->lo, b->hi};
    hash = rt_net_hash(hash, bounds, sizeof bounds);
  }
  return hash;
}

// The hash of the bind's contents, which may be unreadable in part.
static uint64_t
hash_contents(const loft_bind *b) {
  static unsigned char some[1 << 16];
  const char *at = rt_bind_start(b);
  uint64_t hash = 0;
  for (uint64_t left = rt_bind_bytes(b), n; left > 0; left -= n, at += n) {
    n = left < sizeof some ? left : sizeof some;
    rt_backends[LOFT_ON_CPU]->read(some, at, n);
    hash = rt_net_hash(hash, some, n);
  }
  return hash;
}

// Ends all ranks if arrays differ between them that the region reads in full,
// and that all ranks have.
static void
compare_contents(const rt_chunk_run *c) {
  const loft_region_desc *r = c->base.region;
  char place[PLACE];
  for (uint32_t k = 0; k < r->n_binds; k++) {
    const loft_bind *b = &c->base.binds[k];
    rt_memory m = rt_memory_of(b);
    if (!(b->mode & LOFT_READ) || !(b->mode & (LOFT_FULL | LOFT_DENSE)) ||
        rt_stale_meets(m.from, m.to))
      continue;
    snprintf(place, sizeof place, "the contents of %s in %s (%s:%u)",
             b->name ? b->name : "an array", r->name, r->file, r->line);
    rt_net_lock();
    rt_net_agree(place, hash_contents(b));
    rt_net_unlock();
  }
}

// Gets what this rank's part reads, or leaves as it is among what it writes.
static void
get_inputs(rt_chunk_run *c) {
  rt_spread *s = c->spread;
  const loft_region_desc *r = c->base.region;
  rt_plan plan = {0};
  char place[PLACE];
  if (s->merges)
    rt_merge_plan(c, &plan);
  for (int q = 0; q < s->parts.n; q++)
    for (uint32_t k = 0; k < r->n_binds; k++) {
      const loft_bind *b = rt_spread_bind(c, q, k);
      rt_memory m = rt_memory_of(b);
      if (rt_bind_bytes(b) > 0 && rt_bind_needs_upload(b))
        rt_stale_need(&plan, m.from, m.to, q);
    }
  snprintf(place, sizeof place, "%s (%s:%u)", r->name, r->file, r->line);
  rt_net_agree(place, hash_call(c, plan.hash));
  s->in += plan.in;
  s->out += plan.out;
  rt_plan_run(&plan);
}

// Notes which rank has written bytes, and gives them to all unless they stay.
static void
give_outputs(rt_chunk_run *c) {
  rt_spread *s = c->spread;
  const uint32_t n = c->base.region->n_binds;
  rt_plan plan = {0};
  if (s->merges) {
    rt_merge_end(c);
    return;
  }
  for (uint32_t k = 0; k < n * (uint32_t)s->parts.n; k++) {
    rt_memory m = rt_memory_of(&s->parts.binds[k]);
    if ((s->parts.binds[k].mode & LOFT_WRITE) && m.from < m.to)
      rt_stale_wrote(m.from, m.to, (int)(k / n), s->unnamed);
  }
  for (uint32_t k = 0; k < n * (uint32_t)s->parts.n && !s->stays; k++) {
    rt_memory m = rt_memory_of(&s->parts.binds[k]);
    for (int q = 0; q < s->parts.n && (s->parts.binds[k].mode & LOFT_WRITE);
         q++)
      rt_stale_need(&plan, m.from, m.to, q);
  }
  s->in += plan.in;
  s->out += plan.out;
  rt_plan_run(&plan);
}

// Runs this rank's part. The process ends where there is no memory for it:
// other ranks wait for its results.
static void
run_part(rt_chunk_run *c) {
  const rt_spread *s = c->spread;
  rt_iterations part = s->parts.of[s->rank], piece = part;
  int64_t size = c->values ? c->pace.size : c->n;
  for (; piece.lo < part.hi; piece.lo = piece.hi) {
    piece.hi = part.hi - piece.lo > size ? piece.lo + size : part.hi;
    if (rt_streams_part(c, &piece, s->where == LOFT_ON_VULKAN) != LOFT_OK)
      rt_net_end("rank %d has no memory for its part of %s (%s:%u)", s->rank,
                 c->base.region->name, c->base.region->file,
                 c->base.region->line);
  }
}

// Takes the folds and scalars of another rank's part, "values".
static void
take(rt_chunk_run *c, const rt_iterations *part, const uint64_t *values) {
  const uint32_t n = c->chunks->n_folds, n_results = c->base.region->n_results;
  if (part->lo >= part->hi)
    return;
  if (!c->values) {
    rt_chunk_take(c, part->lo, part->hi, values);
    return;
  }
  int64_t first = part->lo / c->pace.size;
  int64_t end = (part->hi + c->pace.size - 1) / c->pace.size;
  memcpy(c->pieces + (size_t)first * n, values + n_results,
         (size_t)(end - first) * n * sizeof *values);
  if (part->hi == c->n)
    memcpy(c->results, values, n_results * sizeof *values);
}

// Gives all ranks the folds and scalars of all parts.
static void
share_folds(rt_chunk_run *c) {
  const rt_spread *s = c->spread;
  const uint32_t n_folds = c->chunks->n_folds,
                 n_results = c->base.region->n_results;
  const rt_iterations *part = &s->parts.of[s->rank];
  int64_t most = c->values ? rt_parts_units(c) / s->parts.n + 1 : 1;
  int64_t first = c->values ? part->lo / c->pace.size : 0;
  int64_t end = (part->hi + c->pace.size - 1) / c->pace.size;
  size_t n = n_results + (size_t)most * n_folds;
  if (n == 0)
    return;
  uint64_t *all = rt_net_memory(NULL, (n + 1) * ((uint64_t)s->parts.n + 1) * 8);
  uint64_t *mine = all + n * (size_t)s->parts.n;
  memset(mine, 0, n * sizeof *mine);
  memcpy(mine, c->results, n_results * sizeof *mine);
  if (part->lo < part->hi)
    memcpy(mine + n_results, c->pieces + (size_t)first * n_folds,
           (size_t)(c->values ? end - first : 1) * n_folds * sizeof *mine);
  rt_net_gather(mine, all, n * sizeof *mine);
  for (int q = 0; q < s->parts.n; q++)
    if (q != s->rank)
      take(c, &s->parts.of[q], all + (size_t)q * n);
  free(all);
}

// rt_chunk_run.go.
static int
run_spread(rt_chunk_run *c) {
  const rt_spread *s = c->spread;
  if (rt_env_int(RT_ENV_MPI) > 1)
    compare_contents(c);
  rt_net_lock();
  get_inputs(c);
  if (s->merges)
    rt_merge_begin(c);
  rt_net_unlock();
  run_part(c);
  rt_net_lock();
  share_folds(c);
  give_outputs(c);
  rt_net_unlock();
  if (s->stays)
    rt_stay_watch_exit();
  return LOFT_OK;
}

// rt_chunk_run.describe.
static void
describe(const rt_chunk_run *c, double seconds, char text[RT_RUN_TEXT]) {
  const rt_spread *s = c->spread;
  const rt_iterations *part = &s->parts.of[s->rank];
  char in[16], out[16];
  snprintf(text, RT_RUN_TEXT,
           "%s, rank %d of %d: %lld of %lld iterations: %s came, %s went%s, "
           "total %.3f ms",
           rt_where_name(c->n_on_cpu ? LOFT_ON_CPU : s->where), s->rank,
           s->parts.n, (long long)(part->hi - part->lo), (long long)c->n,
           rt_bytes(s->in, in), rt_bytes(s->out, out),
           s->stays ? ", results stay" : "", seconds * 1e3);
}

// -- The start ----------------------------------------------------------------

// Says why each rank runs all of the region.
static loft_run *
refuse(const loft_region_desc *region, const char *why) {
  rt_say(RT_LOG_REGION, "%s (%s:%u): each rank runs all of it: %s",
         region->name, region->file, region->line, why);
  return NULL;
}

// The state of a run besides its chunks; in one allocation.
static rt_spread *
new_spread(const loft_region_desc *region, int where) {
  int rank, size = rt_net_find(&rank);
  rt_spread *s = rt_net_memory(NULL, sizeof *s + rt_parts_bytes(region, size));
  *s = (rt_spread){.rank = rank, .where = where};
  rt_parts_init(&s->parts, size, s + 1);
  return s;
}

// Lets the run have a device's memory, and one of the devices in use.
static void
find_device(rt_chunk_run *c) {
  const rt_spread *s = c->spread;
  uint32_t n = 0;
  c->room = UINT64_MAX;
  if (s->where == LOFT_ON_VULKAN) {
    n = rt_backends[LOFT_ON_VULKAN]->devices();
    rt_chunks_fits(c->base.region, c->base.binds, &c->room);
  }
  c->streams[0].device = n > 0 ? (uint32_t)s->rank % n : 0;
}

loft_run *
rt_spread_begin(loft_region_desc *region, const loft_call *call, int where) {
  const char *fault = rt_parts_fault(region, call);
  if (fault)
    return refuse(region, fault);
  rt_chunk_run *c = rt_chunk_new(region, 1);
  if (!c)
    rt_net_end("no memory for a region that ranks share");
  rt_chunk_init(c, where, call);
  c->go = run_spread;
  c->describe = describe;
  c->spread = new_spread(region, where);
  fault = prepare(c, call);
  if (fault) {
    c->base.backend->destroy(&c->base);
    return refuse(region, fault);
  }
  rt_stay_enter(region, call, LOFT_ON_CPU); // devices' results come back
  if (!rt_chunk_make_pieces(c))
    rt_net_end("no memory for a region that ranks share");
  find_device(c);
  return &c->base;
}
