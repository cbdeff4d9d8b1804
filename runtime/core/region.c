// runtime/core/region.c: entering and leaving regions (loft_abi.h).
//
// enter: version, guard, overlap, then the choice (choose.c) within what
// LOFT_OFFLOAD and LOFT_DEVICE allow, then the start (start.c).
#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "runtime/core/backend.h"
#include "runtime/core/busy.h"
#include "runtime/core/check.h"
#include "runtime/core/chunks.h"
#include "runtime/core/choose.h"
#include "runtime/core/env.h"
#include "runtime/core/float.h"
#include "runtime/core/inspect.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"
#include "runtime/core/overlap.h"
#include "runtime/core/params.h"
#include "runtime/core/process.h"
#include "runtime/core/recall.h"
#include "runtime/core/report.h"
#include "runtime/core/rows.h"
#include "runtime/core/spread.h"
#include "runtime/core/start.h"
#include "runtime/core/stale.h"
#include "runtime/core/stay.h"
#include "runtime/core/thread.h"
#include "runtime/core/trapped.h"
#include "runtime/core/why.h"

// Bytes of stack that a region needs: kernels may have several arrays of 256
// KiB, though few have any.
enum { STACK = 512 << 10 };

// How often the time of the original loop a back end may take for a loop with a
// condition, of which nobody knew how often it runs.
static const double patience = 3;

// Launches of a region at least, of which nobody knows how many there will be:
// footprints take such a loop for 100 steps.
static const double many_launches = 100;

// An original loop whose time is to be recorded: that of timed_region.
typedef struct timed {
  rt_choice choice;
  double start;
} timed;

// The choice for a region that is entered next, and when it began: what looks
// at the data before the region runs is part of its time.
typedef struct considered {
  const loft_region_desc *region; // of the choice; NULL: none
  const loft_region_desc *began;  // of the start; NULL: none
  rt_choice choice;
  double start;
} considered;

// A region that a device was too slow for: the original loop is next.
typedef struct late {
  const loft_region_desc *region; // NULL: none
  rt_choice choice;               // of the device
} late;

static _Thread_local struct {
  timed timed;
  considered considered;
  late late;
} mine;

// The region whose original loop is timed; NULL: none.
static _Thread_local const loft_region_desc *timed_region;

// -- Entering -----------------------------------------------------------------

// What one call of enter works on.
typedef struct entry {
  loft_region_desc *region;
  const loft_call *call;
  loft_bind *binds;
  rt_job job;
  int mode; // RT_OFFLOAD_*
  int *where;
  char detail[RT_DETAIL]; // of the reason
} entry;

// The reason that the guard failed, for which values if anybody listens.
static void
blame_guard(entry *e, rt_why *why) {
  e->detail[0] = '\0';
  if (!rt_env_is_plain())
    rt_params_text(e->region, e->call, e->detail, sizeof e->detail);
  *why = (rt_why){.id = RT_WHY_GUARD, .s = {e->detail}};
}

// Whether the settings leave to the runtime where regions run.
static bool
is_free(int mode) {
  return mode == RT_OFFLOAD_DEFAULT && !rt_env_has_text(RT_ENV_DEVICE);
}

// Whether the original loop is to run because of calls that runs before got to.
// Ranks take part in all calls alike.
static bool
rests(loft_region_desc *region, int mode) {
  return is_free(mode) && !rt_net_many() && rt_trapped_rests(region);
}

// Checks that need no choice. False with the reason.
static bool
admit(entry *e, rt_why *why) {
  why->id = RT_WHY_EXIT;
  if (rt_process_exits())
    return false;
  why->id = RT_WHY_STACK;
  if (rt_thread_stack() < STACK)
    return false;
  if (!e->call->ok) {
    blame_guard(e, why);
    return false;
  }
  why->id = RT_WHY_DISABLED;
  if (e->mode == RT_OFFLOAD_DISABLED)
    return false;
  why->id = RT_WHY_TRAPPED_BEFORE;
  if (rests(e->region, e->mode))
    return false;
  why->id = RT_WHY_FLOATS;
  uint32_t flags = e->region->flags;
  if ((flags & LOFT_FLOATS) &&
      !rt_float_is_default((flags & LOFT_FLUSHES) != 0))
    return false;
  return rt_overlap_check(e->region, e->call, why, e->detail) &&
         (e->call->n_rows == 0 || rt_rows_check(e->region, e->call, why)) &&
         rt_check(e->region, e->call, why, e->detail, sizeof e->detail);
}

// Whether the original loop of "region" was timed; it no longer is.
static bool
stop_timing(const loft_region_desc *region) {
  if (timed_region != region)
    return false;
  timed_region = NULL;
  rt_busy_time(false);
  return true;
}

// Notes that the original loop of a region is next, untimed.
static inline void
start_untimed(const loft_region_desc *region) {
  if (rt_busy_is_timed())
    stop_timing(region); // it was left in the middle
}

// Lets the original loop run as chosen, and takes the time if that is to be
// recorded.
static void
start_original(loft_region_desc *region, const rt_choice *choice) {
  rt_report_original(region, &choice->why);
  if (choice->timing) {
    if (!timed_region)
      rt_busy_time(true);
    timed_region = region;
    mine.timed.choice = *choice;
    mine.timed.start = rt_now();
  }
}

// Records the time of the original loop of "region", if it is timed.
static __attribute__((noinline)) void
record_original(const loft_region_desc *region) {
  if (stop_timing(region))
    rt_choose_record(&mine.timed.choice, rt_now() - mine.timed.start);
}

void
loft_region_original_done(const loft_region_desc *region) {
  if (rt_busy_is_timed())
    record_original(region);
}

// Whether the call is too small to lift; then the original loop runs.
static bool
leave_small(const entry *e) {
  bool small = rt_call_small(e->call) && !rt_chunks_bound(e->region);
  if (small)
    rt_report_original(e->region, &(rt_why){.id = RT_WHY_SMALL});
  return small;
}

// Lets the back ends estimate again where the work was much underestimated.
static void
estimate_again(const entry *e, rt_estimate *estimates) {
  rt_job job = e->job;
  double more = rt_choose_more_work(e->region, job.work, estimates);
  job.work *= more;
  job.in_order *= more;
  for (int k = 1; k < RT_PLACES && more > 1; k++)
    estimates[k].unmeasured =
        rt_backends[k]->estimate(e->region, e->binds, &job).seconds;
}

// The choice by the model and by measured times.
static rt_choice
choose(const entry *e) {
  rt_estimate estimates[RT_PLACES] = {
      {.seconds = rt_original_seconds(&e->job)}};
  start_untimed(e->region);
  for (int k = 1; k < RT_PLACES; k++)
    estimates[k] = rt_backends[k]->estimate(e->region, e->binds, &e->job);
  if (rt_stay_any()) {
    double back = rt_stay_seconds(e->region, e->call);
    estimates[LOFT_ON_ORIGINAL].seconds += back;
    estimates[LOFT_ON_CPU].seconds += back;
  }
  bool exact = (e->region->flags & LOFT_EXACT) != 0;
  if (exact && e->job.launches >= many_launches)
    estimate_again(e, estimates);
  rt_choice c = rt_choose(e->region, &e->job, exact, estimates);
  if (c.where == LOFT_ON_VULKAN && rt_backends[c.where]->devices() == 0) {
    estimates[LOFT_ON_VULKAN] = (rt_estimate){.seconds = INFINITY};
    c = rt_choose(e->region, &e->job, exact, estimates);
  }
  return c;
}

// Starts the region at "place" for "why".
static loft_run *
start_at(const entry *e, int place, const rt_why *why) {
  return rt_start(e->region, e->call, place, why, e->where);
}

// Starts where that is fastest, as was considered before or else chosen now.
static loft_run *
start_fastest(entry *e) {
  e->job = rt_start_job(e->region, e->call);
  bool known = mine.considered.region == e->region;
  if (!known && leave_small(e))
    return NULL;
  rt_choice c = known ? mine.considered.choice : choose(e);
  bool all = !(e->region->flags & LOFT_EXACT) && rt_net_many();
  if (c.where == LOFT_ON_ORIGINAL && (all || rt_chunks_bound(e->region)))
    c.where = LOFT_ON_CPU;
  if (c.timing && rt_stay_any())
    rt_backends[LOFT_ON_VULKAN]->settle(); // it is timed alone
  if (c.where == LOFT_ON_ORIGINAL) {
    start_original(e->region, &c);
    return NULL;
  }
  double start = c.timing ? rt_now() : 0;
  loft_run *run = start_at(e, c.where, &c.why);
  if (run && run->where == c.where) {
    run->choice = c;
    if (c.timing)
      run->start = start;
    run->patience = patience * c.original;
  }
  return run;
}

// Lets the original loop run after a device that was too slow.
static void
start_late(loft_region_desc *region) {
  rt_choice c = mine.late.choice;
  c.where = LOFT_ON_ORIGINAL;
  c.why = (rt_why){.id = RT_WHY_VULKAN_FAILED, .s = {rt_report_last_failure()}};
  mine.late.region = NULL;
  start_original(region, &c);
}

// Whether the model alone lets the original run of a region that is not exact
// and has so little work that choosing takes a part of its time. Reports it.
static bool
pass_by_model(loft_region_desc *region, const loft_call *call) {
  if (!rt_work_little(call->work) || rt_stay_any() || rt_net_many())
    return false;
  rt_job job = rt_job_of(call, region->n_binds);
  rt_rows_seconds(region, call, job.staging);
  double original = rt_original_seconds(&job);
  double lifted =
      rt_backends[LOFT_ON_CPU]->estimate(region, call->binds, &job).seconds;
  if (lifted < original)
    return false;
  rt_report_unheard(region,
                    &(rt_why){.id = RT_WHY_MODEL_TIMES,
                              .x = {original * 1e3, lifted * 1e3, INFINITY}});
  return true;
}

// Whether the original loop is known to be fastest, and the call need not ask.
// Reports it.
static bool
is_settled(loft_region_desc *region, double work) {
  static const rt_why why = {.id = RT_WHY_SETTLED};
  if (!rt_timing_settled(region, work))
    return false;
  rt_report_unheard(region, &why);
  return true;
}

// Whether the original loop is known or estimated to be fastest. Reports it.
static __attribute__((noinline)) bool
pass_by_times(loft_region_desc *region, const loft_call *call) {
  if (!(region->flags & LOFT_EXACT))
    return pass_by_model(region, call);
  return is_settled(region, call->work);
}

// Whether a call, whose guard holds, can be passed by.
static inline bool
may_pass_by(const loft_region_desc *region) {
  return region->abi_version == LOFT_ABI_VERSION && rt_env_is_plain() &&
         !rt_chunks_bound(region);
}

int
loft_region_settled(loft_region_desc *region, double work) {
  return region->abi_version == LOFT_ABI_VERSION && is_settled(region, work);
}

void
loft_region_small(loft_region_desc *region) {
  rt_report_foreign(region);
}

// Fast path: too little work to lift, or the original loop is fastest, and no
// log or trace wants the decision. Whether arrays overlap does not matter to
// the original loop. Reports it.
static inline bool
pass_by(loft_region_desc *region, const loft_call *call) {
  if (!may_pass_by(region) || !call->ok)
    return false;
  if (rt_call_small(call))
    rt_report_small(region);
  else if (!pass_by_times(region, call))
    return false;
  start_untimed(region);
  return true;
}

// Where this rank's part of a region runs, and why.
static int
place_part(const entry *e, rt_why *why) {
  if (e->mode == RT_OFFLOAD_CPU) {
    why->id = RT_WHY_CPU_ASKED;
    return LOFT_ON_CPU;
  }
  if (!is_free(e->mode)) {
    bool all = e->mode == RT_OFFLOAD_MANDATORY;
    why->id = all ? RT_WHY_MANDATORY : RT_WHY_DEVICE_ASKED;
    return LOFT_ON_VULKAN;
  }
  rt_estimate estimates[RT_PLACES] = {{.seconds = INFINITY}};
  for (int k = 1; k < RT_PLACES; k++)
    estimates[k] = rt_backends[k]->estimate(e->region, e->binds, &e->job);
  why->id = RT_WHY_RANKS;
  return rt_choose(&e->region->state, &e->job, false, estimates).where;
}

// Whether there is a device that may run a part of the region; else why not.
static bool
has_device(const entry *e, rt_why *why) {
  const rt_backend *b = rt_backends[LOFT_ON_VULKAN];
  rt_why denied;
  if (!b->may_run(e->region, e->binds, &denied)) {
    *why = denied;
    return false;
  }
  if (b->devices() > 0)
    return true;
  if (!is_free(e->mode))
    *why = (rt_why){.id = RT_WHY_NO_DEVICE, .s = {"loft-info says more"}};
  return false;
}

// Starts this rank's part of the region, of which there are several, where they
// share it. NULL: they do not.
static loft_run *
start_part(entry *e) {
  rt_why why = {0};
  if (!rt_net_is_first_thread())
    return NULL;
  e->job = rt_start_job(e->region, e->call);
  if (is_free(e->mode) &&
      (rt_call_small(e->call) || !rt_spread_pays(e->region, e->call)))
    return NULL;
  int where = place_part(e, &why);
  if (where == LOFT_ON_VULKAN && !has_device(e, &why))
    where = LOFT_ON_CPU;
  loft_run *run = rt_spread_begin(e->region, e->call, where);
  if (!run)
    return NULL;
  run->why = why;
  *e->where = LOFT_IN_CHUNKS;
  rt_report_start(e->region, where, &why);
  return run;
}

// Starts an admitted region where the settings want it.
static loft_run *
start_as_asked(entry *e, int avoid_vulkan) {
  loft_run *part = rt_net_many() && !avoid_vulkan ? start_part(e) : NULL;
  if (part)
    return part;
  if (avoid_vulkan && mine.late.region == e->region) {
    start_late(e->region);
    return NULL;
  }
  if (avoid_vulkan)
    return start_at(
        e, LOFT_ON_CPU,
        &(rt_why){.id = RT_WHY_VULKAN_FAILED, .s = {rt_report_last_failure()}});
  if (e->mode == RT_OFFLOAD_CPU)
    return start_at(e, LOFT_ON_CPU, &(rt_why){.id = RT_WHY_CPU_ASKED});
  if (e->mode == RT_OFFLOAD_MANDATORY)
    return start_at(e, LOFT_ON_VULKAN, &(rt_why){.id = RT_WHY_MANDATORY});
  if (rt_env_has_text(RT_ENV_DEVICE))
    return start_at(e, LOFT_ON_VULKAN, &(rt_why){.id = RT_WHY_DEVICE_ASKED});
  return start_fastest(e);
}

// loft_region_consider within the runtime. What the settings decide, and all
// that a failing guard brings about, is left to the entry.
static bool
consider(loft_region_desc *region, const loft_call *call) {
  entry e; // large: filled in as far as used
  e.region = region;
  e.call = call;
  e.binds = call->binds;
  e.mode = rt_env_int(RT_ENV_OFFLOAD);
  if (e.mode == RT_OFFLOAD_DISABLED) {
    rt_report_original(region, &(rt_why){.id = RT_WHY_DISABLED});
    return false;
  }
  mine.considered.began = region;
  mine.considered.start = rt_now();
  if (!call->ok || !is_free(e.mode))
    return true;
  if (rests(region, e.mode)) {
    rt_report_original(region, &(rt_why){.id = RT_WHY_TRAPPED_BEFORE});
    return false;
  }
  e.job = rt_start_job(region, call);
  e.job.inspects = true;
  if (leave_small(&e))
    return false;
  if (rt_net_many() || rt_chunks_bound(region)) // times do not decide
    return true;
  mine.considered.choice = choose(&e);
  if (mine.considered.choice.where != LOFT_ON_ORIGINAL) {
    mine.considered.region = region;
    return true;
  }
  start_original(region, &mine.considered.choice);
  return false;
}

int
loft_region_consider(loft_region_desc *region, const loft_call *call) {
  int saved_errno = errno;
  bool lift = true;
  if (region->abi_version != LOFT_ABI_VERSION)
    return 1;
  if (pass_by(region, call)) {
    loft_results_back();
    return 0;
  }
  if (rt_process_begin()) {
    mine.considered.region = mine.considered.began = NULL;
    lift = consider(region, call);
    if (!lift)
      rt_stay_back();
    rt_process_end();
  }
  errno = saved_errno;
  return lift;
}

// Whether the call that was considered last runs on this process's CPU alone.
static bool
goes_to_cpu(const loft_region_desc *region) {
  if (rt_net_many())
    return false;
  int mode = rt_env_int(RT_ENV_OFFLOAD);
  return mode == RT_OFFLOAD_CPU ||
         (is_free(mode) && mine.considered.region == region &&
          mine.considered.choice.where == LOFT_ON_CPU);
}

// Whether it runs on a device, whole.
static bool
goes_to_device(loft_region_desc *region) {
  if (rt_net_many() || rt_chunks_bound(region))
    return false;
  int mode = rt_env_int(RT_ENV_OFFLOAD);
  if (is_free(mode))
    return mine.considered.region == region &&
           mine.considered.choice.where == LOFT_ON_VULKAN;
  return mode == RT_OFFLOAD_MANDATORY || mode == RT_OFFLOAD_DEFAULT;
}

loft_run *
loft_region_inspect_there(loft_region_desc *region, loft_region_desc *inspector,
                          const loft_call *call) {
  int saved_errno = errno;
  loft_run *run = NULL;
  if (region->abi_version != LOFT_ABI_VERSION || !call->ok ||
      !rt_process_begin())
    return NULL;
  if (goes_to_device(region))
    run = rt_inspect_there(region, inspector, call);
  return rt_inspect_begun(run, saved_errno);
}

int
loft_region_recall(loft_region_desc *region, const loft_call *estimate,
                   uint64_t *results, uint32_t n, uint64_t looked) {
  if (region->abi_version != LOFT_ABI_VERSION || !estimate->ok ||
      !rt_process_begin())
    return 0;
  bool cpu = goes_to_cpu(region), may = looked & LOFT_MAY_ASSUME;
  int saved_errno = errno, known = 0;
  if (cpu && may && rt_recall(region, estimate, results, n))
    known = LOFT_ASSUMED;
  if (!cpu && (looked & ~LOFT_MAY_ASSUME) &&
      rt_recall_marked(region, estimate, results, n))
    known = LOFT_KNOWN;
  rt_process_end();
  errno = saved_errno;
  return known;
}

void
loft_region_remember(loft_region_desc *region, const loft_call *estimate,
                     const uint64_t *results, uint32_t n, uint64_t looked) {
  int saved_errno = errno;
  if (region->abi_version != LOFT_ABI_VERSION || !results[0] ||
      !rt_process_begin())
    return;
  bool cpu = goes_to_cpu(region);
  if (cpu && (looked & LOFT_MAY_ASSUME))
    rt_recall_keep(region, estimate, results, n);
  if (!cpu && (looked & ~LOFT_MAY_ASSUME))
    rt_recall_mark(region, estimate, results, n, looked & ~LOFT_MAY_ASSUME);
  rt_process_end();
  errno = saved_errno;
}

// loft_region_start within the runtime.
static loft_run *
enter(loft_region_desc *region, const loft_call *call, int avoid_vulkan,
      int *where) {
  rt_why why = {0};
  if (region->abi_version != LOFT_ABI_VERSION) {
    rt_stay_back();
    rt_report_foreign(region);
    return NULL;
  }
  entry e; // large: filled in as far as used
  e.region = region;
  e.call = call;
  e.binds = call->binds;
  e.mode = rt_env_int(RT_ENV_OFFLOAD);
  e.where = where;
  bool assumed = call->ok == LOFT_ASSUMED;
  bool admitted = admit(&e, &why);
  if (assumed && !admitted)
    rt_recall_fail(region, true);
  if (assumed && !goes_to_cpu(region)) { // a signal handler was in between
    why.id = RT_WHY_INTERRUPTED;
    admitted = false;
  }
  if (!admitted) {
    rt_stay_back();
    rt_report_original(region, &why);
    return NULL;
  }
  loft_run *run = start_as_asked(&e, avoid_vulkan);
  if (run && mine.considered.began == region)
    run->start = mine.considered.start;
  if (run)
    run->assumed = assumed;
  return run;
}

// loft_region_start, but for its fast path.
static __attribute__((noinline)) loft_run *
start_slowly(loft_region_desc *region, const loft_call *call, int avoid_vulkan,
             int *where) {
  int saved_errno = errno;
  loft_run *run = NULL;
  if (rt_process_begin()) {
    run = enter(region, call, avoid_vulkan, where);
    mine.considered.region = mine.considered.began = NULL;
    if (run)
      run->saved_errno = saved_errno;
    else {
      rt_start_settle(region, call, LOFT_ON_ORIGINAL);
      rt_process_end();
    }
  } else {
    rt_report_interrupting(region);
  }
  errno = saved_errno;
  return run;
}

// Before the original loop of a region runs that was passed by.
static __attribute__((noinline)) void
settle_original(const loft_region_desc *region, const loft_call *call) {
  if (!rt_process_begin())
    return;
  rt_start_settle(region, call, LOFT_ON_ORIGINAL);
  rt_process_end();
}

loft_run *
loft_region_start(loft_region_desc *region, const loft_call *call,
                  int avoid_vulkan, int *where) {
  *where = LOFT_ON_ORIGINAL;
  loft_run *run = NULL;
  if (avoid_vulkan || !pass_by(region, call))
    run = start_slowly(region, call, avoid_vulkan, where);
  else if (rt_stay_any() || rt_stale_any())
    settle_original(region, call);
  if (region->abi_version == LOFT_ABI_VERSION && call->n_rows > 0)
    rt_rows_drop_lists(call);
  return run;
}

loft_run *
loft_region_enter(loft_region_desc *region, const loft_bind *binds, double work,
                  double in_order, int ok, int avoid_vulkan, int *where) {
  int saved_errno = errno;
  (void)binds, (void)work, (void)in_order, (void)ok, (void)avoid_vulkan;
  *where = LOFT_ON_ORIGINAL;
  loft_results_back();
  rt_report_foreign(region);
  errno = saved_errno;
  return NULL;
}

// -- Leaving ------------------------------------------------------------------

int
loft_region_leave(loft_run *run, int failed) {
  bool trapped = failed == LOFT_TRAPPED;
  int result = run->backend->finish(run, trapped ? LOFT_OK : failed);
  if (run->staged)
    rt_rows_unstage(run->staged, result == LOFT_OK);
  double seconds = run->start > 0 ? rt_now() - run->start : 0;
  if (result == LOFT_OK)
    rt_trapped_note(run->region, trapped);
  if (result == LOFT_OK && trapped) {
    rt_report_original(run->region, &(rt_why){.id = RT_WHY_TRAPPED});
  } else if (result == LOFT_OK) {
    rt_choose_record(&run->choice, seconds);
    if (run->sharing.timing)
      rt_timing_record(run->sharing.timing, run->sharing.alternative,
                       run->sharing.estimate, seconds);
    rt_report_success(run, seconds);
  } else {
    rt_run_fail(run, "its host code gave up"); // unless it noted a failure
    if (run->assumed)
      rt_recall_fail(run->region, false);
    if (run->late) {
      rt_choose_give_up(&run->choice, seconds);
      mine.late.region = run->where == LOFT_ON_VULKAN ? run->region : NULL;
      mine.late.choice = run->choice;
    }
    if (run->where == LOFT_ON_CPU)
      rt_start_stop_alone(run->region, &(rt_why){.id = RT_WHY_MEMORY});
    rt_report_failure(run, seconds);
  }
  int saved_errno = run->saved_errno;
  bool joined = run->joined, stays = result == LOFT_OK && run->stays;
  run->backend->destroy(run);
  if (joined)
    rt_stay_leave(stays);
  if (trapped)
    rt_stay_back(); // the original loop is next
  rt_process_end();
  errno = saved_errno;
  return result;
}

const char *
loft_version(void) {
  return LOFT_VERSION;
}
