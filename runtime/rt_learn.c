// rt_learn.c: lessons; see rt_learn.h.
//
// A table of fixed size that only fills up: entries are claimed by writing
// their key and never change hands. All members are atomic; threads that tell
// at the same time may lose one of two times, which costs nothing.
#include "runtime/rt_learn.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
  ENTRIES = 4096, // a power of two
  PROBES = 8,
  WARM = 1,   // runs whose times do not count: caches, compiled kernels
  TRIALS = 4, // runs after which an alternative is known
  EVERY = 8,  // run whose time is taken once much is known
  AGAIN = 128 // runs after which the other one gets another trial
};

// An alternative that might be this much slower is still worth its trials, and
// so is one that takes no longer than this (seconds).
static const double worth_trying = 3, cheap = 100e-6;

typedef struct experience {
  atomic_uint runs;
  _Atomic float factor; // measured over estimated
} experience;

struct rt_lesson {
  _Atomic uint64_t key; // 0: free
  atomic_uint picks;
  experience of[RT_LEARN_ALTERNATIVES];
};

static rt_lesson table[ENTRIES];

// A key for a place, a variant, and a power of two of work; never 0.
static uint64_t
key_of(const void *place, uint32_t variant, double work) {
  int exponent = 0;
  frexp(work, &exponent);
  uint64_t h = (uint64_t)(uintptr_t)place;
  h = (h ^ ((uint64_t)variant << 48) ^ ((uint64_t)(exponent & 2047) << 32)) *
      UINT64_C(0x9e3779b97f4a7c15);
  h ^= h >> 29;
  h *= UINT64_C(0xbf58476d1ce4e5b9);
  return (h ^ h >> 32) | 1;
}

rt_lesson *
rt_learn_find(const void *place, uint32_t variant, double work) {
  uint64_t key = key_of(place, variant, work);
  for (int k = 0; k < PROBES; k++) {
    rt_lesson *l = &table[((key >> 1) + (uint64_t)k) % ENTRIES];
    uint64_t found = atomic_load_explicit(&l->key, memory_order_relaxed);
    if (found == key ||
        (found == 0 && (atomic_compare_exchange_strong(&l->key, &found, key) ||
                        found == key)))
      return l;
  }
  return NULL;
}

// Whether enough is known of an alternative to correct its estimate.
static bool
is_known(const experience *e) {
  return atomic_load_explicit(&e->runs, memory_order_relaxed) >= TRIALS;
}

double
rt_learn_correct(const rt_lesson *l, int alternative, double seconds) {
  if (!l || !is_known(&l->of[alternative]))
    return seconds;
  return seconds * (double)atomic_load_explicit(&l->of[alternative].factor,
                                                memory_order_relaxed);
}

int
rt_learn_pick(rt_lesson *l, double seconds[RT_LEARN_ALTERNATIVES]) {
  const double model[RT_LEARN_ALTERNATIVES] = {seconds[0], seconds[1]};
  for (int k = 0; k < RT_LEARN_ALTERNATIVES; k++)
    seconds[k] = rt_learn_correct(l, k, seconds[k]);
  int best = seconds[1] < seconds[0], other = !best;
  if (!l)
    return best;
  unsigned n = atomic_fetch_add_explicit(&l->picks, 1, memory_order_relaxed);
  if (!is_known(&l->of[best]))
    return best;
  if (is_known(&l->of[other])) {
    return n % AGAIN == AGAIN - 1 &&
                   seconds[other] < worth_trying * seconds[best]
               ? other
               : best;
  }
  // The model may be as wrong about the one as it is about the other.
  return model[other] < cheap || model[other] < worth_trying * model[best] ||
                 model[other] < worth_trying * seconds[best]
             ? other
             : best;
}

bool
rt_learn_wants(const rt_lesson *l, int alternative) {
  return l &&
         (!is_known(&l->of[alternative]) ||
          atomic_load_explicit(&l->picks, memory_order_relaxed) % EVERY == 0);
}

void
rt_learn_tell(rt_lesson *l, int alternative, double estimate, double seconds) {
  if (!l || !(estimate > 0) || !(seconds > 0))
    return;
  experience *e = &l->of[alternative];
  float now = (float)(seconds / estimate);
  unsigned n = atomic_fetch_add_explicit(&e->runs, 1, memory_order_relaxed);
  if (n < WARM)
    return;
  float old = atomic_load_explicit(&e->factor, memory_order_relaxed);
  // One slow run says little; a fast one says what is possible.
  if (n > WARM && now > old)
    now = n < TRIALS ? old : old + (now - old) / 8;
  atomic_store_explicit(&e->factor, now, memory_order_relaxed);
}
