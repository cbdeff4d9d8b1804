// Where memory is short the region still runs on Vulkan: idle buffers go first,
// then an array stays in the host's memory, staging memory gets fewer and
// smaller slots, an array comes back through them, or one when all are there;
// each step is logged.
// REQUIRES: vulkan, validation
// RUN: %clang -O2 %s -I%S/Inputs -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 LOFT_LOG=1 \
// RUN:   %validated%run%t idle | FileCheck %s --implicit-check-not=UID
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=16 LOFT_LOG=1 LOFT_POOL=0 \
// RUN:   VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT \
// RUN:   %validated%run%t short | FileCheck %s --implicit-check-not=UID \
// RUN:   --implicit-check-not=HAZARD --check-prefix=SHORT
// CHECK: idle buffers made room
// SHORT-DAG: device memory is short: d (117 KiB) is in the host's
// SHORT-DAG: staging memory is short: 1 of 8 KiB
// SHORT-DAG: staging memory is short: 3 of 16 KiB
// SHORT-DAG: staging memory is short: e comes back through slots
// SHORT-DAG: host memory is short: a comes back late
// SHORT-DAG: host memory is short: b comes back late
// SHORT: all good
#include "faults.h"

#include <stdbool.h>

enum { N = 30000, FEW = 500 };
static int a[N], b[N], c[N], d[N], e[FEW];

__attribute__((noinline)) static void
work(int n) {
#pragma loft region
  {
    for (int i = 0; i < n; i += 3)
      a[i] += c[i];
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 3 + c[i];
    for (int i = 0; i < n; i++)
      d[i] = a[i] ^ b[i];
    for (int i = 0; i < FEW; i++)
      e[i] ^= c[i];
  }
}

static uint64_t
run(int n) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 77;
    b[i] = i * 7;
    c[i] = i ^ 5;
    d[i] = -1;
  }
  for (int i = 0; i < FEW; i++)
    e[i] = i * 3;
  work(n);
  uint64_t h = hash(1, a, sizeof a);
  h = hash(h, b, sizeof b);
  h = hash(h, e, sizeof e);
  return hash(h, d, sizeof d);
}

static uint64_t
program(void) {
  return run(N);
}

// What was logged in one run.
static struct {
  int failures, creations; // on purpose; those of them of a buffer
  int hosted, steps;         // arrays in the host's memory; all steps
} seen;

static void
look(void *user, const char *line) {
  (void)user;
  const char *is_short = strstr(line, "memory is short: ");
  seen.failures += strstr(line, "test: ") != NULL;
  seen.creations += strstr(line, "test: vkCreateBuffer") != NULL;
  seen.hosted += strstr(line, "is in the host's") != NULL;
  seen.steps += is_short != NULL;
  if (is_short)
    printf("%s\n", line);
}

// Runs with call "k" (of that kind, and "onwards" all after it) out of memory;
// ends the program when the answer is wrong or a step was in vain.
static void
check(const char *kind, int k, const char *onwards, int n, uint64_t right) {
  loft_region_report report;
  char fault[32];
  snprintf(fault, sizeof fault, "%s%d%s:oom", kind, k, onwards);
  memset(&seen, 0, sizeof seen);
  loft_set("LOFT_TEST_FAULT", fault);
  uint64_t answer = run(n);
  loft_set("LOFT_TEST_FAULT", NULL);
  loft_last_region(&report, sizeof report);
  bool vain = !onwards[0] && seen.steps && report.where != LOFT_RAN_VULKAN;
  if (answer != right || vain || (seen.hosted > 0) != (report.bytes_host > 0)) {
    printf("FAILED %s\n", fault);
    exit(1);
  }
}

// What the loops as written give.
static uint64_t
original(int n) {
  loft_set("LOFT_OFFLOAD", "disabled");
  uint64_t right = run(n);
  loft_set("LOFT_OFFLOAD", NULL);
  return right;
}

// Other sizes need other buffers, and the idle ones make room for them.
static void
check_idle(void) {
  uint64_t right = original(N / 2);
  run(N);
  for (int k = 1, any = 1; any && !seen.creations; k++) {
    check("", k, "", N / 2, right);
    any = seen.failures;
  }
  if (seen.creations && !seen.steps)
    printf("idle buffers made room\n");
}

// There are no idle ones: one step or another each time.
static void
check_short(void) {
  uint64_t right = original(N);
  run(N); // opens the device
  for (int k = 1; k == 1 || seen.failures; k++)
    check("mem:", k, "", N, right);
  for (int k = 1; k == 1 || seen.failures; k++)
    check("", k, "", N, right);
  for (int k = 1; k == 1 || seen.failures; k++)
    check("", k, "+", N, right);
  printf("all good\n");
}

int
main(int argc, char **argv) {
  loft_set_log_sink(look, NULL);
  if (argc > 1 && !strcmp(argv[1], "idle"))
    check_idle();
  else
    check_short();
  return 0;
}
