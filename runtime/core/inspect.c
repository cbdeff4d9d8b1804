// runtime/core/inspect.c: footprints by several threads (loft_abi.h).
#include <stddef.h>

#include "loft/loft_abi.h"
#include "runtime/core/backend.h"
#include "runtime/core/process.h"

// Below so much work, seconds of one thread, a footprint is not shared out.
static const double least_inspected = 0.5e-3;

loft_run *
loft_region_inspect(loft_region_desc *inspector, const loft_call *estimate) {
  rt_failure failure;
  double seconds = estimate->work * 1e-9;
  if (inspector->abi_version != LOFT_ABI_VERSION || seconds < least_inspected ||
      !rt_process_begin())
    return NULL;
  loft_run *run =
      rt_backends[LOFT_ON_CPU]->begin(inspector, NULL, false, &failure);
  if (!run)
    rt_process_end();
  return run;
}

int
loft_region_inspected(loft_run *run, int failed) {
  int result = run->backend->finish(run, failed);
  run->backend->destroy(run);
  rt_process_end();
  return result;
}
