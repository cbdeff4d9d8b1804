// Nothing is opened to watch memory, and nothing watched, where arrays are
// small, regions run on the CPU, or nothing shall be kept.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe %run%t | FileCheck %s
// CHECK: all good
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Inputs/check.h"
#include "loft/loft.h"

enum { SMALL = 10000, LARGE = 1 << 20 };
static int x[LARGE], y[LARGE];

__attribute__((noinline)) static void
map(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 3 + 1;
}

// How many files the process has for watching memory.
static int
count_watchers(void) {
  DIR *d = opendir("/proc/self/fd");
  int n = 0;
  CHECK(d);
  for (const struct dirent *e; (e = readdir(d));) {
    char to[256] = "";
    if (readlinkat(dirfd(d), e->d_name, to, sizeof to - 1) > 0)
      n += strstr(to, "userfaultfd") || strstr(to, "/pagemap");
  }
  closedir(d);
  return n;
}

// Runs the region twice, with files for watching at the end or none.
static void
run(int n, const char *offload, const char *keep, int where, int watched) {
  loft_set("LOFT_OFFLOAD", offload);
  loft_set("LOFT_KEEP", keep);
  for (int k = 0; k < 2; k++) {
    x[0]++;
    map(n);
    CHECK(y[0] == x[0] * 3 + 1);
    CHECK((int)loft_last_region(NULL, 0) == where);
  }
  CHECK((count_watchers() > 0) == watched);
}

int
main(void) {
  run(SMALL, "mandatory", "1", LOFT_RAN_VULKAN, 0);
  run(LARGE, "cpu", "1", LOFT_RAN_CPU, 0);
  run(LARGE, "mandatory", "0", LOFT_RAN_VULKAN, 0);
  loft_region_report r;
  loft_set("LOFT_KEEP", "1");
  map(LARGE);
  map(LARGE);
  loft_last_region(&r, sizeof r);
  run(LARGE, "mandatory", "1", LOFT_RAN_VULKAN,
      r.bytes_up < sizeof x / 2);
  printf("all good\n");
  return 0;
}
