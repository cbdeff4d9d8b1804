// runtime/cpu/threads.h: how many threads regions may use, and making them.
#ifndef RT_THREADS_H
#define RT_THREADS_H

#include <stdbool.h>

enum { RT_MAX_THREADS = 1024 };

// Threads that a loop on this thread may use, this one included: LOFT_THREADS,
// else what OpenMP's settings say, else the processors of this process; one
// inside a parallel region of the program.
int rt_threads_allowed(void);
// Creates a thread that runs start(user) until the process ends: with stack
// enough for kernels, without signals meant for the program, on the processors
// of this process. An error number.
int rt_threads_create(void *(*start)(void *user), void *user);

#endif
