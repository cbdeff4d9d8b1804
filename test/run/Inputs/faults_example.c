// faults_example.c: a program of examples/ for scripts/faults.py.
//
// Compiled with -DEXAMPLE="FILE.c", it runs that program twice, first with
// LOFT_TEST_FAULT as it was at the start, then without, and prints
//   pass K
//   log LINE               what the runtime says
//   ran REGION WHERE       after each call of a region
//   result NAME HASH       of each result
#include "demo.h"

#include "loft/loft.h"

// Prints where the region ran that "call" entered.
#undef DEMO_RUN
#define DEMO_RUN(name, call)                                                   \
  do {                                                                         \
    call;                                                                      \
    printf("ran %s %d\n", name, loft_last_region(NULL, 0));                    \
  } while (0)

static uint64_t random_state;

// demo_random, which can start again.
static inline double
again_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (double)(random_state >> 11) * 0x1p-53;
}

// demo_result, to stdout: a hash (FNV-1a).
static inline void
print_result(const char *name, const void *data, size_t count, size_t size,
             char type) {
  const unsigned char *p = data;
  uint64_t h = 14695981039346656037u;
  for (size_t k = 0; k < count * size; k++)
    h = (h ^ p[k]) * 1099511628211u;
  printf("result %s.%c %016llx\n", name, type, (unsigned long long)h);
}

#define demo_random again_random
#define demo_result print_result
#define main example_main
#define EXAMPLE_STRING_(x) #x
#define EXAMPLE_STRING(x) EXAMPLE_STRING_(x)
#include EXAMPLE_STRING(EXAMPLE)
#undef main

// Prints what the runtime says.
static void
print_line(void *user, const char *line) {
  (void)user;
  printf("log %s\n", line);
}

// One program or the other: whether main has parameters differs.
#ifdef EXAMPLE_TAKES_FILE
#define EXAMPLE_MAIN(argc, argv) example_main(argc, argv)
#else
#define EXAMPLE_MAIN(argc, argv) ((void)(argc), (void)(argv), example_main())
#endif

int
main(int argc, char **argv) {
  loft_set_log_sink(print_line, NULL);
  for (int k = 1; k <= 2; k++) {
    printf("pass %d\n", k);
    random_state = 88172645463325252u;
    if (EXAMPLE_MAIN(argc, argv) != 0)
      return 1;
    loft_set("LOFT_TEST_FAULT", NULL);
  }
  return 0;
}
