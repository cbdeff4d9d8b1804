// runtime/core/stale.h: which memory holds old values on which ranks, and the
// messages that make it current.
//
// All ranks make the same entries in the same order, each for its own
// addresses: so each knows what the others lack, and nobody has to ask. Needs
// rt_net_lock, but for rt_stale_any and the three that say they take it.
#ifndef RT_STALE_H
#define RT_STALE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "loft/loft_abi.h"
#include "loft/loft_net.h"

enum { RT_STALE_RANKS = 256 }; // at most, for memory to stay old on some

extern atomic_int rt_stale_n; // entries

// Whether some rank has old values.
static inline bool
rt_stale_any(void) {
  return atomic_load_explicit(&rt_stale_n, memory_order_acquire) > 0;
}

// Messages to come.
typedef struct rt_plan {
  loft_message *messages; // of this rank
  uint32_t n, room;
  uint64_t in, out; // bytes of this rank's
  uint64_t hash;    // of all ranks' messages
} rt_plan;

// Lets the bytes of [from, to) that "rank" lacks come to it.
void rt_stale_need(rt_plan *plan, uintptr_t from, uintptr_t to, int rank);
// [from, to) has new values on "rank" alone. "unnamed": no statement keeps it.
void rt_stale_wrote(uintptr_t from, uintptr_t to, int rank, bool unnamed);
// Moves all messages, and frees the plan's memory.
void rt_plan_run(rt_plan *plan);
// Takes the lock; whether some are in the memory.
bool rt_stale_meets(uintptr_t from, uintptr_t to);
// Takes the lock; whether some values are old that no statement keeps.
bool rt_stale_unnamed(void);
// Takes the lock: makes all memory current on all ranks.
void rt_stale_back(void);
// Before a call that all ranks run alike: makes all memory current if it
// touches some that is not.
void rt_stale_settle(const loft_region_desc *region, const loft_call *call);
static inline void
rt_stale_enter(const loft_region_desc *region, const loft_call *call) {
  if (rt_stale_any())
    rt_stale_settle(region, call);
}

#endif
