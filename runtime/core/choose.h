// runtime/core/choose.h: which of original loop, lifted CPU code and Vulkan is
// fastest.
//
// One model, documented in docs/choice.md: each alternative takes a fixed time
// plus the larger of computing and moving memory. Between alternatives whose
// results have the same bits measured times correct it: lifted CPU code and
// Vulkan always, the original where the region says so (LOFT_EXACT).
#ifndef RT_CHOOSE_H
#define RT_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"
#include "runtime/core/learn.h"
#include "runtime/core/why.h"

// What a region does, as known before it runs.
typedef struct rt_job {
  double work;     // scalar operations
  double in_order; // those of them that run one after the other, lifted too
  double bytes;    // of all arrays
  double up, down; // bytes to and from a device
} rt_job;

typedef enum rt_device_class {
  RT_CLASS_DISCRETE, // also virtual ones
  RT_CLASS_INTEGRATED,
  RT_CLASS_SOFTWARE,
  RT_CLASS_COUNT
} rt_device_class;

typedef enum rt_vk_state {
  RT_VK_UNTRIED, // Vulkan was not opened yet
  RT_VK_READY,
  RT_VK_ABSENT
} rt_vk_state;

// What is known of Vulkan's device.
typedef struct rt_device_view {
  bool usable; // the region can run there
  rt_vk_state state;
  rt_device_class class; // once it is ready
  double bus; // bytes a second to and from a discrete one; 0: unknown
} rt_device_view;

// The job of a region with these binds.
rt_job rt_job_of(const loft_bind *binds, uint32_t n, double work,
                 double in_order);
// Below this much work nothing gains, whatever the device.
bool rt_job_small(const rt_job *job);
// Below this much work several threads do not gain.
bool rt_job_alone(const rt_job *job);
// Seconds that one thread takes for it, by the model.
double rt_job_seconds(const rt_job *job);
// A choice made, and what to tell of it afterwards.
typedef struct rt_choice {
  int where; // LOFT_ON_*
  rt_why why;
  rt_lesson *lesson; // to be told the time; NULL: nothing is to be learned
  double estimate;   // the model's, for "where", seconds
} rt_choice;

// Where the job, of the region at "place", shall run with "threads" CPU
// threads. "exact": the original has the bits of lifted code. While Vulkan is
// untried, a discrete device is taken to exist once it would have saved more
// time than opening Vulkan costs.
rt_choice rt_choose(const void *place, const rt_job *job, int threads,
                    bool exact, const rt_device_view *device);
// Tells the time that the chosen alternative took.
void rt_choose_tell(const rt_choice *choice, double seconds);

#endif
