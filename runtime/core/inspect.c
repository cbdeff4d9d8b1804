// runtime/core/inspect.c: footprints by several threads, or by a device
// (loft_abi.h).
#include "runtime/core/inspect.h"

#include <errno.h>
#include <stddef.h>

#include "runtime/core/backend.h"
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/process.h"
#include "runtime/core/stay.h"

// Below so much work, seconds of one thread, a footprint is not shared out, nor
// given to a device, whose answer takes as long.
static const double least_inspected = 0.5e-3;

// Whether a footprint of that call is long enough.
static bool
is_long(const loft_call *estimate) {
  return estimate->work * 1e-9 >= least_inspected;
}

loft_run *
rt_inspect_begun(loft_run *run, int saved_errno) {
  if (run)
    run->saved_errno = saved_errno;
  else
    rt_process_end();
  errno = saved_errno;
  return run;
}

loft_run *
loft_region_inspect(loft_region_desc *inspector, const loft_call *estimate) {
  rt_failure failure;
  int saved_errno = errno;
  if (inspector->abi_version != LOFT_ABI_VERSION || !is_long(estimate) ||
      !rt_process_begin())
    return NULL;
  loft_run *run =
      rt_backends[LOFT_ON_CPU]->begin(inspector, NULL, false, &failure);
  return rt_inspect_begun(run, saved_errno);
}

// Whether the device is faster where no results stay: it has 7/8 of what the
// footprint reads. What goes up for a footprint would go up twice where copies
// are not kept, and takes longer than a pass of the CPU.
static bool
pays(const loft_region_desc *inspector, const loft_call *call) {
  uint64_t bytes = 0;
  bool tested = rt_env_int(RT_ENV_TEST_KEEP) > 0;
  for (uint32_t k = 0; k < inspector->n_binds; k++)
    bytes += rt_bind_bytes(&call->binds[k]);
  uint64_t known =
      rt_backends[LOFT_ON_VULKAN]->known(call->binds, inspector->n_binds);
  return (tested || is_long(call)) && bytes > 0 && known >= bytes / 8 * 7;
}

loft_run *
rt_inspect_there(const loft_region_desc *region, loft_region_desc *inspector,
                 const loft_call *call) {
  const rt_backend *device = rt_backends[LOFT_ON_VULKAN];
  rt_failure failure = {0};
  rt_why denied;
  bool meets = rt_stay_meets(inspector, call);
  if (!device->may_run(inspector, call->binds, &denied) ||
      !(meets ? rt_stay_lend(region, call) : pays(inspector, call)))
    return NULL;
  loft_run *run = device->begin(inspector, call->binds, meets, &failure);
  if (run)
    run->joined = meets;
  else if (meets)
    rt_stay_lent();
  return run;
}

// Logs how long a device took to find a footprint.
static void
say_found(const loft_run *run, double seconds) {
  const loft_region_desc *r = run->region;
  if (run->where == LOFT_ON_VULKAN)
    rt_say(RT_LOG_KERNEL, "%s (%s:%u): footprint by %s: %.3f ms", r->name,
           r->file, r->line, run->account.name, seconds * 1e3);
}

int
loft_region_inspected(loft_run *run, int failed) {
  int result = run->backend->finish(run, failed);
  int saved_errno = run->saved_errno;
  bool lent = run->joined;
  if (result == LOFT_OK)
    say_found(run, rt_now() - run->start);
  run->backend->destroy(run);
  if (lent)
    rt_stay_lent();
  rt_process_end();
  errno = saved_errno;
  return result;
}
