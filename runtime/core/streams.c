// runtime/core/streams.c: the chunks of a region, dealt to streams.
//
// A stream runs one chunk after the other on one device; each device has two,
// so that one brings results back while the other sends what comes next. A
// chunk is a run of loft_chunks.region like any other, with the footprint of
// its iterations, so that what it reads is as it was when it fails. Where a
// chunk may read what the one before has written there is one stream. A stream
// ends when one of its chunks fails, and another does that chunk again; what no
// stream did is done on the CPU.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/core/chunks_private.h"
#include "runtime/core/log.h"
#include "runtime/core/report.h"

enum { MOST_TRIES = 50 };

// -- Dealing ------------------------------------------------------------------

// Takes iterations that are to be done: those of a chunk that failed, else the
// next ones, "size" at most. False: there are none. Needs the lock.
static bool
deal(rt_chunk_run *c, int64_t size, rt_iterations *out) {
  if (c->n_back > 0) {
    *out = c->back[--c->n_back];
    return true;
  }
  out->lo = c->next;
  out->hi = size < c->n - c->next ? c->next + size : c->n;
  c->next = out->hi;
  return out->lo < out->hi;
}

// Gives back iterations that were not done after all. Needs the lock.
static void
give_back(rt_chunk_run *c, const rt_iterations *chunk) {
  if (chunk->hi == c->next)
    c->next = chunk->lo;
  else
    c->back[c->n_back++] = *chunk;
}

// Whether iterations are left that no stream has taken. Needs the lock.
static bool
is_left(const rt_chunk_run *c) {
  return c->n_back > 0 || c->next < c->n;
}

// -- Chunks -------------------------------------------------------------------

// Fills the slots of a chunk with its arguments and the handles of "run".
static void
fill_slots(const rt_chunk_run *c, const rt_stream *s, loft_run *run) {
  const loft_region_desc *part = c->chunks->region;
  uint32_t n = 0;
  for (uint32_t k = 0; k < part->n_params; k++)
    s->slots[k] = part->params[k].kind == 'a' ? run->backend->handle(run, n++)
                                              : s->args[k];
}

// Takes the next chunk for the stream, with its footprint: as much of what is
// dealt as there is room for. False: there is none, or no room for one.
static bool
take_chunk(rt_chunk_run *c, rt_stream *s, rt_iterations *chunk) {
  pthread_mutex_lock(&c->lock);
  bool ok = deal(c, s->pace.size, chunk);
  while (ok && rt_chunk_measure(c, s, chunk->lo, chunk->hi) > c->room) {
    rt_iterations rest = *chunk;
    int64_t n = chunk->hi - chunk->lo;
    ok = n > 1 && !c->fixed;
    if (!ok)
      rt_run_decline(&c->base, "iteration %lld takes too much memory",
                     (long long)chunk->lo);
    rest.lo = chunk->hi = ok ? chunk->lo + n / 2 : chunk->lo;
    give_back(c, &rest);
  }
  pthread_mutex_unlock(&c->lock);
  return ok;
}

void
rt_chunk_note_failure(rt_chunk_run *c, const rt_failure *failure) {
  rt_failure *first = &c->base.failure;
  if (!first->text[0] || (first->quiet && !failure->quiet))
    *first = *failure;
}

// Adds the account of a chunk to that of the whole.
static void
add_account(rt_account *to, const rt_account *from) {
  to->bytes_h2d += from->bytes_h2d;
  to->bytes_d2h += from->bytes_d2h;
  to->bytes_kept += from->bytes_kept;
  to->bytes_host += from->bytes_host;
  to->bytes_moved += from->bytes_moved;
  to->launches += from->launches;
  to->h2d += from->h2d;
  to->device += from->device;
  to->d2h += from->d2h;
  memcpy(to->name, from->name, sizeof to->name);
}

// The line LOFT_LOG=2 adds for a chunk.
static void
log_chunk(const rt_iterations *chunk, const loft_run *run, double seconds) {
  char text[RT_RUN_TEXT];
  if (!rt_log_wants(RT_LOG_KERNEL))
    return;
  run->backend->describe(run, seconds, text);
  rt_say(RT_LOG_KERNEL, "  iterations %lld to %lld: %s", (long long)chunk->lo,
         (long long)chunk->hi - 1, text);
}

// Notes how a chunk ended, "seconds" after it began.
static void
note_end(rt_chunk_run *c, rt_stream *s, const rt_iterations *chunk,
         loft_run *run, bool ok, double seconds) {
  const rt_account *a = &run->account;
  pthread_mutex_lock(&c->lock);
  if (ok) {
    rt_chunk_take(c, chunk->lo, chunk->hi, s->results);
    add_account(&c->base.account, a);
  } else {
    rt_run_fail(run, "its host code gave up"); // unless it noted a failure
    rt_chunk_note_failure(c, &run->failure);
    give_back(c, chunk);
  }
  pthread_mutex_unlock(&c->lock);
  if (ok)
    log_chunk(chunk, run, seconds);
  if (ok && !c->fixed)
    rt_pace_note(&s->pace, chunk->hi - chunk->lo, seconds,
                 a->h2d + a->device + a->d2h);
}

bool
rt_stream_run(rt_chunk_run *c, rt_stream *s, const rt_iterations *chunk,
              loft_run *run, double start) {
  fill_slots(c, s, run);
  int failed = c->chunks->host(run, s->slots, s->results);
  bool ok = run->backend->finish(run, failed) == LOFT_OK;
  note_end(c, s, chunk, run, ok, rt_now() - start);
  run->backend->destroy(run);
  return ok;
}

// Runs a chunk on the stream's device. False: it failed, and was given back.
static bool
run_chunk(rt_chunk_run *c, rt_stream *s, const rt_iterations *chunk) {
  const rt_backend *b = rt_backends[LOFT_ON_VULKAN];
  rt_failure failure = {0};
  bool beside = c->n_streams > 1 && c->writes;
  double start = rt_now();
  loft_run *run =
      b->begin_chunk(c->chunks->region, s->binds, s->device,
                     beside ? RT_CHUNK_BESIDE : RT_CHUNK_ALONE, &failure);
  if (!run) {
    pthread_mutex_lock(&c->lock);
    rt_chunk_note_failure(c, &failure);
    give_back(c, chunk);
    pthread_mutex_unlock(&c->lock);
    return false;
  }
  return rt_stream_run(c, s, chunk, run, start);
}

// A stream: for rt_backend.share.
static void
run_stream(void *user, int64_t lo, int64_t hi) {
  rt_chunk_run *c = user;
  rt_iterations chunk;
  for (int64_t k = lo; k < hi; k++)
    while (take_chunk(c, &c->streams[k], &chunk) &&
           run_chunk(c, &c->streams[k], &chunk))
      continue;
}

// -- After a failure ----------------------------------------------------------

// Runs iterations on the CPU. LOFT_FAILED: out of memory, and nothing has
// changed.
static int
run_on_cpu(rt_chunk_run *c, const rt_iterations *chunk) {
  const rt_backend *cpu = rt_backends[LOFT_ON_CPU];
  loft_region_desc *part = c->chunks->region;
  rt_stream *s = &c->streams[0];
  rt_failure failure;
  loft_run *run = cpu->begin(part, c->base.binds, false, &failure);
  if (!run)
    return LOFT_FAILED;
  rt_chunk_set_args(c, s, chunk->lo, chunk->hi);
  fill_slots(c, s, run);
  int failed = part->host(run, s->slots, s->results);
  int result = cpu->finish(run, failed);
  cpu->destroy(run);
  if (result != LOFT_OK)
    return result;
  rt_chunk_take(c, chunk->lo, chunk->hi, s->results);
  c->n_on_cpu++;
  return LOFT_OK;
}

// Does on the CPU what is not done: chunks of a fixed size, or all at once, but
// in smaller parts where there is not enough memory for that.
static int
finish_on_cpu(rt_chunk_run *c) {
  const struct timespec pause = {.tv_nsec = 100000000};
  int tries = 0;
  rt_iterations chunk;
  for (int64_t size = c->fixed ? c->pace.size : c->n; deal(c, size, &chunk);) {
    int64_t n = chunk.hi - chunk.lo;
    if (run_on_cpu(c, &chunk) == LOFT_OK)
      continue;
    bool least = n == 1 || c->fixed;
    if (least && (!c->once || ++tries == MOST_TRIES))
      return LOFT_FAILED;
    if (least)
      nanosleep(&pause, NULL);
    rt_iterations rest = {least ? chunk.lo : chunk.lo + n / 2, chunk.hi};
    give_back(c, &rest);
    chunk.hi = rest.lo;
    if (!least)
      give_back(c, &chunk);
    size = least ? size : n / 2;
  }
  return LOFT_OK;
}

// Goes on after chunks failed. What the first one reads is as it was, so all
// can be done elsewhere then. Later, and where arrays are changed in place, the
// process ends if there is no memory for any of the rest: all else it could do
// is to go on with wrong results.
static int
go_on(rt_chunk_run *c) {
  loft_region_desc *r = c->base.region;
  if (c->n_chunks == 0)
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
rt_streams_run(rt_chunk_run *c) {
  const loft_region_desc *r = c->base.region;
  rt_backends[LOFT_ON_CPU]->share(c->n_streams, run_stream, c);
  if (is_left(c))
    return go_on(c);
  if (c->base.failure.text[0])
    rt_say(RT_LOG_REGION, "%s (%s:%u): a chunk that failed was done again: %s",
           r->name, r->file, r->line, c->base.failure.text);
  c->base.failure.text[0] = '\0';
  return LOFT_OK;
}

int
rt_streams_part(rt_chunk_run *c, const rt_iterations *part, bool on_device) {
  loft_region_desc *r = c->base.region;
  c->next = c->n;
  c->n_back = 1;
  c->back[0] = *part;
  if (on_device)
    run_stream(c, 0, 1);
  if (on_device && is_left(c))
    c->base.backend->failed(r, &c->base.failure);
  c->base.failure.text[0] = '\0';
  return is_left(c) ? finish_on_cpu(c) : LOFT_OK;
}
