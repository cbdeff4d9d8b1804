// runtime/vk/estimate.c: the model of Vulkan devices; see estimate.h and
// docs/choice.md.
#include "runtime/vk/estimate.h"

#include <math.h>

// What a device is taken to do. Orders of magnitude are enough: close calls
// cost little whichever way they go.
typedef struct rates {
  double fixed;  // seconds a region
  double launch; // seconds of each further launch
  double ops;    // scalar operations a second
  double alone;  // the same of one work-item
  double mem;    // bytes a second
  double bus;    // bytes a second to and from it
} rates;

static const rates devices[RT_CLASS_COUNT] = {
    [RT_CLASS_DISCRETE] = {100e-6, 5e-6, 1e12, 5e7, 3e11, 2e10},
    [RT_CLASS_INTEGRATED] = {150e-6, 10e-6, 1e11, 1e8, 2e10, 8e9},
    [RT_CLASS_SOFTWARE] = {400e-6, 30e-6, 1e9, 5e8, 5e9, 8e9},
};

double
rt_vk_rate(rt_device_class class, double bus) {
  return class == RT_CLASS_DISCRETE && bus > 0 ? bus : devices[class].bus;
}

// Seconds on a device of that class, but for launches.
static double
device_time(const rt_job *job, rt_device_class class, double bus) {
  const rates *r = &devices[class];
  double apart = job->work - job->in_order;
  double compute = apart / r->ops + job->in_order / r->alone;
  double move = job->bytes / r->mem;
  return r->fixed + job->staging[LOFT_ON_VULKAN] +
         (job->h2d + job->d2h) / rt_vk_rate(class, bus) +
         (compute > move ? compute : move);
}

rt_estimate
rt_vk_estimate(const rt_job *job, const rt_device_view *device) {
  bool untried = device->state == RT_VK_UNTRIED;
  rt_device_class class = untried ? RT_CLASS_DISCRETE : device->class;
  if (!device->usable || device->state == RT_VK_ABSENT)
    return (rt_estimate){.seconds = INFINITY};
  double launching = (job->launches - 1) * devices[class].launch;
  return (rt_estimate){.seconds =
                           device_time(job, class, device->bus) + launching,
                       .launching = launching,
                       .untried = untried};
}
