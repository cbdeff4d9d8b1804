// runtime/core/report.c: the outcome of regions; see report.h.
#define LOFT_LIBRARY // loft_last_region is here
#include "runtime/core/report.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "runtime/core/busy.h"
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/trace.h"

// The last region of this thread, for loft_last_region. Nothing points to the
// region itself: its library may be closed by the time somebody asks.
typedef struct last {
  uint32_t number;          // its number; 0: none
  char name[64], file[256]; // empty name: none
  uint32_t line;
  int where;
  rt_why why;
  rt_account account;
  double seconds;
  char strings[3][160]; // what why.s point to
} last;

static _Thread_local last last_region = {.where = LOFT_RAN_NOTHING};

enum { NO_NUMBER = -1 };

// The number of the region whose original loop, unheard, is the last of this
// thread, and the reason; NO_NUMBER: it is none such.
static _Thread_local struct {
  uint32_t number;
  rt_why_id why;
} unheard = {.number = (uint32_t)NO_NUMBER};

static atomic_ulong n_offload_failures;

enum { TEXT = 288 }; // bytes of a reason

// -- The last region ----------------------------------------------------------

// Copies "from" to "to", cut to fit.
static void
copy_string(char *to, size_t size, const char *from) {
  size_t n = from ? strnlen(from, size - 1) : 0;
  if (n > 0)
    memmove(to, from, n);
  to[n] = '\0';
}

uint32_t
rt_report_number(loft_region_desc *region) {
  static atomic_uint numbers;
  uint32_t n = __atomic_load_n(&region->number, __ATOMIC_RELAXED);
  if (n != 0)
    return n;
  uint32_t next = atomic_fetch_add(&numbers, 1) + 1;
  bool first = __atomic_compare_exchange_n(&region->number, &n, next, false,
                                           __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return first ? next : n;
}

// Notes the outcome of a region on this thread before it has run. NULL: of one
// that cannot be read.
static void
note(loft_region_desc *region, int where, const rt_why *why) {
  last *l = &last_region;
  unheard.number = (uint32_t)NO_NUMBER;
  uint32_t number = region ? rt_report_number(region) : (uint32_t)NO_NUMBER;
  if (l->number != number) { // the same region is most often the next
    l->number = number;
    copy_string(l->name, sizeof l->name, region ? region->name : NULL);
    copy_string(l->file, sizeof l->file, region ? region->file : NULL);
    l->line = region ? region->line : 0;
  }
  l->where = where;
  l->why = *why;
  for (int k = 0; k < 3; k++)
    if (why->s[k]) {
      copy_string(l->strings[k], sizeof l->strings[k], why->s[k]);
      l->why.s[k] = l->strings[k];
    }
  l->seconds = 0;
  memset(&l->account, 0, sizeof l->account);
}

const char *
rt_report_keep(const char *text) {
  copy_string(last_region.strings[0], sizeof *last_region.strings, text);
  return last_region.strings[0];
}

const char *
rt_report_last_failure(void) {
  return last_region.strings[0];
}

void
loft_report_all(void) {
  rt_busy_set(RT_BUSY_REPORTS, true);
}

loft_where
loft_last_region(loft_region_report *report, size_t size) {
  loft_report_all();
  return loft_last_reported(report, size);
}

loft_where
loft_last_reported(loft_region_report *report, size_t size) {
  const last *l = &last_region;
  loft_region_report r = {.where = (loft_where)l->where};
  if (l->name[0]) {
    r.name = l->name;
    r.file = l->file;
    r.line = l->line;
  }
  snprintf(r.device, sizeof r.device, "%s",
           l->account.name[0] ? l->account.name : rt_where_name(l->where));
  rt_why_text(&l->why, r.why, sizeof r.why);
  r.bytes_up = l->account.bytes_h2d;
  r.bytes_down = l->account.bytes_d2h;
  r.launches = l->account.launches;
  r.threads = l->account.threads;
  r.ms = l->seconds * 1e3;
  r.ms_up = l->account.h2d * 1e3;
  r.ms_device = l->account.device * 1e3;
  r.ms_down = l->account.d2h * 1e3;
  r.bytes_host = l->account.bytes_host;
  if (report)
    memcpy(report, &r, size < sizeof r ? size : sizeof r);
  return r.where;
}

unsigned long
loft_offload_failures(void) {
  return atomic_load(&n_offload_failures);
}

// -- Starting -----------------------------------------------------------------

// Adds the last region of this thread to the trace, if there is one. "run": as
// what it ran; NULL: as the original loop, which starts now.
static void
trace_region(const loft_run *run) {
  loft_region_report report;
  if (!rt_trace_wanted())
    return;
  loft_last_reported(&report, sizeof report);
  rt_trace_region(&report, run ? run->start : rt_now());
}

// Counts, and says in an error line, that a region runs as "instead" though
// Vulkan is mandatory.
static void
complain(const loft_region_desc *region, const char *instead,
         const rt_why *why) {
  char text[TEXT];
  atomic_fetch_add(&n_offload_failures, 1);
  rt_why_text(why, text, sizeof text);
  rt_say(RT_LOG_ERROR,
         "%s (%s:%u): not on Vulkan as LOFT_OFFLOAD=mandatory asks, %s: %s",
         region->name, region->file, region->line, instead, text);
}

// Whether a region that runs elsewhere than on a device is an error.
static bool
is_mandatory(void) {
  return rt_env_int(RT_ENV_OFFLOAD) == RT_OFFLOAD_MANDATORY;
}

// Logs a region that stays the original loop. Takes no lock.
static void
log_original(const loft_region_desc *region, const rt_why *why) {
  rt_log_level level =
      why->id == RT_WHY_MEMORY ? RT_LOG_WARNING : RT_LOG_REGION;
  char text[TEXT];
  if (is_mandatory() && why->id != RT_WHY_INNER && why->id != RT_WHY_TRAPPED) {
    complain(region, "the original loop runs", why);
    return;
  }
  if (!rt_log_wants(level))
    return;
  rt_why_text(why, text, sizeof text);
  rt_say(level, "%s (%s:%u): original: %s", region->name, region->file,
         region->line, text);
}

void
rt_report_start(loft_region_desc *region, int where, const rt_why *why) {
  note(region, where, why);
  if (where == LOFT_ON_CPU && is_mandatory())
    complain(region, "lifted CPU code runs", why);
}

void
rt_report_original(loft_region_desc *region, const rt_why *why) {
  note(region, LOFT_ON_ORIGINAL, why);
  if (rt_env_is_plain() && why->id != RT_WHY_MEMORY)
    return; // nothing listens
  trace_region(NULL);
  log_original(region, why);
}

// The rest of rt_report_unheard, for a region that was not reported last.
static __attribute__((noinline)) void
note_unheard(loft_region_desc *region, const rt_why *why) {
  uint32_t number = rt_report_number(region);
  if (unheard.number != number)
    note(region, LOFT_ON_ORIGINAL, why);
  last_region.why = *why;
  unheard.number = number;
  unheard.why = why->id;
}

void
rt_report_unheard(loft_region_desc *region, const rt_why *why) {
  uint32_t number = __atomic_load_n(&region->number, __ATOMIC_RELAXED);
  if (unheard.number != number || unheard.why != why->id ||
      why->id == RT_WHY_MODEL_TIMES)
    note_unheard(region, why);
}

void
rt_report_small(loft_region_desc *region) {
  static const rt_why why = {.id = RT_WHY_SMALL};
  if (unheard.number != __atomic_load_n(&region->number, __ATOMIC_RELAXED) ||
      unheard.why != RT_WHY_SMALL)
    note_unheard(region, &why);
}

void
rt_report_interrupting(const loft_region_desc *region) {
  if (region->abi_version == LOFT_ABI_VERSION && rt_env_is_known())
    log_original(region, &(rt_why){.id = RT_WHY_INTERRUPTED});
}

void
rt_report_foreign(const loft_region_desc *region) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&said))
    rt_say(RT_LOG_WARNING,
           "a region was compiled for version %u of the runtime's interface, "
           "this library has %u: its original loop runs",
           region->abi_version, (unsigned)LOFT_ABI_VERSION);
  note(NULL, LOFT_ON_ORIGINAL, &(rt_why){.id = RT_WHY_ABI});
  if (is_mandatory())
    atomic_fetch_add(&n_offload_failures, 1);
}

// -- Ending -------------------------------------------------------------------

// The lines LOFT_LOG=2 adds, one a kernel.
static void
log_kernels(const loft_run *run) {
  for (uint32_t k = 0; run->kernels && k < run->n_descs; k++) {
    const rt_kernel_time *t = &run->kernels[k];
    const loft_kernel_desc *d = &run->descs[k];
    char ms[32] = "not timed";
    if (t->launches == 0)
      continue;
    if (t->seconds >= 0)
      snprintf(ms, sizeof ms, "%.3f ms", t->seconds * 1e3);
    rt_say(RT_LOG_KERNEL, "  %s (%s:%u) %s: %u launches, %llu items, %s",
           d->name, run->region->file, d->line, d->what, t->launches,
           (unsigned long long)t->items, ms);
  }
}

// The line LOFT_LOG=2 adds where arrays stay on the device.
static void
log_kept(const loft_run *run) {
  char kept[16];
  if (run->account.watching > 0)
    rt_say(RT_LOG_KERNEL, "  kept: %s not sent again, watching %.3f ms",
           rt_bytes(run->account.bytes_kept, kept),
           run->account.watching * 1e3);
}

// The line LOFT_LOG=1 gives for a region that has run.
static void
log_run(const loft_run *run, double seconds) {
  const loft_region_desc *r = run->region;
  char text[RT_RUN_TEXT], why[TEXT];
  if (!rt_log_wants(RT_LOG_REGION))
    return;
  run->backend->describe(run, seconds, text);
  rt_why_text(&run->why, why, sizeof why);
  rt_say(RT_LOG_REGION, "%s (%s:%u): %s; %s", r->name, r->file, r->line, text,
         why);
  log_kept(run);
  log_kernels(run);
}

// Notes the account of a run of so many seconds.
static void
note_run(const loft_run *run, double seconds) {
  last_region.seconds = seconds;
  last_region.account = run->account;
  if (run->where == LOFT_ON_CPU) // all of it is computing
    last_region.account.device = seconds;
}

void
rt_report_success(const loft_run *run, double seconds) {
  note_run(run, seconds);
  if (rt_env_is_plain())
    return;
  trace_region(run);
  log_run(run, seconds);
}

void
rt_report_failure(loft_run *run, double seconds) {
  const char *text = rt_report_keep(run->failure.text);
  bool is_last = run->where == LOFT_ON_CPU;
  note_run(run, seconds);
  if (run->late)
    rt_say(RT_LOG_REGION, "%s (%s:%u): given up: %s", run->region->name,
           run->region->file, run->region->line, text);
  else
    run->backend->failed(run->region, &run->failure);
  if (is_last)
    note(run->region, LOFT_ON_ORIGINAL,
         &(rt_why){.id = RT_WHY_CPU_FAILED, .s = {text}});
  rt_trace_span(run, &(rt_span){.what = "failure",
                                .name = run->failure.text,
                                .start = run->start,
                                .seconds = rt_now() - run->start});
  if (is_last)
    trace_region(NULL);
}
