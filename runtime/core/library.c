// runtime/core/library.c: what the program's C library does, where regions
// compute the same without it.
#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loft/loft_abi.h"

// Numbers are written with a point, and blanks before them are ASCII's.
int32_t
loft_reads_plain_numerals(void) {
  bool plain = !strcmp(localeconv()->decimal_point, ".");
  for (int c = 0x80; c < 0x100 && plain; c++)
    plain = !isspace(c);
  return plain;
}

// What rand_r is taken for: bits 16 and up of three steps of a generator, of
// which *seed is the state.
static int
step_thrice(unsigned *seed) {
  unsigned result = 0, next = *seed;
  for (int k = 0; k < 3; k++) {
    next = next * 1103515245u + 12345u;
    unsigned bits = next >> 16;
    result = k == 0 ? bits & 0x7ff : result << 10 ^ (bits & 0x3ff);
  }
  *seed = next;
  return (int)result;
}

// True when rand_r gives the same numbers, for seeds all over their range.
static bool
has_known_rand_r(void) {
  enum { SEEDS = 300, NUMBERS = 3 };
  for (unsigned k = 0; k < SEEDS; k++) {
    unsigned x = k * 0x9e3779b1u, y = x;
    for (int i = 0; i < NUMBERS; i++)
      if (rand_r(&x) != step_thrice(&y) || x != y)
        return false;
  }
  return true;
}

int32_t
loft_has_known_rand_r(void) {
  static int known; // 0: not yet, 1: it is, 2: it is not
  int is = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!is) {
    is = has_known_rand_r() ? 1 : 2;
    __atomic_store_n(&known, is, __ATOMIC_RELAXED);
  }
  return is == 1;
}
