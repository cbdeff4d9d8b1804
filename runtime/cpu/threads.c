// runtime/cpu/threads.c: how many threads there may be, and making them; see
// threads.h.
//
// No OpenMP library is linked. Where the program has one, its answers count
// (omp_set_num_threads, parallel regions); elsewhere the variables that it
// would read.
#include "runtime/cpu/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/thread.h"

enum {
  MAX_ASKED = 65536, // in OMP_NUM_THREADS
  STACK = 4 << 20    // bytes: kernels may have several arrays of 256 KiB
};

// The program's OpenMP library, if it has one.
extern int omp_in_parallel(void) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));

// -- Processors ---------------------------------------------------------------

// The processors of the process when this library was loaded, if it is "known".
static struct {
  cpu_set_t set;
  bool known;
} at_load;

// Fills in "at_load".
__attribute__((constructor)) static void
look_at_processors(void) {
  at_load.known = sched_getaffinity(0, sizeof at_load.set, &at_load.set) == 0;
}

// Whether OpenMP binds the program's threads to places: then the processors of
// the thread that asks are not the process's any more.
static bool
is_bound_by_omp(void) {
  static const char *const vars[] = {"OMP_PROC_BIND", "OMP_PLACES",
                                     "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  for (size_t k = 0; k < sizeof vars / sizeof *vars; k++)
    if (secure_getenv(vars[k]))
      return true;
  return false;
}

// The processors threads may run on; false: unknown.
static bool
find_processors(cpu_set_t *set) {
  if (at_load.known && is_bound_by_omp()) {
    *set = at_load.set;
    return true;
  }
  return sched_getaffinity(0, sizeof *set, set) == 0;
}

// How many they are.
static int
count_processors(void) {
  cpu_set_t set;
  if (find_processors(&set))
    return CPU_COUNT(&set);
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

// -- How many threads ---------------------------------------------------------

// The first number of a list with commas between, some of which may be missing,
// and blanks around them; -1: the first is missing, 0: it is no such list.
static int
first_of_list(const char *list) {
  const char *c = list + strspn(list, " \t");
  int first = 0;
  for (int k = 0; *c; k++) {
    const char *end = c + strspn(c, "0123456789");
    long count = end > c ? strtol(c, NULL, 10) : -1;
    if (k == 0)
      first = count <= MAX_ASKED ? (int)count : 0;
    c = end + strspn(end, " \t");
    if (count > MAX_ASKED || (*c != ',' && *c != '\0'))
      return 0;
    if (*c == ',')
      c += 1 + strspn(c + 1, " \t");
  }
  return first;
}

// The number that an OpenMP variable gives, -1 when there is none. What is no
// number means one thread, and one line.
static int
number_of(const char *var) {
  const char *text = secure_getenv(var);
  int n = text ? first_of_list(text) : -1;
  if (n != 0)
    return n;
  rt_say(RT_LOG_WARNING,
         "%s=%.40s is no list of numbers up to %d: regions run with one thread",
         var, text, MAX_ASKED);
  return 1;
}

// The smaller of "n", at least one, and "limit" where there is one.
static int
at_most(int n, int limit) {
  n = limit > 0 && limit < n ? limit : n;
  return n > 1 ? n : 1;
}

// The environment's answer.
static int allowed;

// Fills in "allowed".
static void
find_allowed(void) {
  int n = number_of("OMP_NUM_THREADS");
  n = at_most(n > 0 ? n : count_processors(), number_of("OMP_THREAD_LIMIT"));
  allowed = at_most(n, RT_MAX_THREADS);
}

// Whether the program's OpenMP library may be asked: it is there, and would not
// load what the environment of another user names.
static bool
may_ask_omp(void) {
  return omp_in_parallel && omp_get_max_threads && !getauxval(AT_SECURE);
}

int
rt_threads_allowed(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  int own = rt_env_int(RT_ENV_THREADS);
  if (may_ask_omp() && omp_in_parallel())
    return 1;
  if (own > 0)
    return own;
  if (may_ask_omp())
    return at_most(omp_get_max_threads(), RT_MAX_THREADS);
  pthread_once(&once, find_allowed);
  return allowed;
}

// -- Making them --------------------------------------------------------------

int
rt_threads_create(void *(*start)(void *user), void *user) {
  pthread_attr_t attr;
  pthread_t thread;
  cpu_set_t set;
  sigset_t before;
  int error = pthread_attr_init(&attr);
  if (error != 0)
    return error;
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  error = pthread_attr_setstacksize(&attr, STACK);
  if (is_bound_by_omp() && find_processors(&set))
    pthread_attr_setaffinity_np(&attr, sizeof set, &set);
  rt_thread_block_signals(&before);
  if (error == 0)
    error = pthread_create(&thread, &attr, start, user);
  rt_thread_restore_signals(&before);
  pthread_attr_destroy(&attr);
  return error;
}
