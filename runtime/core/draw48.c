// runtime/core/draw48.c: the numbers that the program's next calls of drand48
// give.
//
// glibc's generator is x = (x * 25214903917 + 11) % 2^48, of which drand48,
// lrand48 and mrand48 take the upper bits. x is in a structure that seed48
// gives a pointer into: asked for once, before the program may have called
// that. lcong48 replaces the constants, which erand48 and its like use, too:
// two of their calls show whether they are these. C has no threads call these
// functions at once, but where the program sees to that.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loft/loft_abi.h"
#include "runtime/core/given.h"

static const uint64_t BY = 0x5deece66d, PLUS = 11,
                      BITS = (UINT64_C(1) << 48) - 1;

// What stands before the numbers.
typedef struct draw {
  uint64_t first, last; // x before them, and behind them
  int64_t n;
} draw;

// The step from "x".
static uint64_t
step(uint64_t x) {
  return (x * BY + PLUS) & BITS;
}

// The number that the words "x" are.
static uint64_t
join(const uint16_t x[3]) {
  return x[0] | (uint64_t)x[1] << 16 | (uint64_t)x[2] << 32;
}

// Fills in the words "x" of that number.
static void
split(uint64_t all, uint16_t x[3]) {
  for (int k = 0; k < 3; k++)
    x[k] = (uint16_t)(all >> 16 * k);
}

// Whether a step of the program's erand48 is the one above.
static bool
has_constants(void) {
  uint16_t zero[3] = {0}, one[3] = {1, 0, 0};
  jrand48(zero);
  jrand48(one);
  return join(zero) == step(0) && join(one) == step(1);
}

// Whether erand48, nrand48 and jrand48 give what they are taken for, for states
// all over their range, and constants that are those above.
static bool
has_known_numbers(void) {
  enum { SEEDS = 100 };
  uint64_t x = 1;
  bool ok = has_constants();
  for (int k = 0; k < SEEDS && ok; k++) {
    uint16_t a[3], b[3], c[3];
    x = step(x) ^ (uint64_t)k << 40;
    split(x, a);
    split(x, b);
    split(x, c);
    uint64_t y = step(x);
    ok = erand48(a) == (double)y * 0x1p-48 && nrand48(b) == (long)(y >> 17) &&
         jrand48(c) == (int32_t)(uint32_t)(y >> 16) && join(a) == y &&
         join(b) == y && join(c) == y;
  }
  return ok;
}

// The same, all of it once, and what lcong48 may have changed each time.
int32_t
loft_has_known_rand_48(void) {
  static int known; // 0: not yet, 1: it is, 2: it is not
  int is = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!has_constants())
    return 0;
  if (!is) {
    is = has_known_numbers() ? 1 : 2;
    __atomic_store_n(&known, is, __ATOMIC_RELAXED);
  }
  return is == 1;
}

#ifdef __GLIBC__

enum { MOST_NUMBERS = 1 << 27 };

static struct drand48_data *library; // the C library's; NULL: not known

// Finds that, by a call that is taken back.
__attribute__((constructor)) static void
find_library(void) {
  typedef unsigned short *seed(unsigned short[3]);
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  void *at = libc ? dlsym(libc, "seed48") : NULL;
  seed *f;
  memcpy(&f, &at, sizeof f);
  if (!at)
    return;
  uint16_t x[3] = {0x1234, 0x5678, 0x9abc};
  uint16_t *old = f(x);
  struct drand48_data *d =
      (void *)((char *)old - offsetof(struct drand48_data, __old_x));
  if (memcmp(d->__x, x, sizeof x) == 0) {
    memcpy(d->__x, old, sizeof x);
    library = d;
  } else {
    memcpy(x, old, sizeof x);
    f(x);
  }
}

// Whether the program's functions are the C library's own.
static bool
are_its_own(void) {
  static const char *const names[] = {"drand48", "lrand48", "mrand48",
                                      "srand48", "seed48",  "lcong48"};
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

// Whether the program's next numbers are those of library->__x.
static bool
is_known(void) {
  enum { NUMBERS = 20 };
  if (!library || !are_its_own())
    return false;
  uint64_t x = join(library->__x), y = x;
  bool ok = true;
  for (int k = 0; k < NUMBERS && ok; k++) {
    y = step(y);
    ok = drand48() == (double)y * 0x1p-48;
    y = step(y);
    ok = ok && lrand48() == (long)(y >> 17);
    y = step(y);
    ok = ok && mrand48() == (int32_t)(uint32_t)(y >> 16);
    ok = ok && join(library->__x) == y;
  }
  split(x, library->__x);
  return ok;
}

// Memory with the next "n" numbers; NULL: *why says why not.
static draw *
draw_numbers(int64_t n, rt_why_id *why) {
  static int usable; // 0: not yet, 1: it is, 2: it is not
  int is = __atomic_load_n(&usable, __ATOMIC_RELAXED);
  *why = RT_WHY_NUMBERS;
  if (is != 2 && !loft_has_known_rand_48())
    return NULL;
  if (!is) {
    is = is_known() ? 1 : 2;
    __atomic_store_n(&usable, is, __ATOMIC_RELAXED);
  }
  if (is == 2)
    return NULL;
  *why = RT_WHY_MEMORY;
  draw *d = n > MOST_NUMBERS ? NULL
                             : malloc(sizeof *d + sizeof(uint64_t) * (size_t)n);
  if (!d)
    return NULL;
  uint64_t *out = (uint64_t *)(d + 1), x = join(library->__x);
  *d = (draw){.first = x, .n = n};
  for (int64_t k = 0; k < n; k++)
    out[k] = x = step(x);
  d->last = x;
  return d;
}

// Moves the program's generator on by "n" numbers of "d".
static void
move_on(draw *d, int64_t n) {
  const uint64_t *numbers = (const uint64_t *)(d + 1);
  if (n > 0 && join(library->__x) == d->first)
    split(n < d->n ? numbers[n - 1] : d->last, library->__x);
  else
    for (int64_t k = 0; k < n; k++)
      drand48();
}

#else // no way to read the generator

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
  free(d);
}

void *
loft_draw_48(loft_region_desc *region, int64_t n) {
  return rt_give(region, n, make_numbers);
}

void
loft_drawn_48(void *numbers, int64_t taken) {
  rt_end_given(numbers, taken, end_numbers);
}
