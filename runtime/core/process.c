// runtime/core/process.c: regions that run while the process forks or exits;
// see process.h.
#include "runtime/core/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { LONGEST_WAIT = 10 }; // seconds

static atomic_int running; // regions, of all threads
static atomic_bool exiting, alone;
static atomic_uint forks;

// Of this thread.
static _Thread_local struct {
  int running;    // regions: they may be nested
  int cancelling; // whether it could be cancelled before
} mine;

void
rt_process_after_fork(void) {
  if (atomic_load(&running) > mine.running)
    atomic_store(&alone, true);
  atomic_store(&running, mine.running);
  atomic_fetch_add(&forks, 1);
}

bool
rt_process_in_region(void) {
  return mine.running > 0;
}

bool
rt_process_exits(void) {
  return atomic_load_explicit(&exiting, memory_order_relaxed);
}

unsigned
rt_process_forks(void) {
  return atomic_load_explicit(&forks, memory_order_relaxed);
}

bool
rt_process_alone(void) {
  return atomic_load_explicit(&alone, memory_order_relaxed);
}

// At exit: lets no region start, and waits for those of other threads.
static void
before_exit(void) {
  const struct timespec ms = {.tv_nsec = 1000000};
  atomic_store(&exiting, true);
  for (int k = 0; k < LONGEST_WAIT * 1000; k++) {
    if (atomic_load(&running) <= mine.running)
      return;
    nanosleep(&ms, NULL);
  }
}

void
rt_process_watch_exit(void) {
  atexit(before_exit);
}

bool
rt_process_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, rt_process_watch_exit);
  if (mine.running++ == 0)
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &mine.cancelling);
  atomic_fetch_add(&running, 1);
  if (!atomic_load(&exiting))
    return true;
  rt_process_end();
  return false;
}

void
rt_process_end(void) {
  atomic_fetch_sub(&running, 1);
  if (--mine.running == 0)
    pthread_setcancelstate(mine.cancelling, &(int){0});
}
