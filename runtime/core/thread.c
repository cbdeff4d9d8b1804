// runtime/core/thread.c: the calling thread's stack and signals; see thread.h.
#include "runtime/core/thread.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

// -- The stack ----------------------------------------------------------------

// The first byte of a stack, and the end.
typedef struct extent {
  uintptr_t low, high;
} extent;

// Whether an address is in a stack.
static bool
has(extent stack, uintptr_t at) {
  return at >= stack.low && at < stack.high;
}

// The stack of the process's first thread, which grows as far as its limit
// allows. The kernel keeps AT_RANDOM's bytes at its top. (glibc would read a
// file for it.)
static extent
find_first_stack(void) {
  struct rlimit limit;
  uintptr_t high = getauxval(AT_RANDOM);
  uintptr_t low = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < high
                      ? high - limit.rlim_cur
                      : 0;
  return (extent){low, high};
}

// The stack of this thread, which address "at" should be in.
static extent
find_stack(uintptr_t at) {
  pthread_attr_t attr;
  void *low;
  size_t size = 0;
  extent first = find_first_stack();
  if (getpid() == gettid() && has(first, at))
    return first;
  if (pthread_getattr_np(pthread_self(), &attr) != 0)
    return (extent){0, 0};
  int error = pthread_attr_getstack(&attr, &low, &size);
  pthread_attr_destroy(&attr);
  return error ? (extent){0, 0}
               : (extent){(uintptr_t)low, (uintptr_t)low + size};
}

size_t
rt_thread_stack(void) {
  static _Thread_local extent stack;
  uintptr_t at = (uintptr_t)__builtin_frame_address(0);
  if (stack.high == 0)
    stack = find_stack(at);
  return has(stack, at) ? at - stack.low : 0;
}

// -- Signals ------------------------------------------------------------------

void
rt_thread_block_signals(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS,  SIGFPE,
                               SIGILL,  SIGTRAP, SIGSYS};
  sigset_t set;
  sigfillset(&set);
  for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
    sigdelset(&set, faults[k]);
  pthread_sigmask(SIG_BLOCK, &set, before);
}

void
rt_thread_restore_signals(const sigset_t *before) {
  pthread_sigmask(SIG_SETMASK, before, NULL);
}
