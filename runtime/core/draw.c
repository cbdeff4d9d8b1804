// runtime/core/draw.c: the numbers that the program's next calls of rand give.
//
// glibc's generator adds two of the last "degree" words to the next one, of
// which rand and random give all bits but the last. The words are in an array
// that setstate gives; its first word tells how many there are and which is the
// oldest. A region gets as many numbers as it may take, of a copy of that
// array; when it has succeeded, the array becomes what that many calls would
// have made of it.
//
// While the array is read or written, another generator, "spare", takes its
// place: no call of another thread sees a part of it. Such a call in this
// moment gets a number of that one. A call between both moments may get a
// number that the region takes, too; then the generator moves on by calls.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loft/loft_abi.h"
#include "runtime/core/draw.h"
#include "runtime/core/given.h"

enum { MOST_DEGREE = 63 };

// The oldest word first.
typedef struct words {
  int degree, lag; // the next is the sum of the oldest and the one "lag" ago
  uint32_t at[MOST_DEGREE];
} words;

// What stands before the numbers.
typedef struct draw {
  int32_t *state;    // the program's
  int64_t n, room;   // numbers that there are, that there is memory for
  words first, last; // before the numbers, and behind them
} draw;

#ifdef __GLIBC__

enum {
  MOST_NUMBERS = 1 << 28,
  MOST_KEPT = 1 << 24,
  BLOCK = 4096,
  SPARE = 32,
  TYPES = 5
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int32_t spare[SPARE];
static draw *kept; // the memory of an earlier one, of up to MOST_KEPT numbers

// -- Arithmetic ---------------------------------------------------------------

// Moves "w" on by "n" numbers, at most BLOCK, which "out" gets, if not NULL.
static void
step(words *w, int n, int32_t *out) {
  uint32_t all[MOST_DEGREE + BLOCK], *next = all + w->degree;
  memcpy(all, w->at, sizeof *all * (size_t)w->degree);
  uint32_t a = next[-3], b = next[-2], c = next[-1];
  int at = 0;
  for (; w->lag == 3 && at + 3 <= n; at += 3) { // twice as fast as by one
    next[at] = a += all[at];
    next[at + 1] = b += all[at + 1];
    next[at + 2] = c += all[at + 2];
  }
  for (; at < n; at++)
    next[at] = all[at] + next[at - w->lag];
  for (int k = 0; k < n && out; k++)
    out[k] = (int32_t)(next[k] >> 1);
  memcpy(w->at, all + n, sizeof *all * (size_t)w->degree);
}

// Moves "w" on by any number.
static void
run(words *w, int64_t n, int32_t *out) {
  for (int64_t k = 0; k < n; k += BLOCK)
    step(w, n - k < BLOCK ? (int)(n - k) : BLOCK, out ? out + k : NULL);
}

// Reads the array "state". False where its generator is of another kind.
static bool
read_state(const int32_t *state, words *w) {
  static const int degrees[TYPES] = {0, 7, 15, 31, 63},
                   lags[] = {0, 3, 1, 3, 1};
  int type = state[0] % TYPES, rear = state[0] / TYPES;
  if (type <= 0 || rear >= degrees[type])
    return false;
  *w = (words){.degree = degrees[type], .lag = lags[type]};
  for (int k = 0; k < w->degree; k++)
    w->at[k] = (uint32_t)state[1 + (rear + w->lag + k) % w->degree];
  return true;
}

// Lets the array "state" be "w", which is "n" numbers on.
static void
write_state(int32_t *state, const words *w, int64_t n) {
  int type = state[0] % TYPES;
  int rear = (int)((state[0] / TYPES + n) % w->degree);
  state[0] = TYPES * rear + type;
  for (int k = 0; k < w->degree; k++)
    state[1 + (rear + w->lag + k) % w->degree] = (int32_t)w->at[k];
}

// -- The C library's own ------------------------------------------------------

// Whether the next numbers of "w" are those that random_r gives for the array
// "state", of which it gets a copy.
static bool
is_confirmed(const int32_t *state, words w) {
  enum { NUMBERS = 2 * MOST_DEGREE };
  int32_t copy[MOST_DEGREE + 1], other[SPARE], mine[NUMBERS], its;
  struct random_data data;
  memset(&data, 0, sizeof data);
  memcpy(copy, state, sizeof *copy * (size_t)(w.degree + 1));
  if (initstate_r(1, (char *)other, sizeof other, &data) != 0 ||
      setstate_r((char *)copy, &data) != 0)
    return false;
  step(&w, NUMBERS, mine);
  for (int k = 0; k < NUMBERS; k++)
    if (random_r(&data, &its) != 0 || its != mine[k])
      return false;
  return true;
}

// Whether the program has the functions of the C library, and none of its own.
static bool
are_its_own(void) {
  static const char *const names[] = {"rand",     "random",     "srand",
                                      "srandom",  "initstate",  "setstate",
                                      "random_r", "setstate_r", "initstate_r"};
  Dl_info first, one;
  void *at = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
  if (!at || !dladdr(at, &first))
    return false;
  for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
    at = dlsym(RTLD_DEFAULT, names[k]);
    if (!at || !dladdr(at, &one) || one.dli_fbase != first.dli_fbase)
      return false;
  }
  return true;
}

// Whether rand and random give what "spare" holds. Fills it in.
static bool
is_known(void) {
  enum { NUMBERS = 100 };
  int32_t mine[2 * NUMBERS], its[2 * NUMBERS];
  words w;
  if (!are_its_own())
    return false;
  char *programs = initstate(1, (char *)spare, sizeof spare);
  if (!programs)
    return false;
  setstate(programs); // the first word of "spare" is up to date
  bool ok = read_state(spare, &w) && is_confirmed(spare, w);
  programs = setstate((char *)spare);
  for (int k = 0; k < NUMBERS; k++) {
    its[2 * k] = rand();
    its[2 * k + 1] = (int32_t)random();
  }
  setstate(programs);
  if (ok)
    step(&w, 2 * NUMBERS, mine);
  return ok && memcmp(mine, its, sizeof mine) == 0;
}

// The same, asked once; "lock" is held.
static bool
is_usable(void) {
  static int usable; // 0: not yet, 1: it is, 2: it is not
  if (!usable)
    usable = is_known() ? 1 : 2;
  return usable == 1;
}

// Reads the program's generator into *d. False where it is of another kind.
static bool
look(draw *d) {
  pthread_mutex_lock(&lock);
  bool ok = is_usable();
  if (ok) {
    d->state = (int32_t *)(void *)setstate((char *)spare);
    ok = d->state && read_state(d->state, &d->first) &&
         is_confirmed(d->state, d->first);
    setstate((char *)d->state);
  }
  pthread_mutex_unlock(&lock);
  return ok;
}

// Moves the program's generator on by "n" numbers, to d->last, if it is as it
// was; else returns false.
static bool
replace(const draw *d, int64_t n) {
  words now;
  pthread_mutex_lock(&lock);
  int32_t *state = (int32_t *)(void *)setstate((char *)spare);
  bool same = state == d->state && read_state(state, &now) &&
              memcmp(&now, &d->first, sizeof now) == 0;
  if (same)
    write_state(state, &d->last, n);
  setstate((char *)state);
  pthread_mutex_unlock(&lock);
  return same;
}

void
rt_draw_before_fork(void) {
  pthread_mutex_lock(&lock);
}

void
rt_draw_after_fork(void) {
  pthread_mutex_unlock(&lock);
}

// -- Numbers ------------------------------------------------------------------

// Memory for "n" numbers: pages that were used before, if there are enough.
static draw *
take_memory(int64_t n) {
  draw *d = __atomic_exchange_n(&kept, NULL, __ATOMIC_ACQ_REL);
  if (!d || d->room < n) {
    free(d);
    d = malloc(sizeof *d + 4 * (size_t)n);
    if (d)
      d->room = n;
  }
  return d;
}

// Keeps it for the next ones, or frees it.
static void
give_memory(draw *d) {
  if (d->room <= MOST_KEPT)
    d = __atomic_exchange_n(&kept, d, __ATOMIC_ACQ_REL);
  free(d);
}

// Memory with the next "n" numbers; NULL: *why says why not.
static draw *
draw_numbers(int64_t n, rt_why_id *why) {
  draw *d = n > MOST_NUMBERS ? NULL : take_memory(n);
  *why = RT_WHY_MEMORY;
  if (!d)
    return NULL;
  d->n = n;
  if (!look(d)) {
    give_memory(d);
    *why = RT_WHY_NUMBERS;
    return NULL;
  }
  d->last = d->first;
  run(&d->last, n, (int32_t *)(d + 1));
  return d;
}

// Moves the program's generator on by "n" numbers.
static void
move_on(draw *d, int64_t n) {
  if (n < d->n) {
    d->last = d->first;
    run(&d->last, n, NULL);
  }
  if (n > 0 && !replace(d, n))
    for (int64_t k = 0; k < n; k++)
      random();
}

#else // no way to read the generator

void
rt_draw_before_fork(void) {}

void
rt_draw_after_fork(void) {}

// None.
static draw *
draw_numbers(int64_t n, rt_why_id *why) {
  (void)n;
  *why = RT_WHY_NUMBERS;
  return NULL;
}

// Never called.
static void
move_on(draw *d, int64_t n) {
  (void)d;
  (void)n;
}

// Never called.
static void
give_memory(draw *d) {
  (void)d;
}

#endif

// draw_numbers, for rt_give.
static void *
make_numbers(int64_t n, rt_why_id *why) {
  draw *d = draw_numbers(n, why);
  return d ? d + 1 : NULL;
}

// Moves the program's generator on by the numbers that were taken.
static void
end_numbers(void *numbers, int64_t taken) {
  draw *d = (draw *)numbers - 1;
  move_on(d, taken);
  give_memory(d);
}

void *
loft_draw(loft_region_desc *region, int64_t n) {
  return rt_give(region, n, make_numbers);
}

void
loft_drawn(void *numbers, int64_t taken) {
  rt_end_given(numbers, taken, end_numbers);
}
