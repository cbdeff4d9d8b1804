// runtime/core/start.c: starts an admitted region at a place.
//
// On a device it runs whole, in chunks where its arrays do not fit, or shared
// with other devices. A back end that cannot start it means the CPU's, then the
// original loop. Back ends are asked through rt_backends alone.
#include "runtime/core/start.h"

#include "runtime/core/chunks.h"
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"
#include "runtime/core/overlap.h"
#include "runtime/core/report.h"
#include "runtime/core/rows.h"
#include "runtime/core/shares.h"
#include "runtime/core/stale.h"
#include "runtime/core/stay.h"

// A call of a region that is to start.
typedef struct starting {
  loft_region_desc *region;
  const loft_call *call;
  int *where; // where it runs: LOFT_ON_*, LOFT_IN_CHUNKS, LOFT_BY_INNER
} starting;

rt_job
rt_start_job(const loft_region_desc *region, const loft_call *call) {
  rt_job job = rt_job_of(call, region->n_binds);
  rt_rows_seconds(region, call, job.staging);
  if (rt_stay_expected(region, call) &&
      (rt_stay_any() || rt_stay_worth(region, call)))
    job.d2h = 0;
  return job;
}

// Whether several devices share the region's iterations, whose results may stay
// there; *trial, of no timing so far: of which to record the time.
static bool
is_shared(const starting *s, rt_trial *trial) {
  if (!rt_env_has_text(RT_ENV_DEVICE)) // there is one
    return false;
  rt_job job = rt_start_job(s->region, s->call);
  bool stays = rt_stay_expected(s->region, s->call);
  bool shared = rt_chunks_shared(s->region, s->call->binds, &job, stays, trial);
  if (trial->timing && rt_stay_any())
    rt_backends[LOFT_ON_VULKAN]->settle(); // it is timed alone
  return shared;
}

bool
rt_start_settle(const loft_region_desc *region, const loft_call *call,
                int where) {
  rt_stale_enter(region, call);
  return rt_stay_enter(region, call, where);
}

// Starts the region on a device in chunks. NULL with the failure.
static loft_run *
begin_chunks(const starting *s, uint64_t room, rt_failure *failure) {
  rt_start_settle(s->region, s->call, LOFT_ON_CPU); // results do not stay
  return rt_chunks_begin(s->region, s->call, room, failure);
}

// Says that a region takes more memory than the device has, and tries all the
// same: the back end may put arrays elsewhere.
static void
ignore_room(const starting *s, rt_failure *failure) {
  rt_say(RT_LOG_REGION, "%s (%s:%u): not in chunks: %s", s->region->name,
         s->region->file, s->region->line, failure->text);
  failure->quiet = false;
  failure->text[0] = '\0';
}

// Starts the region on devices in chunks where its arrays do not fit, or where
// several devices share it. NULL: it does not run so; with the failure where it
// cannot run there otherwise. *trial: of sharing, as of a run on one device.
static loft_run *
begin_in_parts(const starting *s, rt_trial *trial, rt_failure *failure) {
  uint64_t room;
  bool fits = rt_chunks_fits(s->region, s->call->binds, &room);
  if (fits && !is_shared(s, trial))
    return NULL;
  loft_run *run = fits ? rt_shares_begin(s->region, s->call, failure) : NULL;
  if (!run && fits && rt_stay_any())
    return NULL; // one device gets what it needs, and no more comes back
  if (!run)
    run = begin_chunks(s, room, failure);
  if (!run)
    trial->timing = NULL;
  if (!run && !fits && rt_chunks_by_inner(s->region))
    failure->id = RT_WHY_INNER;
  else if (!run && (fits || rt_env_bytes(RT_ENV_MEMORY) == 0))
    ignore_room(s, failure);
  return run;
}

// Starts the region on a back end that may run it, so that its results stay
// there, or else so that they come back. NULL with the failure.
static loft_run *
begin_on(const starting *s, int where, rt_failure *failure) {
  const rt_backend *b = rt_backends[where];
  loft_run *run = NULL;
  rt_trial trial;
  trial.timing = NULL;
  if (where == LOFT_ON_VULKAN)
    run = begin_in_parts(s, &trial, failure);
  if (run)
    run->sharing = trial;
  if (run || failure->text[0])
    return run;
  bool stays = rt_start_settle(s->region, s->call, where);
  run = b->begin(s->region, s->call->binds, stays, failure);
  if (run)
    run->joined = stays;
  if (run && trial.timing)
    run->sharing = trial;
  if (run || !stays)
    return run;
  rt_stay_leave(false);
  if (!failure->comes_back)
    return NULL;
  rt_stay_back();
  return b->begin(s->region, s->call->binds, false, failure);
}

void
rt_start_stop_alone(loft_region_desc *region, const rt_why *why) {
  if (why->id == RT_WHY_MEMORY && !(region->flags & LOFT_EXACT) &&
      rt_net_many())
    rt_net_end("%s (%s:%u): there is no memory for lifted code on this rank",
               region->name, region->file, region->line);
}

// Starts the region, the binds of which are settled, on a back end, on the CPU
// if that does not start it, or lets the original loop run.
static loft_run *
start_on(const starting *s, int where, const rt_why *why) {
  const rt_backend *b = rt_backends[where];
  rt_failure failure; // large: filled in as far as used
  rt_why denied = {0};
  loft_run *run = NULL;
  failure.quiet = failure.comes_back = false;
  failure.text[0] = '\0';
  if (b->may_run(s->region, s->call->binds, &denied)) {
    run = begin_on(s, where, &failure);
    if (!run)
      denied = (rt_why){.id = failure.id, .s = {rt_report_keep(failure.text)}};
  }
  bool by_inner = !run && denied.id == RT_WHY_INNER;
  if (!run && where != LOFT_ON_CPU && !by_inner)
    return start_on(s, LOFT_ON_CPU, &denied);
  *s->where = by_inner ? LOFT_BY_INNER : LOFT_ON_ORIGINAL;
  if (!run) {
    rt_start_stop_alone(s->region, &denied);
    rt_report_original(s->region, &denied);
    return NULL;
  }
  run->why = *why;
  *s->where = rt_chunks_is(run) ? LOFT_IN_CHUNKS : where;
  rt_report_start(s->region, where, why);
  return run;
}

// The same where no memory has several addresses, which is asked for lifted
// code alone.
static loft_run *
start_apart(const starting *s, int where, const rt_why *why) {
  rt_why denied = {0};
  if (rt_stay_wrote(s->region, s->call) ||
      rt_overlap_mappings(s->region, s->call->binds, &denied))
    return start_on(s, where, why);
  rt_report_original(s->region, &denied);
  return NULL;
}

// Ends a run before it does anything, for there is no memory. NULL: the
// original is to run.
static loft_run *
give_up_run(const starting *s, loft_run *run) {
  const rt_why why = {.id = RT_WHY_MEMORY};
  bool joined = run->joined;
  run->backend->finish(run, true);
  run->backend->destroy(run);
  if (joined)
    rt_stay_leave(false);
  *s->where = LOFT_ON_ORIGINAL;
  rt_start_stop_alone(s->region, &why);
  rt_report_original(s->region, &why);
  return NULL;
}

loft_run *
rt_start(loft_region_desc *region, const loft_call *call, int place,
         const rt_why *why, int *where) {
  starting s = {region, call, where};
  rt_staged *staged;
  if (call->n_rows == 0)
    return start_apart(&s, place, why);
  double began = rt_now();
  rt_stay_back();
  rt_why none;
  if (!rt_rows_stage(region, call, place, &staged, &none)) {
    rt_start_stop_alone(region, &none);
    rt_report_original(region, &none);
    return NULL;
  }
  loft_run *run = start_on(&s, place, why);
  if (run && staged && *where == LOFT_ON_CPU && !rt_rows_tabulate(call, staged))
    run = give_up_run(&s, run);
  if (!run)
    rt_rows_unstage(staged, false);
  if (run && staged) {
    run->staged = staged;
    run->start = began;
  }
  return run;
}
