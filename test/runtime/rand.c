// Regions that call rand while other threads do: the generator stays whole,
// whose next numbers are sums of earlier ones. Where a guard fails or a loop is
// left to the original, that draws the numbers; errno stays.
// RUN: %clang -O2 %s -o %t %link -lpthread
// RUN: env LOFT_OFFLOAD=cpu LOFT_THREADS=2 %run%t
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, NUMBERS = 200 };

static int x[N], want[N], stop;

__attribute__((noinline)) static void
fill(int n, int step) {
#pragma loft required
  for (int i = 0; i < n; i += step)
    x[i] = rand() % 1000;
}

// Calls rand until it is told to stop.
static void *
draw(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
    rand();
  return unused;
}

// The step does not go the right way: the guard fails.
static int
check_guard(void) {
  srand(5);
  int first = rand(), second = rand();
  srand(5);
  fill(0, 0);
  errno = 7;
  fill(1, 1);
  return errno == 7 && x[0] == first % 1000 && rand() == second;
}

static int
check_numbers(void) {
  srand(9);
  for (int i = 0; i < N; i++)
    want[i] = rand() % 1000;
  int next = rand();
  srand(9);
  fill(N, 1);
  return memcmp(x, want, sizeof x) == 0 && rand() == next;
}

static int
check_threads(void) {
  pthread_t t[2];
  unsigned all[NUMBERS];
  for (int k = 0; k < 2; k++)
    if (pthread_create(&t[k], NULL, draw, NULL) != 0)
      return 0;
  for (int k = 0; k < 300; k++)
    fill(N, 1);
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int k = 0; k < 2; k++)
    pthread_join(t[k], NULL);
  int sums = 1;
  for (int k = 0; k < NUMBERS; k++) {
    all[k] = (unsigned)rand();
    if (k >= 31)
      sums &= ((all[k] - all[k - 3] - all[k - 31]) & 0x7fffffff) <= 1;
  }
  return sums;
}

int
main(void) {
  if (!check_guard() || !check_numbers() || !check_threads() ||
      !check_numbers()) {
    puts("wrong");
    return 1;
  }
  return 0;
}
