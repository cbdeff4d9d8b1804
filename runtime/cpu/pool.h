// runtime/cpu/pool.h: loops shared out among the CPU's threads.
#ifndef RT_POOL_H
#define RT_POOL_H

#include <stdint.h>

// Threads that a loop may use here which one thread takes "seconds" for: as
// rt_threads_allowed says, but one until loops are long enough for starting
// threads to pay.
int rt_cpu_threads(double seconds);
// Calls fn(user, lo, hi) over pieces of 0 <= i < n, each at least "grain" long
// except the last, on several of "threads" threads when there are several
// pieces. Returns the number of threads asked for.
int rt_cpu_share(int64_t n, int64_t grain, int threads,
                 void (*fn)(void *user, int64_t lo, int64_t hi), void *user);
// The same with all threads.
int rt_cpu_for(int64_t n, int64_t grain,
               void (*fn)(void *user, int64_t lo, int64_t hi), void *user);
// In a forked child: the threads are its parent's, it makes its own.
void rt_cpu_after_fork(void);

#endif
