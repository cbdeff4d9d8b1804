// runtime/core/net.h: ranks, processes that run the same program on the same
// data, between which a library passes messages (loft/loft_net.h).
//
// Ranks call these in the same order. Each exchange begins with rt_net_agree,
// so that ranks which do not run alike are noticed before any data is wrong.
#ifndef RT_NET_H
#define RT_NET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_net.h"

extern _Atomic(const loft_net *) rt_net_used; // NULL: there is one rank

// How many ranks there are; finds out which one this is.
int rt_net_find(int *rank);
// Whether there are several.
static inline bool
rt_net_many(void) {
  int rank;
  return atomic_load_explicit(&rt_net_used, memory_order_acquire) &&
         rt_net_find(&rank) > 1;
}
// Whether this is the process's first thread, whose calls ranks make alike.
bool rt_net_is_first_thread(void);
// Takes and gives back what lets one thread at a time call those below.
void rt_net_lock(void);
void rt_net_unlock(void);
// Ends all ranks unless they all come to the same: "what" for messages, the
// hash of all that must be alike.
void rt_net_agree(const char *what, uint64_t hash);
// As loft_net has them.
void rt_net_gather(const void *mine, void *all, uint64_t bytes);
void rt_net_exchange(const loft_message *messages, uint32_t n);
// Ends all ranks with an error line: going on would be wrong.
_Noreturn void rt_net_end(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
// Memory, of which there must be some.
void *rt_net_memory(void *old, uint64_t bytes);
// "hash" with more bytes; begin with 0.
uint64_t rt_net_hash(uint64_t hash, const void *bytes, uint64_t n);
// A forked child is no rank.
void rt_net_after_fork(void);

#endif
