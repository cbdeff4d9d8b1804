// runtime/core/process.c: regions that run while the process forks or exits;
// see process.h.
#include "runtime/core/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { LONGEST_WAIT = 10 }; // seconds

static atomic_int running; // threads in regions
static atomic_bool exiting;
static void (*_Atomic at_exit)(void);

// Of this thread.
static _Thread_local struct {
  volatile bool inside; // also seen by signal handlers on it
  int cancelling;       // whether it could be cancelled before
} mine;

void
rt_process_after_fork(void) {
  atomic_store(&running, mine.inside);
}

bool
rt_process_in_region(void) {
  return mine.inside;
}

void
rt_process_adopt(void) {
  mine.inside = true;
}

bool
rt_process_exits(void) {
  return atomic_load(&exiting);
}

// At exit: lets no region start, waits for those of other threads, and calls
// what rt_process_at_exit was given.
static void
before_exit(void) {
  const struct timespec ms = {.tv_nsec = 1000000};
  atomic_store(&exiting, true);
  for (int k = 0; k < LONGEST_WAIT * 1000; k++) {
    if (atomic_load(&running) <= mine.inside)
      break;
    nanosleep(&ms, NULL);
  }
  void (*last)(void) = atomic_load(&at_exit);
  if (!mine.inside && last)
    last();
}

void
rt_process_at_exit(void (*fn)(void)) {
  atomic_store(&at_exit, fn);
}

void
rt_process_watch_exit(void) {
  atexit(before_exit);
}

bool
rt_process_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (mine.inside)
    return false;
  mine.inside = true;
  atomic_signal_fence(memory_order_seq_cst);
  pthread_once(&once, rt_process_watch_exit);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &mine.cancelling);
  atomic_fetch_add(&running, 1);
  return true;
}

void
rt_process_end(void) {
  atomic_fetch_sub(&running, 1);
  pthread_setcancelstate(mine.cancelling, &(int){0});
  atomic_signal_fence(memory_order_seq_cst);
  mine.inside = false;
}
