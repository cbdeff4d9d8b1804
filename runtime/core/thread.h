// runtime/core/thread.h: the calling thread's stack and signals.
#ifndef RT_THREAD_H
#define RT_THREAD_H

#include <signal.h>
#include <stddef.h>

// Bytes of stack that this thread has left; 0 on a stack that is not its own:
// one for signals, or of a coroutine.
size_t rt_thread_stack(void);
// Blocks the signals that the kernel may give to any thread, so that threads
// created now take none of the program's; those of faults stay as they are.
// "before": for rt_thread_restore_signals.
void rt_thread_block_signals(sigset_t *before);
void rt_thread_restore_signals(const sigset_t *before);

#endif
