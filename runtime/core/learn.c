// runtime/core/learn.c: lessons; see learn.h.
//
// A table of fixed size that only fills up: entries are claimed by writing
// their key and never change hands. All members are atomic; threads that tell
// at the same time may lose one of two times, which costs nothing.
#include "runtime/core/learn.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum {
  ENTRIES = 4096, // a power of two
  PROBES = 8,
  WARM = 1,   // runs whose times do not count: caches, compiled kernels
  TRIALS = 4, // runs after which an alternative is known
  EVERY = 8,  // run whose time is taken once much is known
  AGAIN = 32  // runs of the best after which another one gets another trial;
              // more where it takes much longer: see "share"
};

// So much more time than without them the later trials take at most.
static const double share = 1 / 128.0;
// An alternative that might be this much slower is still worth its trials, and
// so is one that takes no longer than this (seconds).
static const double worth_trying = 3, cheap = 100e-6;
// What was this much slower in two runs that count, and is not cheap, needs no
// others. (In one it may have met something else that ran.)
static const double hopeless = 2;

typedef struct experience {
  atomic_uint trials;   // how often it was picked and its time wanted
  atomic_uint told;     // how often that was told
  _Atomic float factor; // measured over estimated
} experience;

struct rt_lesson {
  _Atomic uint64_t key; // 0: free
  atomic_uint picks;
  atomic_uint tried; // "picks" when another one than the best was taken
  experience of[RT_LEARN_ALTERNATIVES];
};

static rt_lesson table[ENTRIES];

// A key for a place, a variant, and a power of two of work; never 0.
static uint64_t
key_of(const void *place, uint32_t variant, double work) {
  uint64_t bits, h = (uint64_t)(uintptr_t)place;
  memcpy(&bits, &work, sizeof bits); // the exponent of a double is on top
  h = (h ^ ((uint64_t)variant << 48) ^ (bits >> 52 << 32)) *
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

// How often an alternative has been tried.
static unsigned
trials_of(const rt_lesson *l, int k) {
  return atomic_load_explicit(&l->of[k].trials, memory_order_relaxed);
}

// Whether a time of it has been taken that counts.
static bool
is_measured(const rt_lesson *l, int k) {
  return atomic_load_explicit(&l->of[k].told, memory_order_relaxed) > WARM;
}

bool
rt_learn_knows(const rt_lesson *l, int alternative) {
  return l && is_measured(l, alternative);
}

double
rt_learn_correct(const rt_lesson *l, int alternative, double seconds) {
  if (!l || !is_measured(l, alternative))
    return seconds;
  return seconds * (double)atomic_load_explicit(&l->of[alternative].factor,
                                                memory_order_relaxed);
}

// Whether "k", not known yet, deserves to be run: it may be faster than "best".
// The model may be as wrong about the one as it is about the other.
static bool
deserves_trial(const rt_lesson *l, int k, int best, const double *model,
               const double *seconds) {
  if (trials_of(l, k) >= TRIALS || isinf(model[k]))
    return false;
  if (trials_of(l, k) > WARM + 1 && is_measured(l, k))
    return seconds[k] < cheap || seconds[k] < hopeless * seconds[best];
  return model[k] < cheap || model[k] < worth_trying * model[best] ||
         model[k] < worth_trying * seconds[best];
}

// The one to try before the best is known to be that: what was tried least
// often of those that deserve it. "best" itself when there is none, and until
// there is something to compare with.
static int
pick_trial(const rt_lesson *l, int best, const double *model,
           const double *seconds) {
  int pick = best;
  unsigned least = trials_of(l, best);
  if (least <= WARM)
    return best;
  for (int k = 0; k < RT_LEARN_ALTERNATIVES; k++)
    if (k != best && trials_of(l, k) < least &&
        deserves_trial(l, k, best, model, seconds)) {
      pick = k;
      least = trials_of(l, k);
    }
  return pick;
}

// The second best when it is time to try that again, at the n-th pick: machines
// change, and so does what else runs on them. Else the best.
static int
pick_again(rt_lesson *l, int best, unsigned n, const double *seconds) {
  unsigned since = n - atomic_load_explicit(&l->tried, memory_order_relaxed);
  int second = best;
  if (since < AGAIN)
    return best;
  for (int k = 0; k < RT_LEARN_ALTERNATIVES; k++)
    if (k != best && (second == best || seconds[k] < seconds[second]))
      second = k;
  if (seconds[second] - seconds[best] > since * share * seconds[best])
    return best;
  atomic_store_explicit(&l->tried, n, memory_order_relaxed);
  return second;
}

int
rt_learn_pick(rt_lesson *l, double seconds[RT_LEARN_ALTERNATIVES],
              bool *timed) {
  double model[RT_LEARN_ALTERNATIVES];
  int best = 0;
  for (int k = 0; k < RT_LEARN_ALTERNATIVES; k++) {
    model[k] = seconds[k];
    seconds[k] = rt_learn_correct(l, k, seconds[k]);
    if (seconds[k] < seconds[best])
      best = k;
  }
  *timed = l != NULL;
  if (!l)
    return best;
  unsigned n = atomic_fetch_add_explicit(&l->picks, 1, memory_order_relaxed);
  int pick = pick_trial(l, best, model, seconds);
  if (pick == best && trials_of(l, best) >= TRIALS) {
    pick = pick_again(l, best, n, seconds);
    *timed = pick != best || n % EVERY == 0;
  }
  if (*timed)
    atomic_fetch_add_explicit(&l->of[pick].trials, 1, memory_order_relaxed);
  return pick;
}

void
rt_learn_tell(rt_lesson *l, int alternative, double estimate, double seconds) {
  if (!l || !(estimate > 0) || !(seconds > 0))
    return;
  experience *e = &l->of[alternative];
  float now = (float)(seconds / estimate);
  unsigned n = atomic_fetch_add_explicit(&e->told, 1, memory_order_relaxed);
  if (n < WARM)
    return;
  float old = atomic_load_explicit(&e->factor, memory_order_relaxed);
  // One slow run says little; a fast one says what is possible.
  if (n > WARM && now > old)
    now = n < TRIALS ? old : old + (now - old) / 8;
  atomic_store_explicit(&e->factor, now, memory_order_relaxed);
}
