// runtime/core/stale.c: memory with old values on some ranks; see stale.h.
#include "runtime/core/stale.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/bind.h"
#include "runtime/core/busy.h"
#include "runtime/core/log.h"
#include "runtime/core/net.h"

enum { WORDS = RT_STALE_RANKS / 64 };

// Memory that was written on one rank, and which ranks have its values.
typedef struct entry {
  uintptr_t from, to;
  int owner;
  uint64_t has[WORDS];
} entry;

static struct {
  entry *at;
  size_t n, room;
  bool unnamed;
} stale;

atomic_int rt_stale_n;

// Whether the rank has the entry's values.
static bool
has(const entry *e, int rank) {
  return e->has[rank / 64] >> rank % 64 & 1;
}

// Adds an entry at the end.
static void
push(const entry *e) {
  if (stale.n == stale.room) {
    stale.room = stale.room ? 2 * stale.room : 64;
    stale.at = rt_net_memory(stale.at, stale.room * sizeof *stale.at);
  }
  stale.at[stale.n++] = *e;
}

// Whether some rank lacks the entry's values.
static bool
is_old(const entry *e, int size) {
  int n = 0;
  for (int k = 0; k < size; k++)
    n += has(e, k);
  return e->from < e->to && n < size;
}

// Forgets entries that are empty, or that all have.
static void
sweep(void) {
  size_t n = 0;
  int rank, size = rt_net_find(&rank);
  for (size_t k = 0; k < stale.n; k++)
    if (is_old(&stale.at[k], size))
      stale.at[n++] = stale.at[k];
  stale.n = n;
  if (n == 0)
    stale.unnamed = false;
  atomic_store_explicit(&rt_stale_n, (int)n, memory_order_release);
  rt_busy_set(RT_BUSY_STALE, n > 0);
}

// Whether the entry has some of [from, to).
static bool
meets(const entry *e, uintptr_t from, uintptr_t to) {
  return e->from < to && from < e->to;
}

// Cuts the k-th entry down to [from, to), which it meets; others get the rest.
static void
cut(size_t k, uintptr_t from, uintptr_t to) {
  entry below = stale.at[k], above = stale.at[k];
  if (below.from < from) {
    below.to = from;
    stale.at[k].from = from;
    push(&below);
  }
  if (to < above.to) {
    above.from = to;
    stale.at[k].to = to;
    push(&above);
  }
}

// Adds the message that brings [from, to) from rank "source" to "target".
static void
add(rt_plan *plan, uintptr_t from, uintptr_t to, int source, int target) {
  int rank;
  uint64_t bytes = to - from,
           all[] = {bytes, (uint64_t)source, (uint64_t)target};
  rt_net_find(&rank);
  plan->hash = rt_net_hash(plan->hash, all, sizeof all);
  if (rank != source && rank != target)
    return;
  if (plan->n == plan->room) {
    plan->room = plan->room ? 2 * plan->room : 16;
    plan->messages =
        rt_net_memory(plan->messages, plan->room * sizeof *plan->messages);
  }
  plan->messages[plan->n++] =
      (loft_message){.at = (void *)from,
                     .bytes = bytes,
                     .rank = rank == source ? target : source,
                     .sends = rank == source};
  *(rank == source ? &plan->out : &plan->in) += bytes;
}

void
rt_stale_need(rt_plan *plan, uintptr_t from, uintptr_t to, int rank) {
  const size_t n = stale.n; // what is cut off is behind
  for (size_t k = 0; k < n; k++) {
    if (!meets(&stale.at[k], from, to) || has(&stale.at[k], rank))
      continue;
    cut(k, from, to);
    entry *e = &stale.at[k];
    add(plan, e->from, e->to, e->owner, rank);
    e->has[rank / 64] |= 1ull << rank % 64;
  }
}

void
rt_stale_wrote(uintptr_t from, uintptr_t to, int rank, bool unnamed) {
  const size_t n = stale.n;
  entry e = {.from = from, .to = to, .owner = rank};
  e.has[rank / 64] = 1ull << rank % 64;
  for (size_t k = 0; k < n; k++)
    if (meets(&stale.at[k], from, to)) {
      cut(k, from, to);
      stale.at[k].to = stale.at[k].from;
    }
  stale.unnamed |= unnamed;
  push(&e);
  sweep();
}

void
rt_plan_run(rt_plan *plan) {
  rt_net_exchange(plan->messages, plan->n);
  sweep();
  free(plan->messages);
  *plan = (rt_plan){0};
}

bool
rt_stale_meets(uintptr_t from, uintptr_t to) {
  bool meet = false;
  rt_net_lock();
  for (size_t k = 0; k < stale.n; k++)
    meet |= meets(&stale.at[k], from, to);
  rt_net_unlock();
  return meet;
}

bool
rt_stale_unnamed(void) {
  rt_net_lock();
  bool unnamed = stale.unnamed;
  rt_net_unlock();
  return unnamed;
}

// Plans that all ranks get the bytes they lack.
static void
need_all(rt_plan *plan, int size) {
  for (size_t k = 0; k < stale.n; k++)
    for (int rank = 0; rank < size; rank++)
      if (!has(&stale.at[k], rank))
        add(plan, stale.at[k].from, stale.at[k].to, stale.at[k].owner, rank);
  stale.n = 0;
  sweep();
}

void
rt_stale_back(void) {
  rt_plan plan = {0};
  char in[16], out[16];
  int rank;
  if (!rt_stale_any())
    return;
  rt_net_lock();
  int size = rt_net_find(&rank);
  if (size == 1)
    rt_net_end("there are no other ranks any more, and some have results");
  need_all(&plan, size);
  rt_net_agree("results that come back", plan.hash);
  rt_say(RT_LOG_REGION,
         "rank %d of %d: what stayed comes back: %s came, %s went", rank, size,
         rt_bytes(plan.in, in), rt_bytes(plan.out, out));
  rt_plan_run(&plan);
  rt_net_unlock();
}

void
rt_stale_settle(const loft_region_desc *region, const loft_call *call) {
  bool touches = (!call->ok || call->n_rows > 0) && rt_net_is_first_thread();
  for (uint32_t k = 0; k < region->n_binds && !touches; k++) {
    const loft_bind *b = &call->binds[k];
    uintptr_t from = (uintptr_t)rt_bind_start(b);
    uint64_t n = rt_bind_empty(b) ? 0 : (uint64_t)(b->hi - b->lo);
    touches = n > 0 && rt_stale_meets(from, from + n * b->elem_size);
  }
  if (touches)
    rt_stale_back();
}
