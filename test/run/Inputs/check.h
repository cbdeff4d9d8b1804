// check.h: ends a test program at the first condition that does not hold.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(cond)                                                            \
  do {                                                                         \
    if (!(cond)) {                                                             \
      printf("FAILED line %d: %s\n", __LINE__, #cond);                         \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
