// unit_lmad: whether arrays are interleaved, against the bytes they touch.
#include "runtime/core/lmad.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { ROOM = 4096, TRIES = 200000, WORDS = 3 * LOFT_LMAD_DIMS };

// The results of the function that the call asks: two arrays.
static uint64_t results[1 + 2 * WORDS];

// loft_region_desc.lmads.
static void
give_results(const uint64_t *args, int64_t lo, int64_t hi) {
  (void)lo, (void)hi;
  memcpy((void *)(uintptr_t)args[2], results, sizeof results);
}

// A number from "lo" up to "hi".
static int64_t
pick(int64_t lo, int64_t hi) {
  return lo + rand() % (hi - lo + 1);
}

// Marks the bytes that the array with descriptor "d" at "base" touches with
// "bit", from dimension "k" on, and widens the bind's extent.
static void
touch(unsigned char *bytes, loft_bind *b, const int64_t *d, int k, int64_t at,
      unsigned char bit) {
  if (k == LOFT_LMAD_DIMS) {
    int64_t from = (int64_t)(intptr_t)b->base + at * b->elem_size;
    for (int64_t i = from; i < from + b->elem_size; i++)
      if (i >= 0 && i < ROOM)
        bytes[i] |= bit;
    b->lo = at < b->lo ? at : b->lo;
    b->hi = at + 1 > b->hi ? at + 1 : b->hi;
    return;
  }
  for (int64_t m = d[3 * k + 1]; m < d[3 * k + 2]; m++)
    touch(bytes, b, d, k + 1, at + m * d[3 * k], bit);
}

// Fills in a random descriptor, of up to three dimensions.
static void
fill(int64_t *d) {
  static const int64_t strides[] = {1, 1, 2, 3, 4, 6, 7, 12, 21, -1, -3, -7};
  int n = (int)pick(1, 3);
  for (int k = 0; k < LOFT_LMAD_DIMS; k++) {
    int64_t lo = k < n ? pick(-2, 3) : 0;
    d[3 * k] = k < n ? strides[pick(0, 11)] : 0;
    d[3 * k + 1] = lo;
    d[3 * k + 2] = k < n ? lo + pick(1, 5) : 1;
  }
}

// Whether the answer for two random arrays is right; *apart: it is that they
// share no byte.
static bool
try_two(const loft_region_desc *region, bool *apart) {
  static unsigned char bytes[ROOM];
  loft_bind binds[2];
  const uint64_t args[2] = {0};
  loft_call call = {.binds = binds, .args = args};
  memset(bytes, 0, sizeof bytes);
  results[0] = 1;
  for (int k = 0; k < 2; k++) {
    int64_t *d = (int64_t *)&results[1 + k * WORDS];
    fill(d);
    binds[k] = (loft_bind){.base = (void *)(intptr_t)(ROOM / 2 + pick(0, 40)),
                           .lo = INT64_MAX,
                           .hi = INT64_MIN,
                           .elem_size = 1u << pick(0, 3)};
    touch(bytes, &binds[k], d, 0, 0, (unsigned char)(1 << k));
    if (pick(0, 9) == 0) // its extent alone
      memset(d, 0, WORDS * sizeof *d);
  }
  rt_lmads l = rt_lmads_begin(region, &call);
  *apart = rt_lmads_apart(&l, 0, 1);
  CHECK(*apart == rt_lmads_apart(&l, 1, 0));
  rt_lmads_end(&l);
  bool meet = memchr(bytes, 3, sizeof bytes) != NULL;
  return !*apart || !meet;
}

// The answer for arrays of 8 bytes an element at places "x" and "y" in rows of
// 100, "columns" elements of each row.
static bool
are_blocks_apart(loft_region_desc *region, intptr_t x, intptr_t y,
                 int64_t columns) {
  const uint64_t args[2] = {0};
  loft_bind binds[2] = {{.base = (void *)x, .hi = 1000, .elem_size = 8},
                        {.base = (void *)y, .hi = 1000, .elem_size = 8}};
  loft_call call = {.binds = binds, .args = args};
  int64_t d[WORDS] = {100, 0, 9, 1, 0, columns, 0, 0, 1, 0, 0, 1};
  results[0] = 1;
  memcpy(&results[1], d, sizeof d);
  memcpy(&results[1 + WORDS], d, sizeof d);
  rt_lmads l = rt_lmads_begin(region, &call);
  bool apart = rt_lmads_apart(&l, 0, 1);
  rt_lmads_end(&l);
  return apart;
}

int
main(void) {
  const loft_param params[2] = {{.kind = 'a'}, {.kind = 'a'}};
  loft_region_desc region = {
      .n_binds = 2, .n_params = 2, .params = params, .lmads = give_results};
  int n_apart = 0;
  for (int k = 0; k < TRIES; k++) {
    bool apart;
    CHECK(try_two(&region, &apart));
    n_apart += apart;
  }
  CHECK(n_apart > TRIES / 10);
  // Blocks of columns beside each other, whichever comes first, and around the
  // end of a row.
  CHECK(are_blocks_apart(&region, 8000, 8000 + 8 * 40, 40));
  CHECK(are_blocks_apart(&region, 8000 + 8 * 40, 8000, 40));
  CHECK(are_blocks_apart(&region, 8000, 8000 + 8 * 150, 50));
  CHECK(!are_blocks_apart(&region, 8000, 8000 + 8 * 39, 40));
  CHECK(!are_blocks_apart(&region, 8000, 8000 + 8 * 61, 40));
  CHECK(!are_blocks_apart(&region, 8000, 8000 + 8 * 50, 51));
  CHECK(!are_blocks_apart(&region, 8000, 8000 + 8 * 40 - 1, 40));
  // Without the function, or where it says nothing.
  region.lmads = NULL;
  CHECK(!are_blocks_apart(&region, 8000, 8000 + 8 * 40, 40));
  puts("all good");
  return 0;
}
