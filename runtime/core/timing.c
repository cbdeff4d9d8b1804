// runtime/core/timing.c: measured times; see timing.h.
//
// A table of fixed size that only fills up: entries are claimed by writing
// their key and never change hands. All members are atomic; threads that
// record at the same time may lose one of two times, which costs nothing.
#include "runtime/core/timing.h"

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum {
  ENTRIES = 4096, // a power of two
  PROBES = 8,
  WARM = 1,       // runs whose times do not count: caches, compiled kernels
  TRIALS = 4,     // runs after which an alternative is known
  EVERY = 8,      // run whose time is taken once much is known
  UNASKED = 31,   // calls behind one of which the best was known; the next
  LONGEST = 1023, // time twice as many, up to so many
  PLACES = 256,   // that have such calls at once; a power of two
  AGAIN = 32 // runs of the best after which another one gets another trial;
             // more where it takes much longer: see "share"
};

// So much more time than without them the later trials take at most.
static const double share = 1 / 128.0;
// An alternative that might be this much slower is still worth its trials, and
// so is one that takes no longer than this (seconds).
static const double worth_trying = 3, cheap = 100e-6;
// An alternative this much slower in two counted runs, and not cheap, gets no
// more trials. (One slow run may be noise.)
static const double hopeless = 2;

typedef struct samples {
  atomic_uint trials;   // how often it was picked and its time wanted
  atomic_uint recorded; // how often that was recorded
  _Atomic float factor; // measured over estimated
} samples;

struct rt_timing {
  _Atomic uint64_t key; // 0: free
  atomic_uint picks;
  atomic_uint tried; // "picks" when another one than the best was taken
  samples of[RT_ALTERNATIVES];
};

static rt_timing table[ENTRIES];

// Calls that alternative 0 is taken by, unasked; the last place of those that
// share an entry has it.
typedef struct settled {
  _Atomic uint64_t key; // 0: none
  atomic_uint left, calls;
} settled;

static settled settled_table[PLACES];

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

rt_timing *
rt_timing_find(const void *place, uint32_t variant, double work) {
  uint64_t key = key_of(place, variant, work);
  for (int k = 0; k < PROBES; k++) {
    rt_timing *t = &table[((key >> 1) + (uint64_t)k) % ENTRIES];
    uint64_t found = atomic_load_explicit(&t->key, memory_order_relaxed);
    if (found == key ||
        (found == 0 && (atomic_compare_exchange_strong(&t->key, &found, key) ||
                        found == key)))
      return t;
  }
  return NULL;
}

// The entry of settled calls that may be those of "key".
static settled *
find_settled(uint64_t key) {
  return &settled_table[(key >> 1) % PLACES];
}

void
rt_timing_settle(const void *place, double work) {
  uint64_t key = key_of(place, 0, work);
  settled *s = find_settled(key);
  unsigned calls = atomic_load_explicit(&s->calls, memory_order_relaxed);
  bool again = atomic_load_explicit(&s->key, memory_order_relaxed) == key;
  calls = !again ? UNASKED : calls < LONGEST ? 2 * calls + 1 : LONGEST;
  atomic_store_explicit(&s->calls, calls, memory_order_relaxed);
  atomic_store_explicit(&s->left, calls, memory_order_relaxed);
  atomic_store_explicit(&s->key, key, memory_order_relaxed);
}

bool
rt_timing_settled(const void *place, double work) {
  uint64_t key = key_of(place, 0, work);
  settled *s = find_settled(key);
  if (atomic_load_explicit(&s->key, memory_order_relaxed) != key)
    return false;
  unsigned left = atomic_load_explicit(&s->left, memory_order_relaxed);
  if (left > 0)
    atomic_store_explicit(&s->left, left - 1, memory_order_relaxed);
  return left > 0;
}

// How often an alternative has been tried.
static unsigned
trials_of(const rt_timing *t, int k) {
  return atomic_load_explicit(&t->of[k].trials, memory_order_relaxed);
}

// Whether a time of it has been taken that counts.
static bool
is_measured(const rt_timing *t, int k) {
  return atomic_load_explicit(&t->of[k].recorded, memory_order_relaxed) > WARM;
}

bool
rt_timing_knows(const rt_timing *t, int alternative) {
  return t && is_measured(t, alternative);
}

double
rt_timing_correct(const rt_timing *t, int alternative, double seconds) {
  if (!t || !is_measured(t, alternative))
    return seconds;
  return seconds * (double)atomic_load_explicit(&t->of[alternative].factor,
                                                memory_order_relaxed);
}

// Whether "k", not known yet, deserves to be run: it may be faster than "best".
// The model may be as wrong about the one as it is about the other.
static bool
deserves_trial(const rt_timing *t, int k, int best, const double *model,
               const double *seconds) {
  if (trials_of(t, k) >= TRIALS || isinf(model[k]))
    return false;
  if (trials_of(t, k) > WARM + 1 && is_measured(t, k))
    return seconds[k] < cheap || seconds[k] < hopeless * seconds[best];
  return model[k] < cheap || model[k] < worth_trying * model[best] ||
         model[k] < worth_trying * seconds[best];
}

// The one to try before the best is known to be that: what was tried least
// often of those that deserve it. "best" itself when there is none, and until
// there is something to compare with.
static int
pick_trial(const rt_timing *t, int best, const double *model,
           const double *seconds) {
  int pick = best;
  unsigned least = trials_of(t, best);
  if (least <= WARM)
    return best;
  for (int k = 0; k < RT_ALTERNATIVES; k++)
    if (k != best && trials_of(t, k) < least &&
        deserves_trial(t, k, best, model, seconds)) {
      pick = k;
      least = trials_of(t, k);
    }
  return pick;
}

// The second best when it is time to try that again, at the n-th pick: machines
// change, and so does what else runs on them. Else the best.
static int
pick_again(rt_timing *t, int best, unsigned n, const double *seconds) {
  unsigned since = n - atomic_load_explicit(&t->tried, memory_order_relaxed);
  int second = best;
  if (since < AGAIN)
    return best;
  for (int k = 0; k < RT_ALTERNATIVES; k++)
    if (k != best && (second == best || seconds[k] < seconds[second]))
      second = k;
  if (seconds[second] - seconds[best] > since * share * seconds[best])
    return best;
  atomic_store_explicit(&t->tried, n, memory_order_relaxed);
  return second;
}

int
rt_timing_pick(rt_timing *t, double seconds[RT_ALTERNATIVES], bool *timed) {
  double model[RT_ALTERNATIVES];
  int best = 0;
  for (int k = 0; k < RT_ALTERNATIVES; k++) {
    model[k] = seconds[k];
    seconds[k] = rt_timing_correct(t, k, seconds[k]);
    if (seconds[k] < seconds[best])
      best = k;
  }
  *timed = t != NULL;
  if (!t)
    return best;
  unsigned n = atomic_fetch_add_explicit(&t->picks, 1, memory_order_relaxed);
  int pick = pick_trial(t, best, model, seconds);
  if (pick == best && trials_of(t, best) >= TRIALS) {
    pick = pick_again(t, best, n, seconds);
    *timed = pick != best || n % EVERY == 0;
  }
  if (*timed)
    atomic_fetch_add_explicit(&t->of[pick].trials, 1, memory_order_relaxed);
  return pick;
}

void
rt_timing_record(rt_timing *t, int alternative, double estimate,
                 double seconds) {
  if (!t || !(estimate > 0) || !(seconds > 0))
    return;
  samples *s = &t->of[alternative];
  float now = (float)(seconds / estimate);
  unsigned n = atomic_fetch_add_explicit(&s->recorded, 1, memory_order_relaxed);
  if (n < WARM)
    return;
  float old = atomic_load_explicit(&s->factor, memory_order_relaxed);
  // One slow run says little; a fast one shows that so fast is possible.
  if (n > WARM && now > old)
    now = n < TRIALS ? old : old + (now - old) / 8;
  atomic_store_explicit(&s->factor, now, memory_order_relaxed);
}

void
rt_timing_give_up(rt_timing *t, int alternative, double estimate,
                  double seconds, bool ready) {
  if (!t || !(estimate > 0) || !(seconds > 0))
    return;
  samples *s = &t->of[alternative];
  unsigned n = atomic_load_explicit(&s->recorded, memory_order_relaxed);
  if (n >= TRIALS || (n < WARM && !ready)) {
    rt_timing_record(t, alternative, estimate, seconds);
    return;
  }
  atomic_store_explicit(&s->factor, (float)(seconds / estimate),
                        memory_order_relaxed);
  atomic_store_explicit(&s->recorded, WARM + 1, memory_order_relaxed);
  atomic_store_explicit(&s->trials, TRIALS, memory_order_relaxed);
}
