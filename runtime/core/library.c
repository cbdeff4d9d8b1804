// runtime/core/library.c: what the program's C library does, where regions
// compute the same without it.
#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
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
