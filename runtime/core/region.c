// runtime/core/region.c: entering and leaving regions: loft_abi.h, and what
// loft_last_region tells of it.
//
// enter: version, guard, overlap, then the choice (choose.c) within what
// LOFT_OFFLOAD and LOFT_DEVICE allow; a device that cannot start the region
// means the CPU. Nothing here knows Vulkan or threads.
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loft/loft.h"
#include "loft/loft_abi.h"
#include "runtime/core/backend.h"
#include "runtime/vk/bus.h"
#include "runtime/core/choose.h"
#include "runtime/cpu/pool.h"
#include "runtime/core/env.h"
#include "runtime/core/float.h"
#include "runtime/core/log.h"
#include "runtime/cpu/mem.h"
#include "runtime/core/overlap.h"
#include "runtime/core/process.h"
#include "runtime/core/thread.h"
#include "runtime/core/trace.h"
#include "runtime/vk/vk.h"
#include "runtime/core/why.h"

// Bytes of stack that a region needs: kernels may have several arrays of 256
// KiB, though few have any.
enum { STACK = 512 << 10 };

// The last region of this thread, for loft_last_region. Nothing points to the
// region itself: its library may be closed by the time somebody asks.
typedef struct last {
  char name[64], file[256]; // empty name: none
  uint32_t line;
  int where;
  rt_why why;
  rt_account account;
  double seconds;
  char strings[2][160]; // what why.s point to
} last;

static _Thread_local last last_region = {.where = LOFT_RAN_NOTHING};

// An original loop of this thread whose time is to be told.
static _Thread_local struct {
  const loft_region_desc *region; // NULL: none
  rt_choice choice;
  double start;
} timed;
static atomic_ulong n_offload_failures;

// -- Runs ------------------------------------------------------------------

// Notes a failure of the run unless one was noted before.
static int
fail(loft_run *run, bool quiet, const char *fmt, va_list ap) {
  if (run->failure.text[0])
    return LOFT_FAILED;
  run->failure.quiet = quiet;
  vsnprintf(run->failure.text, sizeof run->failure.text, fmt, ap);
  return LOFT_FAILED;
}

int
rt_run_fail(loft_run *run, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fail(run, false, fmt, ap);
  va_end(ap);
  return LOFT_FAILED;
}

int
rt_run_decline(loft_run *run, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fail(run, true, fmt, ap);
  va_end(ap);
  return LOFT_FAILED;
}

void
rt_run_init(loft_run *run, const rt_backend *backend, int where,
            loft_region_desc *region, const loft_bind *binds) {
  run->backend = backend;
  run->where = where;
  run->region = region;
  run->binds = binds;
  run->start = rt_now();
}

// -- Reports ----------------------------------------------------------------

// The name a reader knows a place by.
static const char *
where_name(int where) {
  static const char *const names[] = {"original", "cpu", "vulkan"};
  return where >= 0 && where <= 2 ? names[where] : "nothing";
}

// Copies "from" to "to", cut to fit.
static void
copy_string(char *to, size_t size, const char *from) {
  size_t n = from ? strnlen(from, size - 1) : 0;
  if (n > 0)
    memmove(to, from, n);
  to[n] = '\0';
}

// Notes what becomes of a region on this thread before it has run.
static void
note(const loft_region_desc *region, int where, const rt_why *why) {
  last *l = &last_region;
  copy_string(l->name, sizeof l->name, region ? region->name : NULL);
  copy_string(l->file, sizeof l->file, region ? region->file : NULL);
  l->line = region ? region->line : 0;
  l->where = where;
  l->why = *why;
  for (int k = 0; k < 2; k++)
    if (why->s[k]) {
      copy_string(l->strings[k], sizeof l->strings[k], why->s[k]);
      l->why.s[k] = l->strings[k];
    }
  l->seconds = 0;
  memset(&l->account, 0, sizeof l->account);
}

// Copies a text that lives in a run into this thread's report, so that a
// reason may point to it.
static const char *
keep_failure(const char *text) {
  copy_string(last_region.strings[0], sizeof *last_region.strings, text);
  return last_region.strings[0];
}

// Adds the last region of this thread to the trace, if there is one. "run": as
// what it ran; NULL: as the original loop, which starts now.
static void
trace_region(const loft_run *run) {
  loft_region_report report;
  if (!rt_trace_wanted())
    return;
  loft_last_region(&report, sizeof report);
  rt_trace_region(&report, run ? run->start : rt_now());
}

// Logs a region that stays the original loop, and counts it when Vulkan was
// mandatory. Takes no lock.
static void
log_original(const loft_region_desc *region, const rt_why *why) {
  rt_log_level level =
      why->id == RT_WHY_MEMORY ? RT_LOG_WARNING : RT_LOG_REGION;
  if (rt_env_int(RT_ENV_OFFLOAD) == RT_OFFLOAD_MANDATORY)
    atomic_fetch_add(&n_offload_failures, 1);
  else if (!rt_log_wants(level))
    return;
  char text[192];
  rt_why_text(why, text, sizeof text);
  if (rt_env_int(RT_ENV_OFFLOAD) == RT_OFFLOAD_MANDATORY)
    rt_say(RT_LOG_ERROR,
           "%s (%s:%u): not on Vulkan as LOFT_OFFLOAD=mandatory asks, the "
           "original loop runs: %s",
           region->name, region->file, region->line, text);
  else
    rt_say(level, "%s (%s:%u): original: %s", region->name, region->file,
           region->line, text);
}

// The region stays the original loop. Returns NULL for enter.
static loft_run *
stay_original(const loft_region_desc *region, const rt_why *why) {
  note(region, LOFT_ON_ORIGINAL, why);
  trace_region(NULL);
  log_original(region, why);
  return NULL;
}

// The error line of a region that runs on the CPU though Vulkan is mandatory.
static void
complain_mandatory(const loft_region_desc *region, const rt_why *why) {
  char text[192];
  atomic_fetch_add(&n_offload_failures, 1);
  rt_why_text(why, text, sizeof text);
  rt_say(RT_LOG_ERROR,
         "%s (%s:%u): not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted "
         "CPU code runs: %s",
         region->name, region->file, region->line, text);
}

// The lines LOFT_LOG=2 adds, one a kernel.
static void
log_kernels(const loft_run *run) {
  const loft_region_desc *r = run->region;
  bool vulkan = run->where == LOFT_ON_VULKAN;
  uint32_t n = vulkan ? r->n_gpu_kernels : r->n_cpu_kernels;
  const loft_kernel_desc *kernels = vulkan ? r->gpu_kernels : r->cpu_kernels;
  for (uint32_t k = 0; run->kernels && k < n; k++) {
    const rt_kernel_time *t = &run->kernels[k];
    char ms[32] = "not timed";
    if (t->launches == 0)
      continue;
    if (t->seconds >= 0)
      snprintf(ms, sizeof ms, "%.3f ms", t->seconds * 1e3);
    rt_say(RT_LOG_KERNEL, "  %s (%s:%u) %s: %u launches, %llu items, %s",
           kernels[k].name, r->file, kernels[k].line, kernels[k].what,
           t->launches, (unsigned long long)t->items, ms);
  }
}

// The line LOFT_LOG=1 gives for a region that has run.
static void
log_run(const loft_run *run) {
  const loft_region_desc *r = run->region;
  const rt_account *a = &run->account;
  char text[192], up[16], down[16];
  if (!rt_log_wants(RT_LOG_REGION))
    return;
  rt_why_text(&run->why, text, sizeof text);
  if (run->where == LOFT_ON_VULKAN)
    rt_say(RT_LOG_REGION,
           "%s (%s:%u): vulkan, %s: up %s %.3f ms, device %.3f ms, down %s "
           "%.3f ms, total %.3f ms; %s",
           r->name, r->file, r->line, a->name, rt_bytes(a->bytes_up, up),
           a->up * 1e3, a->device * 1e3, rt_bytes(a->bytes_down, down),
           a->down * 1e3, last_region.seconds * 1e3, text);
  else
    rt_say(RT_LOG_REGION, "%s (%s:%u): cpu, %u thread%s: total %.3f ms; %s",
           r->name, r->file, r->line, a->threads, a->threads == 1 ? "" : "s",
           last_region.seconds * 1e3, text);
  log_kernels(run);
}

// -- Entering -------------------------------------------------------------

// What one call of enter works on.
typedef struct entry {
  loft_region_desc *region;
  const loft_bind *binds;
  rt_job job;
  int mode; // RT_OFFLOAD_*
  int *where;
} entry;

// Checks that need no choice. False with the reason.
static bool
admit(const entry *e, int ok, rt_why *why) {
  why->id = RT_WHY_GUARD;
  if (!ok)
    return false;
  why->id = RT_WHY_DISABLED;
  if (e->mode == RT_OFFLOAD_DISABLED)
    return false;
  why->id = RT_WHY_FLOATS;
  uint32_t flags = e->region->flags;
  if ((flags & LOFT_FLOATS) &&
      !rt_float_is_default((flags & LOFT_FLUSHES) != 0))
    return false;
  return rt_overlap_check(e->binds, e->region->n_binds, why);
}

// Whether all can be read that lifted code reads and the original might not.
// False with the reason. (Uploads to a device never fault.)
static bool
can_probe(const entry *e, rt_why *why) {
  for (uint32_t k = 0; k < e->region->n_binds; k++) {
    const loft_bind *b = &e->binds[k];
    if (!(b->mode & LOFT_PROBE) ||
        rt_mem_readable(rt_bind_start(b), rt_bind_bytes(b)))
      continue;
    *why = (rt_why){.id = RT_WHY_UNREADABLE, .s = {b->name}};
    return false;
  }
  return true;
}

// Starts the region on the CPU, or lets the original loop run when that is
// impossible.
static loft_run *
start_cpu(const entry *e, const rt_why *why) {
  if (!e->region->cpu_kernels && e->region->gpu_kernels)
    return stay_original(e->region, &(rt_why){.id = RT_WHY_NO_CPU});
  rt_why denied;
  if (!can_probe(e, &denied))
    return stay_original(e->region, &denied);
  loft_run *run = rt_cpu_begin(e->region, e->binds);
  if (!run)
    return stay_original(e->region, &(rt_why){.id = RT_WHY_MEMORY});
  run->why = *why;
  *e->where = LOFT_ON_CPU;
  note(e->region, LOFT_ON_CPU, why);
  if (e->mode == RT_OFFLOAD_MANDATORY)
    complain_mandatory(e->region, why);
  return run;
}

// Starts the region on Vulkan, else on the CPU.
static loft_run *
start_vulkan(const entry *e, const rt_why *why) {
  rt_failure failure = {0};
  rt_why denied;
  if (!rt_vk_may_run(e->region, &denied))
    return start_cpu(e, &denied);
  loft_run *run = rt_vk_begin(e->region, e->binds, &failure);
  if (!run) {
    denied =
        (rt_why){.id = rt_vk_state_now() == RT_VK_READY ? RT_WHY_VULKAN_FAILED
                                                        : RT_WHY_NO_DEVICE,
                 .s = {keep_failure(failure.text)}};
    if (denied.id == RT_WHY_VULKAN_FAILED)
      rt_vk_failed(e->region, &failure);
    return start_cpu(e, &denied);
  }
  run->why = *why;
  *e->where = LOFT_ON_VULKAN;
  note(e->region, LOFT_ON_VULKAN, why);
  return run;
}

// Lets the original loop run as chosen, and takes the time if that is to be
// told.
static loft_run *
start_original(const loft_region_desc *region, const rt_choice *choice) {
  stay_original(region, &choice->why);
  if (choice->lesson) {
    timed.region = region;
    timed.choice = *choice;
    timed.start = rt_now();
  }
  return NULL;
}

void
loft_region_original_done(const loft_region_desc *region) {
  if (timed.region != region)
    return;
  timed.region = NULL;
  rt_choose_tell(&timed.choice, rt_now() - timed.start);
}

// Chooses by the model and by what was measured.
static loft_run *
start_fastest(const entry *e) {
  rt_why denied;
  if (rt_job_small(&e->job))
    return stay_original(e->region, &(rt_why){.id = RT_WHY_SMALL});
  if (timed.region == e->region) // it was left in the middle
    timed.region = NULL;
  int threads =
      rt_job_alone(&e->job) ? 1 : rt_cpu_threads(rt_job_seconds(&e->job));
  rt_device_view device = {
      .usable = rt_vk_may_run(e->region, &denied),
      .state = rt_vk_state_now(),
      .class = rt_vk_class(),
  };
  if (device.usable)
    device.bus = rt_bus_rate();
  rt_choice c = rt_choose(e->region, &e->job, threads,
                          (e->region->flags & LOFT_EXACT) != 0, &device);
  if (c.where == LOFT_ON_ORIGINAL)
    return start_original(e->region, &c);
  loft_run *run =
      c.where == LOFT_ON_CPU ? start_cpu(e, &c.why) : start_vulkan(e, &c.why);
  if (run && run->where == c.where)
    run->choice = c;
  return run;
}

void *
loft_peek_pointer(const void *at) {
  int saved = errno;
  void *p = NULL;
  bool readable = rt_mem_read(&p, at, sizeof p) == sizeof p;
  errno = saved;
  return readable ? p : NULL;
}

// Whether the region stays the original loop for doing too little, and nobody
// wants to be told: most calls of small regions, and all of what they cost.
static bool
is_passed_by(const loft_region_desc *region, const loft_bind *binds,
             double work, int ok) {
  rt_why why;
  return ok && rt_env_is_plain() && rt_job_small(&(rt_job){.work = work}) &&
         region->abi_version == LOFT_ABI_VERSION &&
         rt_overlap_check(binds, region->n_binds, &why);
}

// loft_region_enter within the runtime.
static loft_run *
enter(loft_region_desc *region, const loft_bind *binds, double work,
      double in_order, int ok, int avoid_vulkan, int *where) {
  rt_why why = {0};
  if (region->abi_version != LOFT_ABI_VERSION) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said))
      rt_say(RT_LOG_WARNING,
             "a region was compiled for version %u of the runtime's interface, "
             "this library has %u: its original loop runs",
             region->abi_version, (unsigned)LOFT_ABI_VERSION);
    note(NULL, LOFT_ON_ORIGINAL, &(rt_why){.id = RT_WHY_ABI});
    if (rt_env_int(RT_ENV_OFFLOAD) == RT_OFFLOAD_MANDATORY)
      atomic_fetch_add(&n_offload_failures, 1);
    return NULL;
  }
  entry e = {.region = region,
             .binds = binds,
             .mode = rt_env_int(RT_ENV_OFFLOAD),
             .where = where};
  if (rt_process_exits())
    return stay_original(region, &(rt_why){.id = RT_WHY_EXIT});
  if (rt_thread_stack() < STACK)
    return stay_original(region, &(rt_why){.id = RT_WHY_STACK});
  if (!admit(&e, ok, &why))
    return stay_original(region, &why);
  e.job = rt_job_of(binds, region->n_binds, work, in_order);
  if (avoid_vulkan)
    return start_cpu(&e, &(rt_why){.id = RT_WHY_VULKAN_FAILED,
                                   .s = {last_region.strings[0]}});
  if (e.mode == RT_OFFLOAD_CPU)
    return start_cpu(&e, &(rt_why){.id = RT_WHY_CPU_ASKED});
  if (e.mode == RT_OFFLOAD_MANDATORY)
    return start_vulkan(&e, &(rt_why){.id = RT_WHY_MANDATORY});
  if (rt_env_has_text(RT_ENV_DEVICE))
    return start_vulkan(&e, &(rt_why){.id = RT_WHY_DEVICE_ASKED});
  return start_fastest(&e);
}

loft_run *
loft_region_enter(loft_region_desc *region, const loft_bind *binds, double work,
                  double in_order, int ok, int avoid_vulkan, int *where) {
  *where = LOFT_ON_ORIGINAL;
  if (!avoid_vulkan && is_passed_by(region, binds, work, ok)) {
    note(region, LOFT_ON_ORIGINAL, &(rt_why){.id = RT_WHY_SMALL});
    return NULL;
  }
  int saved_errno = errno;
  loft_run *run = NULL;
  if (rt_process_begin()) {
    run = enter(region, binds, work, in_order, ok, avoid_vulkan, where);
    if (!run)
      rt_process_end();
  } else if (region->abi_version == LOFT_ABI_VERSION && rt_env_is_known()) {
    log_original(region, &(rt_why){.id = RT_WHY_INTERRUPTED});
  }
  if (run)
    run->saved_errno = saved_errno;
  errno = saved_errno;
  return run;
}

// Says what went wrong in a run.
static void
log_failure(loft_run *run) {
  const loft_region_desc *r = run->region;
  if (!run->failure.text[0])
    rt_run_fail(run, "its host code gave up");
  const char *text = keep_failure(run->failure.text);
  if (run->where == LOFT_ON_VULKAN) {
    rt_vk_failed(run->region, &run->failure);
    return;
  }
  rt_say(RT_LOG_WARNING,
         "%s (%s:%u): the lifted CPU code did not do it: %s; nothing was "
         "written, the original loop runs",
         r->name, r->file, r->line, text);
  note(r, LOFT_ON_ORIGINAL, &(rt_why){.id = RT_WHY_CPU_FAILED, .s = {text}});
}

int
loft_region_leave(loft_run *run, int failed) {
  int result = run->backend->finish(run, failed);
  double seconds = rt_now() - run->start;
  if (run->where == LOFT_ON_CPU)
    run->account.device = seconds;
  last_region.seconds = seconds;
  last_region.account = run->account;
  if (result == LOFT_OK) {
    rt_choose_tell(&run->choice, seconds);
    if (!rt_env_is_plain()) {
      trace_region(run);
      log_run(run);
    }
  } else {
    log_failure(run);
    rt_trace_span(run, &(rt_span){.what = "failure",
                                  .name = run->failure.text,
                                  .start = run->start,
                                  .seconds = rt_now() - run->start});
    if (run->where == LOFT_ON_CPU)
      trace_region(NULL);
  }
  int saved_errno = run->saved_errno;
  run->backend->destroy(run);
  rt_process_end();
  errno = saved_errno;
  return result;
}

// -- What host code calls -------------------------------------------------

loft_handle
loft_run_handle(loft_run *run, uint32_t k) {
  return run->backend->handle(run, k);
}

int
loft_run_launch(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
                const uint64_t *args, int64_t loop_bound, int64_t work) {
  return run->backend->launch(run, k, x, y, z, args, loop_bound, work);
}

int
loft_run_alloc(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out) {
  return run->backend->alloc(run, n > 0 ? n : 0, elem_size, out);
}

void
loft_run_free(loft_run *run, loft_handle h) {
  run->backend->free(run, h);
}

int
loft_run_load(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
              uint64_t *bits) {
  return run->backend->load(run, h, i, elem_size, bits);
}

int
loft_run_store(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
               uint64_t bits) {
  return run->backend->store(run, h, i, elem_size, bits);
}

void *
loft_run_pointer(loft_run *run, loft_handle h) {
  return run->backend->pointer(run, h);
}

// -- Public ---------------------------------------------------------------

const char *
loft_version(void) {
  return LOFT_VERSION;
}

loft_where
loft_last_region(loft_region_report *report, size_t size) {
  const last *l = &last_region;
  loft_region_report r = {.where = (loft_where)l->where};
  if (l->name[0]) {
    r.name = l->name;
    r.file = l->file;
    r.line = l->line;
  }
  snprintf(r.device, sizeof r.device, "%s",
           l->account.name[0] ? l->account.name : where_name(l->where));
  rt_why_text(&l->why, r.why, sizeof r.why);
  r.bytes_up = l->account.bytes_up;
  r.bytes_down = l->account.bytes_down;
  r.launches = l->account.launches;
  r.threads = l->account.threads;
  r.ms = l->seconds * 1e3;
  r.ms_up = l->account.up * 1e3;
  r.ms_device = l->account.device * 1e3;
  r.ms_down = l->account.down * 1e3;
  r.bytes_host = l->account.bytes_host;
  if (report)
    memcpy(report, &r, size < sizeof r ? size : sizeof r);
  return r.where;
}

unsigned long
loft_offload_failures(void) {
  return atomic_load(&n_offload_failures);
}
