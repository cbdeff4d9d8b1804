// test/unit/unit.h: the one macro of the unit tests.
#ifndef LOFT_UNIT_H
#define LOFT_UNIT_H

#include <stdio.h>
#include <stdlib.h>

// Ends the test with its place unless "cond" holds; not switched off by NDEBUG.
#define CHECK(cond)                                                            \
  ((cond)                                                                      \
       ? (void)0                                                               \
       : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond),   \
          exit(1)))

#endif
