// runtime/core/choose.c: the choice of where a region runs; see choose.h.
#include "runtime/core/choose.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

#include "runtime/core/bind.h"

// Assumed speeds of a processor. Orders of magnitude are enough: close calls
// cost little whichever way they go.
static const double thread_ops = 1e9;  // scalar operations a second of a thread
static const double thread_mem = 8e9;  // bytes a second of a thread
static const int mem_threads = 8;      // more do not move more
static const double open_cost = 0.2;   // opening a device, seconds
static const double short_run = 20e-6; // seconds: choosing is 1 % of it
// How many times too long an estimate may be that no run has corrected yet:
// opening a device cannot be undone.
static const double most_over = 4;

// Microseconds that an untried device would have saved so far.
static atomic_llong saved;

rt_job
rt_job_of(const loft_call *call, uint32_t n) {
  const loft_bind *binds = call->binds;
  rt_job job = {.work = call->work > 0 ? call->work : 0,
                .launches = call->launches > 1 ? call->launches : 1,
                .original = call->original};
  if (call->in_order > 0)
    job.in_order = call->in_order < job.work ? call->in_order : job.work;
  for (uint32_t i = 0; i < n; i++) {
    double bytes = (double)(int64_t)rt_bind_bytes(&binds[i]); // it fits
    if (binds[i].mode & LOFT_COPIED)
      job.copied += bytes;
    job.bytes += bytes;
    if (rt_bind_needs_upload(&binds[i]))
      job.h2d += bytes;
    if (binds[i].mode & LOFT_WRITE)
      job.d2h += bytes;
  }
  return job;
}

double
rt_move_seconds(double bytes, int threads) {
  return bytes / (thread_mem * (threads < mem_threads ? threads : mem_threads));
}

double
rt_original_seconds(const rt_job *job) {
  double move = rt_move_seconds(job->bytes, 1);
  double work = job->original > 0 ? job->original : job->work;
  double compute = work / thread_ops;
  return compute > move ? compute : move;
}

double
rt_job_seconds(const rt_job *job, int threads) {
  double apart = job->work - job->in_order;
  double compute = apart / (thread_ops * threads) + job->in_order / thread_ops;
  double move = rt_move_seconds(job->bytes, threads);
  return compute > move ? compute : move;
}

// Ski rental: opens a device once the time it would have saved, "gain" more
// now, equals the cost of opening (2-competitive).
static bool
worth_opening(double gain) {
  long long us = (long long)((gain < 1e6 ? gain : 1e6) * 1e6);
  return atomic_fetch_add(&saved, us) + us >= (long long)(open_cost * 1e6);
}

// The alternatives of a timing are LOFT_ON_*.
_Static_assert(LOFT_ON_VULKAN + 1 == RT_ALTERNATIVES, "rt_timing_pick");

// Chooses among what has the same bits, as measured before. "seconds", by the
// model, gets the corrected ones.
static void
choose_measured(rt_choice *c, rt_timing *timing,
                double seconds[RT_ALTERNATIVES]) {
  bool timed;
  c->where = rt_timing_pick(timing, seconds, &timed);
  c->timing = timed ? timing : NULL;
  bool fastest = true;
  for (int k = 0; k < RT_ALTERNATIVES; k++) {
    fastest = fastest && seconds[c->where] <= seconds[k];
    if (!isinf(seconds[k]))
      c->why.x[k] = seconds[k] * 1e3;
  }
  if (!fastest)
    c->why.id =
        c->why.id == RT_WHY_MODEL_ALL ? RT_WHY_TRIAL_ALL : RT_WHY_TRIAL_TIMES;
}

// Leaves out what would take longer than the original, as far as its time is
// known, for launching and for copying rows alone: a quarter of the estimate is
// what that takes at least. That is no guess about how fast code is.
static void
drop_launchers(const rt_timing *timing, const rt_job *job,
               const rt_estimate *estimates, double seconds[RT_ALTERNATIVES]) {
  double original =
      rt_timing_correct(timing, LOFT_ON_ORIGINAL, seconds[LOFT_ON_ORIGINAL]);
  for (int k = 0; k < RT_ALTERNATIVES; k++)
    if (k != LOFT_ON_ORIGINAL &&
        estimates[k].launching + job->staging[k] / 4 > original)
      seconds[k] = INFINITY;
}

// Takes new estimates where nothing was measured.
static void
take_unmeasured(const rt_timing *timing, const rt_estimate *estimates,
                double seconds[RT_ALTERNATIVES]) {
  for (int k = 0; k < RT_ALTERNATIVES; k++)
    if (estimates[k].unmeasured > 0 && !isinf(seconds[k]) &&
        !rt_timing_knows(timing, k))
      seconds[k] = estimates[k].unmeasured;
}

// Makes launches the reason that the original is chosen if something would be
// faster but for these, or takes longer for these alone.
static void
blame_launches(rt_why *why, const rt_job *job, const rt_estimate *estimates) {
  const double original = why->x[LOFT_ON_ORIGINAL];
  for (int k = 0; k < RT_ALTERNATIVES; k++) {
    double launching = estimates[k].launching * 1e3;
    if (why->id == RT_WHY_LAUNCHES || isinf(why->x[k]) || !(launching > 0) ||
        (why->x[k] - launching >= original && launching <= original))
      continue;
    *why = (rt_why){.id = RT_WHY_LAUNCHES,
                    .x = {job->launches, why->x[0], why->x[1]}};
  }
}

// Lets the next calls for as much work pass by where the original was chosen,
// whose times are known, and choosing itself takes a part of it.
static void
settle_original(const void *place, const rt_job *job, const rt_choice *c,
                const double seconds[RT_ALTERNATIVES]) {
  if (c->where == LOFT_ON_ORIGINAL && !c->timing &&
      seconds[LOFT_ON_ORIGINAL] < short_run)
    rt_timing_settle(place, job->work);
}

rt_choice
rt_choose(const void *place, const rt_job *job, bool exact,
          const rt_estimate *estimates) {
  const rt_estimate *device = &estimates[LOFT_ON_VULKAN];
  const double original = estimates[LOFT_ON_ORIGINAL].seconds;
  const double lifted = estimates[LOFT_ON_CPU].seconds;
  const double lifted_again = estimates[LOFT_ON_CPU].unmeasured;
  bool untried = device->untried, exists = !isinf(device->seconds);
  rt_choice c = {
      .where = LOFT_ON_CPU,
      .why = {.id = exists ? RT_WHY_MODEL_ALL : RT_WHY_MODEL_TIMES,
              .x = {original * 1e3, lifted * 1e3, device->seconds * 1e3}}};
  double seconds[] = {exact ? original : INFINITY, lifted,
                      untried ? INFINITY : device->seconds};
  if (!exact && lifted >= original) {
    c.where = LOFT_ON_ORIGINAL;
    blame_launches(&c.why, job, estimates);
    return c;
  }
  rt_timing *timing = NULL;
  if (exact || exists) {
    timing = rt_timing_find(place, estimates[LOFT_ON_CPU].variant, job->work);
    if (lifted_again > 0)
      take_unmeasured(timing, estimates, seconds);
    drop_launchers(timing, job, estimates, seconds);
    choose_measured(&c, timing, seconds);
  }
  double over = rt_timing_knows(timing, c.where) ? 1 : most_over;
  double gain = seconds[c.where] / over - device->seconds;
  if (untried && gain > 0 && worth_opening(gain)) {
    c.where = LOFT_ON_VULKAN;
    c.why.id = RT_WHY_MODEL_ALL;
  } else if (untried && gain > 0 && c.why.id == RT_WHY_MODEL_ALL) {
    c.why.id = RT_WHY_UNOPENED;
  } else if (timing) {
    settle_original(place, job, &c, seconds);
  }
  if (c.where == LOFT_ON_ORIGINAL && c.why.id == RT_WHY_MODEL_ALL)
    blame_launches(&c.why, job, estimates);
  c.estimate = estimates[c.where].seconds;
  c.original = exact ? seconds[LOFT_ON_ORIGINAL] : 0;
  return c;
}

void
rt_choose_record(const rt_choice *choice, double seconds) {
  if (choice->timing)
    rt_timing_record(choice->timing, choice->where, choice->estimate, seconds);
}

void
rt_choose_give_up(const rt_choice *choice, double seconds) {
  if (choice->timing)
    rt_timing_give_up(choice->timing, choice->where, choice->estimate, seconds,
                      choice->where == LOFT_ON_CPU);
}

double
rt_choose_more_work(const void *region, double work,
                    const rt_estimate *estimates) {
  const double much = 4;
  const rt_timing *t =
      rt_timing_find(region, estimates[LOFT_ON_CPU].variant, work);
  double seconds = estimates[LOFT_ON_ORIGINAL].seconds;
  double times = rt_timing_correct(t, LOFT_ON_ORIGINAL, seconds) / seconds;
  return times > much ? times : 1;
}
