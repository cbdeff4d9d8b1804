// runtime/core/process.h: the fate of regions when the process forks or
// exits, or when a signal handler meets one.
//
// A child of fork has one thread, and locks other threads held; Vulkan stays
// the parent's. At exit, libraries take down what regions of other threads
// still use: exit waits for those, but not for ever, and no new ones start.
#ifndef RT_PROCESS_H
#define RT_PROCESS_H

#include <stdbool.h>

// Counts a region of this thread as running; until it ends the thread is not
// cancelled, for it holds locks. False when this thread is in the runtime
// already, of which a signal handler or a log sink interrupts it: then nothing
// of the runtime may be called but rt_process_exits.
bool rt_process_begin(void);
// Ends a successful begin.
void rt_process_end(void);
// Whether this thread is between the two.
bool rt_process_in_region(void);
// This thread belongs to the runtime: it is in a region until it ends.
void rt_process_adopt(void);
// Whether the process has begun to exit: no region may start.
bool rt_process_exits(void);
// In a forked child: only the regions of the thread that forked are left.
void rt_process_after_fork(void);
// Lets exit call "fn" when no region runs any more.
void rt_process_at_exit(void (*fn)(void));
// Makes exit wait before the exit handlers run that were registered until now.
void rt_process_watch_exit(void);

#endif
