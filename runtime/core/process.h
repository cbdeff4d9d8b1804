// runtime/core/process.h: what happens to regions when the process forks or
// exits.
//
// A child of fork has one thread, and locks other threads held; Vulkan stays
// the parent's. At exit, libraries take down what regions of other threads
// still use: exit waits for those, but not for ever, and no new ones start.
#ifndef RT_PROCESS_H
#define RT_PROCESS_H

#include <stdbool.h>

// Counts a region of this thread as running; until it ends the thread is not
// cancelled, for it holds locks. False when the process exits: the original
// loop must run.
bool rt_process_begin(void);
// Ends what a successful begin began.
void rt_process_end(void);
// Whether this thread is between the two.
bool rt_process_in_region(void);
// Whether the process has begun to exit.
bool rt_process_exits(void);
// Whether this is a child forked while other threads ran regions: libomp may
// wait for ever then for locks that they held.
bool rt_process_alone(void);
// How often this process and its parents forked: what libomp had made before
// the last time is gone.
unsigned rt_process_forks(void);
// In a forked child: only the regions of the thread that forked are left.
void rt_process_after_fork(void);
// Makes exit wait before the exit handlers run that were registered until now.
void rt_process_watch_exit(void);

#endif
