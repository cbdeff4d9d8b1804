// runtime/core/fork.c: the runtime's parts when the process forks.
//
// fork runs handlers that were registered before it began. A thread's first
// region may start, and take locks, while another thread is inside fork: so
// the handlers are registered when the library is loaded. They run for every
// fork of the process and take some nanoseconds, more only while other threads
// use a device.
#include <pthread.h>

#include "runtime/core/backend.h"
#include "runtime/core/draw.h"
#include "runtime/core/env.h"
#include "runtime/core/mapping.h"
#include "runtime/core/net.h"
#include "runtime/core/process.h"
#include "runtime/core/stay.h"

// After, in the parent or in the child, whose one thread is the one that
// forked.
static void
after(bool child) {
  rt_draw_after_fork();
  rt_env_after_fork();
  for (int k = 0; k < RT_PLACES; k++)
    if (rt_backends[k] && rt_backends[k]->after_fork)
      rt_backends[k]->after_fork(child);
  rt_stay_after_fork(child);
  if (child) {
    rt_mapping_after_fork();
    rt_net_after_fork();
    rt_process_after_fork();
  }
}

// In the parent, before: locks in the order in which regions take them.
static void
before(void) {
  rt_stay_before_fork();
  for (int k = 0; k < RT_PLACES; k++)
    if (rt_backends[k] && rt_backends[k]->before_fork)
      rt_backends[k]->before_fork();
  rt_env_before_fork();
  rt_draw_before_fork();
}

// In the parent, after.
static void
in_parent(void) {
  after(false);
}

// In the child.
static void
in_child(void) {
  after(true);
}

// Registers the above.
__attribute__((constructor)) static void
watch_fork(void) {
  pthread_atfork(before, in_parent, in_child);
}
