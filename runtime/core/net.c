// runtime/core/net.c: ranks and what they must agree on; see net.h.
#include "runtime/core/net.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/fault.h"
#include "runtime/core/log.h"

enum { WHAT = 104 };

// A rank's part of an agreement.
typedef struct claim {
  uint64_t number, hash; // of the agreement, of what must be alike
  char what[WHAT];
} claim;

_Atomic(const loft_net *) rt_net_used;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t n_claims; // made by this rank; needs the lock

// The library in use; there is one.
static const loft_net *
net(void) {
  return atomic_load_explicit(&rt_net_used, memory_order_acquire);
}

int
rt_net_find(int *rank) {
  *rank = 0;
  return net() && rt_env_int(RT_ENV_MPI) ? net()->size(rank) : 1;
}

bool
rt_net_is_first_thread(void) {
  return syscall(SYS_gettid) == getpid();
}

void
rt_net_lock(void) {
  pthread_mutex_lock(&lock);
}

void
rt_net_unlock(void) {
  pthread_mutex_unlock(&lock);
}

void
rt_net_end(const char *fmt, ...) {
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  rt_say(RT_LOG_ERROR, "%s: all ranks end", text);
  if (net())
    net()->end();
  abort();
}

void *
rt_net_memory(void *old, uint64_t bytes) {
  void *p = rt_realloc(old, bytes ? bytes : 1);
  if (!p)
    rt_net_end("no memory for what ranks exchange");
  return p;
}

uint64_t
rt_net_hash(uint64_t hash, const void *bytes, uint64_t n) {
  const unsigned char *at = bytes;
  hash ^= 0xcbf29ce484222325;
  for (uint64_t k = 0; k < n; k++)
    hash = (hash ^ at[k]) * 0x100000001b3;
  return hash;
}

void
rt_net_agree(const char *what, uint64_t hash) {
  int rank, size = rt_net_find(&rank);
  claim mine = {.number = n_claims++, .hash = hash};
  snprintf(mine.what, WHAT, "%s", what);
  claim *all = rt_net_memory(NULL, (uint64_t)size * sizeof *all);
  rt_net_gather(&mine, all, sizeof mine);
  for (int k = 0; k < size; k++) {
    bool same_place = strncmp(all[k].what, mine.what, WHAT) == 0;
    if (!same_place)
      rt_net_end("ranks do not run alike: rank %d is at %s, rank %d at %.*s",
                 rank, mine.what, k, WHAT - 1, all[k].what);
    if (all[k].hash != hash || all[k].number != mine.number)
      rt_net_end("ranks do not run alike: ranks %d and %d are at %s, with "
                 "different sizes or values",
                 rank, k, what);
  }
  free(all);
}

void
rt_net_gather(const void *mine, void *all, uint64_t bytes) {
  net()->gather(mine, all, bytes);
}

void
rt_net_exchange(const loft_message *messages, uint32_t n) {
  net()->exchange(messages, n);
}

void
rt_net_after_fork(void) {
  atomic_store(&rt_net_used, NULL);
  pthread_mutex_init(&lock, NULL);
}

void
loft_net_use(const loft_net *library) {
  if (library->version == LOFT_NET_VERSION)
    atomic_store_explicit(&rt_net_used, library, memory_order_release);
  else
    rt_say(RT_LOG_WARNING,
           "the library for %s has another version of the runtime's "
           "interface: regions do not spread",
           library->name);
}

void
loft_net_leave(void) {
  if (!rt_net_many())
    return;
  rt_net_lock();
  rt_net_agree("its end", 0);
  rt_net_unlock();
  atomic_store(&rt_net_used, NULL);
}
