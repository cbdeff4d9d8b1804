// Whoever else needs results that a statement keeps has them: host code that
// names the array, a child of fork, a region on the CPU or on another thread,
// what the program does when it exits, and those who read a file that is mapped.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory %run%t %t.file | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_STAGING=16 \
// RUN:   %run%t %t.file | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_KEEP=0 %run%t %t.file \
// RUN:   | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_POOL=0 %run%t %t.file \
// RUN:   | FileCheck %s
// CHECK: all good
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/check.h"
#include "loft/loft.h"

enum { N = 1 << 17, BYTES = N * 4 };
static int x[N], y[N], z[N];

// y[i] = x[i] + by
__attribute__((noinline)) static void
add(int n, int by, const int *restrict p, int *restrict q) {
#pragma loft
  for (int i = 0; i < n; i++)
    q[i] = p[i] + by;
}

// Every third element.
__attribute__((noinline)) static void
thirds(int n, const int *restrict p, int *restrict q) {
#pragma loft
  for (int i = 0; i < n / 3; i++)
    q[3 * i] = p[i] - 1;
}

__attribute__((noinline)) static unsigned
sum(int n, const int *p) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (unsigned)p[i];
  return s;
}

// What all elements of p are.
__attribute__((noinline)) static void
all(int value, const volatile int *p) {
  for (int i = 0; i < N; i++)
    CHECK(p[i] == value);
}

static void
fill(int value, int *p) {
  for (int i = 0; i < N; i++)
    p[i] = value;
}

static void
test_host(void) {
  fill(1, x);
#pragma loft keep(x, y)
  for (int k = 0; k < 3; k++) {
    add(N, k, x, y);
    y[k] += 7;
    add(N, 0, y, x);
    for (int i = 0; i < N; i++)
      CHECK(x[i] == 1 + k * (k + 1) / 2 + (i == k) * 7);
    x[k] -= 7;
    y[k] = 5;
  }
}

static void
test_fork(void) {
  int status;
  fill(1, x);
#pragma loft keep(x, y)
  {
    add(N, 5, x, y);
    pid_t child = fork();
    if (child == 0) {
      all(6, y);
      _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    add(N, 1, y, x);
  }
  all(7, x);
}

static void
test_cpu(void) {
  fill(1, x);
#pragma loft keep(x, y, z)
  {
    add(N, 5, x, y);
    loft_set("LOFT_OFFLOAD", "cpu");
    add(N, 1, y, z);
    loft_set("LOFT_OFFLOAD", "disabled");
    add(N, 1, z, x);
    loft_set("LOFT_OFFLOAD", "mandatory");
    add(N, 1, x, y);
    thirds(N, x, y);
    loft_set("LOFT_OFFLOAD", "cpu");
    CHECK(sum(N, x) == N * 8u);
    loft_set("LOFT_OFFLOAD", "mandatory");
  }
  for (int i = 0; i < N; i++)
    CHECK(y[i] == (i % 3 == 0 && i / 3 < N / 3 ? 7 : 9));
}

static void *
other_thread(void *user) {
  (void)user;
  CHECK(sum(N, y) == N * 6u);
  add(N, 1, z, y);
  return NULL;
}

static void
test_thread(void) {
  pthread_t t;
  fill(1, x), fill(2, z);
#pragma loft keep(x, y, z)
  {
    add(N, 5, x, y);
    CHECK(!pthread_create(&t, NULL, other_thread, NULL));
    pthread_join(t, NULL);
    add(N, 1, y, x);
  }
  all(4, x);
}

// Parts of arrays, and what is not named.
static void
test_parts(void) {
  int *p = malloc(2 * BYTES);
  CHECK(p);
  fill(1, p), fill(2, p + N), fill(3, x);
#pragma loft keep(p, x)
  {
    add(N, 1, x, p);
    add(N, 1, x, p + N);
    add(N / 2, 1, p + N, x);
    add(N, 2, p + N / 2, y);
    thirds(N, x, p + 1);
    add(N / 2, 9, x, p + N + N / 4);
  }
  all(6, y);
  for (int i = 0; i < 2 * N; i++)
    CHECK(p[i] == (i >= N + N / 4 && i < N + 3 * N / 4 ? 14
                   : i % 3 == 1 && i / 3 < N / 3       ? x[i / 3] - 1
                                                       : 4));
  free(p);
}

static int file;

// What the program does last.
static void
save(void) {
  CHECK(write(file, y, BYTES) == BYTES);
}

// Runs regions in a child that exits in the statement, which leaves results in
// memory of its own, and saves them then, or in memory of the file.
static void
test_exit(const char *path, bool is_own) {
  int status;
  file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  CHECK(file >= 0 && ftruncate(file, BYTES) == 0);
  int *m = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(m != MAP_FAILED);
  fill(1, x);
  pid_t child = fork();
  if (child == 0) {
    int *to = is_own ? y : m;
    if (is_own)
      atexit(save);
#pragma loft keep(x, to)
    {
      add(N, 5, x, to);
      exit(0);
    }
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  all(6, m);
  munmap(m, BYTES);
  close(file);
}

int
main(int argc, char **argv) {
  CHECK(argc == 2);
  test_exit(argv[1], true); // before this process opens Vulkan
  test_exit(argv[1], false);
  test_host();
  test_fork();
  test_cpu();
  test_thread();
  test_parts();
  printf("all good\n");
  return 0;
}
