// runtime/vk/loss.c: calls that failed, and devices lost with them.
#include "runtime/core/env.h"
#include "runtime/vk/private.h"

// How many devices were lost.
static atomic_int losses;

void
rt_vk_device_lose(rt_vk_device *d) {
  if (!atomic_exchange(&d->lost, true))
    atomic_fetch_add(&losses, 1);
}

int
rt_vk_losses(void) {
  return atomic_load(&losses);
}

int
rt_vk_check_failed(loft_run *run, rt_vk_device *d, const char *call,
                   VkResult r) {
  if (r == VK_TIMEOUT)
    atomic_store(&d->hung, true);
  if (r == VK_ERROR_DEVICE_LOST || r == VK_TIMEOUT)
    rt_vk_device_lose(d);
  if (r == VK_TIMEOUT)
    return rt_run_fail(run,
                       "no answer from the device within %g s "
                       "(LOFT_TIMEOUT)",
                       rt_env_seconds(RT_ENV_TIMEOUT));
  return rt_run_fail(run, "%s: %s", call, rt_vk_result_name(r));
}
