// runtime/core/fork.c: what the runtime's parts do when the process forks.
//
// fork runs handlers that were registered before it began. A thread's first
// region may start, and take locks, while another thread is inside fork: so
// the handlers are registered when the library is loaded. They run for every
// fork of the process and take some nanoseconds, more only while other threads
// use a device.
#include <pthread.h>

#include "runtime/core/env.h"
#include "runtime/core/process.h"
#include "runtime/cpu/pool.h"
#include "runtime/vk/vk.h"

// In the parent, before: locks in the order in which regions take them.
static void
before(void) {
  rt_vk_before_fork();
  rt_env_before_fork();
}

// In the parent, after.
static void
in_parent(void) {
  rt_env_after_fork();
  rt_vk_after_fork(false);
}

// In the child: the one thread it has is the one that forked.
static void
in_child(void) {
  rt_env_after_fork();
  rt_vk_after_fork(true);
  rt_process_after_fork();
  rt_cpu_after_fork();
}

// Registers the above.
__attribute__((constructor)) static void
watch_fork(void) {
  pthread_atfork(before, in_parent, in_child);
}
