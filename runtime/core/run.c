// runtime/core/run.c: a run of a region: what host code calls (loft_abi.h), and
// what every back end needs; see backend.h.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "loft/loft_abi.h"
#include "runtime/core/backend.h"
#include "runtime/core/busy.h"
#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"
#include "runtime/core/trace.h"

// -- For back ends ------------------------------------------------------------

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

const char *
rt_moved(const rt_account *a, char text[RT_MOVED]) {
  char bytes[16];
  text[0] = '\0';
  if (a->bytes_moved > 0)
    snprintf(text, RT_MOVED, ", %s between devices",
             rt_bytes(a->bytes_moved, bytes));
  return text;
}

void
rt_run_init(loft_run *run, int where, loft_region_desc *region,
            const loft_bind *binds) {
  bool vulkan = where == LOFT_ON_VULKAN;
  run->backend = rt_backends[where];
  run->where = where;
  run->region = region;
  run->binds = binds;
  run->descs = vulkan ? region->gpu_kernels : region->cpu_kernels;
  run->n_descs = vulkan ? region->n_gpu_kernels : region->n_cpu_kernels;
  if (vulkan || rt_busy_wants_times())
    run->start = rt_now();
  if (rt_env_is_plain())
    return;
  if (rt_env_int(RT_ENV_TEST_LATE) > !vulkan)
    run->patience = 1e-9;
  if ((rt_log_wants(RT_LOG_KERNEL) || rt_trace_wanted()))
    run->kernels = rt_calloc(run->n_descs + 1, sizeof *run->kernels);
}

// -- For host code ------------------------------------------------------------

loft_handle
loft_run_handle(loft_run *run, uint32_t k) {
  return run->backend->handle(run, k);
}

loft_handle
loft_run_table(loft_run *run, uint32_t n) {
  return run->staged ? rt_rows_table(run->staged, n) : 0;
}

int64_t
loft_run_bound(loft_run *run, uint32_t k, uint32_t end) {
  return end ? run->binds[k].hi : run->binds[k].lo;
}

int
loft_run_launch(loft_run *run, uint32_t k, int64_t x, int64_t y, int64_t z,
                const uint64_t *args, int64_t loop_bound, int64_t work) {
  return run->backend->launch(run, k, x, y, z, args, loop_bound, work);
}

int64_t
loft_run_threads(loft_run *run, int64_t work) {
  return run->backend->threads(run, work);
}

int
loft_run_alloc(loft_run *run, int64_t n, uint32_t elem_size, loft_handle *out) {
  return run->backend->alloc(run, n > 0 ? n : 0, elem_size, out);
}

void
loft_run_free(loft_run *run, loft_handle h) {
  run->backend->free(run, h);
}

// Whether the run is given up, since the original loop would have been faster:
// nothing says before how often a loop with a condition runs.
static bool
is_late(loft_run *run) {
  if (run->patience <= 0)
    return false;
  double now = rt_now();
  if (run->loaded <= 0)
    run->loaded = now;
  run->late = run->late || now - run->loaded > run->patience;
  return run->late;
}

// Gives such a run up; LOFT_FAILED.
static int
give_up(loft_run *run) {
  return rt_run_decline(run,
                        "it takes longer than the original loop, by "
                        "more than %.3g ms",
                        run->patience * 1e3);
}

int
loft_run_load(loft_run *run, loft_handle h, int64_t i, uint32_t elem_size,
              uint64_t *bits) {
  if (is_late(run))
    return give_up(run);
  return run->backend->load(run, h, i, elem_size, bits);
}

int
loft_run_ask(loft_run *run, loft_handle h, int64_t i, uint32_t ahead,
             int32_t must, uint64_t answer[2]) {
  if (is_late(run))
    return give_up(run);
  return run->backend->ask(run, h, i, ahead, must, answer);
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
