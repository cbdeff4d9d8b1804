// Arrays stay on the device between regions, and only pages that were written
// since go up again, whoever wrote them, and wherever the array is now.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -I%S/Inputs -o %t %link
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory \
// DEFINE:   LOFT_TEST_WATCH_FAULT=1000
// RUN: %{run} %run%t | FileCheck %s
// RUN: %{run} LOFT_TEST_STAGING=16 %run%t | FileCheck %s
// RUN: %{run} LOFT_KEEP=0 %run%t | FileCheck %s
// RUN: %{run} LOFT_POOL=0 %run%t | FileCheck %s
// RUN: %{run} LOFT_TEST_FAULT=sys:1+ %run%t | FileCheck %s
// Where faults cost more than sending all, arrays rest.
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory \
// RUN:   LOFT_TEST_WATCH_FAULT=1000000 %run%t dear | FileCheck %s
// CHECK: all good
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/check.h"
#include "loft/loft.h"

enum { N = 1 << 17, PAGE = 4096, BYTES = N * 4 };

static int keeps; // whether arrays are kept here
static int statics[N];

// Adds up n elements.
__attribute__((noinline)) static unsigned
sum(int n, const int *x) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (unsigned)x[i] * (unsigned)(i + 1);
  return s;
}

// Writes all of y.
__attribute__((noinline)) static void
map(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 3;
}

// Writes every other element of y.
__attribute__((noinline)) static void
evens(int n, const int *restrict x, int *restrict y) {
#pragma loft
  for (int i = 0; i < n / 2; i++)
    y[2 * i] = x[i] - 5;
}

// Adds up those of n elements that are marked.
__attribute__((noinline)) static unsigned
pick(int n, const int *marked, const int *x) {
  unsigned s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (marked[i])
      s += (unsigned)x[i];
  return s;
}

// The same as sum, by the host.
static unsigned
right_sum(int n, const int *x) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)*(const volatile int *)&x[i] * (unsigned)(i + 1);
  return s;
}

// The bytes that went up for the last region.
static uint64_t
up(void) {
  loft_region_report r;
  CHECK(loft_last_region(&r, sizeof r) == LOFT_RAN_VULKAN);
  return r.bytes_up;
}

// Asserts that the last region sent "bytes", or up to a page more for each end.
#define SENT(bytes)                                                            \
  CHECK(!keeps || (up() + 64 >= (bytes) && up() <= (bytes) + 2 * PAGE))

// Asserts that the sum of n elements is right, and that this sends "bytes".
#define SUM(n, x, bytes)                                                       \
  do {                                                                         \
    CHECK(sum(n, x) == right_sum(n, x));                                       \
    SENT(bytes);                                                               \
  } while (0)

// Sums n elements until they are kept, however often others at that address were
// rewritten.
static void
keep(int n, const int *x) {
  int calls = 0;
  do
    CHECK(sum(n, x) == right_sum(n, x) && ++calls < 100);
  while (keeps && up() > 2 * PAGE);
}

static void
fill(int *x, int by) {
  for (int i = 0; i < N; i++)
    x[i] = i * by;
}

// An array that begins a page.
static int *
pages(void) {
  int *x = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(x != MAP_FAILED);
  fill(x, 7);
  return x;
}

// Stores, system calls, and other processes.
static void
test_writes(void) {
  int *x = pages(), fd = open("/dev/zero", O_RDONLY), status;
  SUM(N, x, BYTES);
  SUM(N, x, 0);
  x[5000]++;
  SUM(N, x, PAGE);
  x[0]++;
  x[N - 1]++;
  SUM(N, x, PAGE);
  CHECK(read(fd, x + 3000, 8 * PAGE) == 8 * PAGE);
  SUM(N, x, 9 * PAGE);
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    int one = 1;
    struct iovec from = {&one, 4}, to = {x + 100, 4};
    _exit(process_vm_writev(parent, &from, 1, &to, 1, 0) != 4);
  }
  CHECK(waitpid(child, &status, 0) == child);
  SUM(N, x, status == 0 ? PAGE : 0);
  SUM(N, x, 0);
  munmap(x, BYTES);
}

// The same address, other memory.
static void
test_mappings(void) {
  int *x = pages();
  SUM(N, x, BYTES);
  munmap(x, BYTES);
  CHECK(mmap(x, BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == x);
  x[77] = 1;
  SUM(N, x, BYTES);
  SUM(N, x, 0);
  CHECK(mmap(x + 1024, PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == x + 1024);
  SUM(N, x, BYTES);
  CHECK(madvise(x, PAGE, MADV_DONTNEED) == 0);
  CHECK(sum(N, x) == right_sum(N, x));
  int *y = mremap(x, BYTES, 2 * BYTES, MREMAP_MAYMOVE);
  CHECK(y == MAP_FAILED || sum(2 * N, y) == right_sum(2 * N, y));
  if (y != MAP_FAILED)
    munmap(y, 2 * BYTES);
}

// free and malloc; realloc.
static void
test_heap(void) {
  for (int k = 0; k < 6; k++) {
    int *x = malloc(BYTES);
    CHECK(x);
    fill(x, k);
    CHECK(sum(N, x) == right_sum(N, x));
    x = realloc(x, 2 * BYTES);
    CHECK(x);
    fill(x + N, k + 1);
    CHECK(sum(2 * N, x) == right_sum(2 * N, x));
    x = realloc(x, BYTES);
    CHECK(x && sum(N, x) == right_sum(N, x));
    free(x);
  }
}

// Results stay, in full, in part, and in place.
static void
test_results(void) {
  int *x = pages(), *y = pages(), *z = pages();
  keep(N, x), keep(N, y), keep(N, z);
  map(N, x, y);
  SENT(0);
  SUM(N, y, 0);
  y[70000] = 4;
  SUM(N, y, PAGE);
  evens(N, x, y); // the odd elements of y are its own
  SENT(0);
  CHECK(y[1] == 10 && y[2] == 2);
  SUM(N, y, 0);
  map(N, y, z);
  SENT(0);
  evens(N, z, y);
  SENT(0);
  SUM(N, y, 0);
  for (int k = 0; k < 5; k++)
    map(N, k % 2 ? z : y, k % 2 ? y : z);
  SENT(0);
  CHECK(right_sum(N, y) == sum(N, y) && right_sum(N, z) == sum(N, z));
  munmap(x, BYTES), munmap(y, BYTES), munmap(z, BYTES);
}

// Parts of arrays, and arrays that share pages.
static void
test_parts(void) {
  int *x = malloc(2 * BYTES + 64), half = N / 2;
  CHECK(x);
  fill(x, 3);
  fill(x + N, 5);
  keep(N, x);
  SUM(half, x + half, 0);
  keep(N, x + half); // more of it
  keep(N, x);
  SUM(N, x + half, 0);
  x[half + 5000]++;
  SUM(half, x, 0);
  SUM(N, x + half, PAGE);
  x[N + N / 4 + 1] = 4; // unwatched neighbours
  map(half - 1, x + 1, x + N + 1);
  CHECK(x[N] == 0 && x[N + half] == half * 5);
  keep(N, x + N);
  free(x);
}

// Copies that others take the place of: pages that were written since go up, and
// those that have bytes of none.
static void
test_growth(void) {
  int *x = malloc(BYTES), third = N / 3;
  CHECK(x);
  fill(x, 3);
  keep(2 * third, x + third);
  x[N / 2]++;
  SUM(N - 7, x + 7, third * 4 + PAGE);
  x[0] = x[N - 1] = 5;
  SUM(N, x, PAGE);
  SUM(N / 2, x + third, 0);
  keep(N, x);
  map(N / 2, x, x + N / 2);
  keep(N, x);
  free(x);
}

// Stack, static memory, memory of others.
static void
test_kinds(void) {
  int local[N];
  fill(local, 1);
  keep(N, local);
  fill(local, 2);
  SUM(N, local, BYTES);
  SUM(N, local, 0);
  fill(statics, 2);
  SUM(N, statics, BYTES);
  SUM(N, statics, 0);
  statics[N / 2] = 0;
  SUM(N, statics, PAGE);
  int fd = memfd_create("shared", 0);
  CHECK(fd >= 0 && ftruncate(fd, BYTES) == 0);
  int *x = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  int *other = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(x != MAP_FAILED && other != MAP_FAILED);
  for (int k = 0; k < 3; k++) {
    fill(other, k);
    CHECK(sum(N, x) == right_sum(N, x));
    other[5] = 9;
    SUM(N, x, BYTES);
  }
  int *mine = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  CHECK(mine != MAP_FAILED);
  SUM(N, mine, BYTES);
  other[7] = 11;
  SUM(N, mine, BYTES);
  munmap(x, BYTES), munmap(other, BYTES), munmap(mine, BYTES);
  close(fd);
}

// Pages that cannot be read go up when they can, though nobody wrote to them.
static void
test_unreadable(void) {
  int *x = pages(), *marked = pages();
  keep(N, marked);
  keep(N, x);
  for (int k = 0; k < 3; k++) {
    memset(marked, 0, BYTES);
    marked[5] = 1;
    x[N / 2 + 7] = 50 + k;
    CHECK(mprotect(x + N / 2, BYTES / 4, PROT_NONE) == 0);
    CHECK(pick(N, marked, x) == (unsigned)x[5]);
    CHECK(mprotect(x + N / 2, BYTES / 4, PROT_READ | PROT_WRITE) == 0);
    marked[N / 2 + 7] = 1;
    CHECK(pick(N, marked, x) == (unsigned)(x[5] + x[N / 2 + 7]));
  }
  munmap(x, BYTES), munmap(marked, BYTES);
}

// While the kernel may write to pages of this process without its page table,
// nothing stays but what was known before.
static void
test_pinned(void) {
  enum { SETUP = 425, REGISTER = 427, BUFFERS = 0, NO_BUFFERS = 1 };
  int *x = pages(), *y = pages();
  uint64_t parameters[15] = {0};
  struct iovec range = {x, BYTES};
  keep(N, x);
  keep(N, y);
  int fd = (int)syscall(SETUP, 1, parameters);
  if (fd >= 0 && syscall(REGISTER, fd, BUFFERS, &range, 1) == 0) {
    for (int k = 0; k < 3; k++)
      SUM(N, x, BYTES);
    SUM(N, y, 0);
    y[3] = 4;
    for (int k = 0; k < 2; k++)
      SUM(N, y, PAGE);
    CHECK(syscall(REGISTER, fd, NO_BUFFERS, NULL, 0) == 0);
    keep(N, x);
    keep(N, y);
  }
  if (fd >= 0)
    close(fd);
  munmap(x, BYTES), munmap(y, BYTES);
}

// A child has no device; its writes are its own.
static void
test_fork(void) {
  int *x = pages(), status;
  keep(N, x);
  pid_t child = fork();
  if (child == 0) {
    loft_set("LOFT_OFFLOAD", "default");
    fill(x, 9);
    _exit(sum(N, x) != right_sum(N, x));
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  x[3] = 3;
  SUM(N, x, PAGE);
  munmap(x, BYTES);
}

// The original loop and the CPU write between calls.
static void
test_elsewhere(void) {
  int *x = pages(), *y = pages();
  map(N, x, y);
  for (int k = 0; k < 3; k++) {
    loft_set("LOFT_OFFLOAD", k % 2 ? "cpu" : "disabled");
    map(N, y, x);
    map(N, x, y);
    loft_set("LOFT_OFFLOAD", "mandatory");
    CHECK(sum(N, x) == right_sum(N, x) && sum(N, y) == right_sum(N, y));
  }
  munmap(x, BYTES), munmap(y, BYTES);
}

// What is rewritten each time is left alone after a while, and so are results
// that no region reads.
static void
test_rest(void) {
  int *x = pages(), *y = pages();
  for (int k = 0; k < 40; k++) {
    fill(x, k);
    SUM(N, x, BYTES);
  }
  keep(N, y);
  for (int k = 0; k < 10; k++)
    map(N, x, y);
  SUM(N, y, BYTES); // that they are read is known now
  map(N, x, y);
  SUM(N, y, 0);
  munmap(x, BYTES), munmap(y, BYTES);
}

// Where the first write to a page costs more than sending all pages, one such
// write each time is too many.
static void
test_dear(void) {
  int *x = pages();
  for (int k = 0; k < 10; k++) {
    x[k]++;
    SUM(N, x, k == 0 || k > 3 ? BYTES : PAGE);
  }
  munmap(x, BYTES);
}

// Many arrays, more than are kept.
static void
test_many(void) {
  int *x[80];
  for (int k = 0; k < 80; k++) {
    x[k] = pages();
    x[k][k] = 1;
  }
  for (int round = 0; round < 2; round++)
    for (int k = 0; k < 80; k++)
      CHECK(sum(N, x[k]) == right_sum(N, x[k]));
  keep(N, x[79]);
  for (int k = 0; k < 80; k++)
    munmap(x[k], BYTES);
}

// Threads with regions on the same array, and one that writes to another part
// of it meanwhile.
static int *shared;

static void *
reader(void *user) {
  for (int k = 0; k < 20; k++)
    CHECK(sum(N / 2, shared) == *(unsigned *)user);
  return NULL;
}

static void *
writer(void *user) {
  (void)user;
  for (int k = 0; k < 300; k++)
    for (int i = N / 2 + 1; i < N; i += 1024)
      shared[i] = k;
  return NULL;
}

static void
test_threads(void) {
  pthread_t threads[3];
  int *y = pages();
  shared = pages();
  unsigned right = right_sum(N / 2, shared);
  keep(N, shared);
  for (int k = 0; k < 2; k++)
    CHECK(!pthread_create(&threads[k], NULL, reader, &right));
  CHECK(!pthread_create(&threads[2], NULL, writer, NULL));
  for (int k = 0; k < 20; k++)
    evens(N / 2, y, shared + N / 2); // not the elements that "writer" writes
  for (int k = 0; k < 3; k++)
    pthread_join(threads[k], NULL);
  for (int i = N / 2 + 1; i < N; i += 1024)
    CHECK(shared[i] == 299 && shared[i - 1] == y[(i - N / 2) / 2] - 5);
  keep(N, shared);
  munmap(y, BYTES), munmap(shared, BYTES);
}

int
main(int argc, char **argv) {
  loft_region_report r;
  int *x = pages();
  sum(N, x);
  sum(N, x);
  CHECK(loft_last_region(&r, sizeof r) == LOFT_RAN_VULKAN);
  keeps = r.bytes_up == 0 && !getenv("LOFT_TEST_FAULT");

  const char *keep = getenv("LOFT_KEEP");
  CHECK(!keep || !keeps);
  if (argc > 1 && !strcmp(argv[1], "dear")) {
    test_dear();
    printf("all good\n");
    return 0;
  }
  test_writes();
  test_mappings();
  test_heap();
  test_results();
  test_parts();
  test_growth();
  test_kinds();
  test_unreadable();
  test_pinned();
  test_fork();
  test_elsewhere();
  test_rest();
  test_many();
  test_threads();
  CHECK(loft_offload_failures() == 0);
  printf("all good\n");
  return 0;
}
