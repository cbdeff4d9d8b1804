// While a thread writes elements of results that stay, a region of another one
// brings all back: nothing that was written is undone by that.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link -lpthread
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_KEEP=1 \
// RUN:   LOFT_LOG=1 %run%t 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_KEEP=1 \
// RUN:   LOFT_TEST_STAGING=16 %run%t | FileCheck %s
// CHECK: 0 wrong
// LOG: what stayed comes back
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 20000, ROUNDS = 100 };
static int x[N], z[N];
static atomic_int turn;

__attribute__((noinline)) static void
step(int n, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i + k;
#pragma loft
  for (int i = 0; i < n; i++)
    z[i] = k;
}

__attribute__((noinline)) static int
sum(int n) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] - i;
  return s;
}

// Reads the other array in each round.
static void *
reader(void *wrong) {
  for (int k = 1; k <= ROUNDS; k++) {
    while (atomic_load(&turn) != 2 * k - 1)
      ;
    *(int *)wrong += sum(N) != k * N;
    atomic_store(&turn, 2 * k);
  }
  return NULL;
}

int
main(void) {
  int wrong = 0, others = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, reader, &others);
  for (int k = 1; k <= ROUNDS; k++) {
#pragma loft keep(x, z)
    {
      int n = 0;
      step(N, k);
      atomic_store(&turn, 2 * k - 1);
      while (atomic_load(&turn) != 2 * k) {
        z[n % N] = n;
        step(0, k); // so no call is before the loop
        n++;
      }
      for (int i = 0; i < 60; i++)
        if (n <= N)
          wrong += z[i] != (i < n ? i : k);
    }
  }
  pthread_join(thread, NULL);
  printf("%d wrong\n", wrong + others);
  return 0;
}
