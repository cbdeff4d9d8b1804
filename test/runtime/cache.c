// Compiled kernels on disk: written once, read by the next process; files that
// are cut, changed, foreign, full, or none are not used, and replaced.
// REQUIRES: vulkan
// RUN: cat %S/Inputs/head.spvasm %S/Inputs/axpy.spvasm > %t.s
// RUN: spirv-as --target-env spv1.5 %t.s -o %t.axpy.spv
// RUN: %clang-plain -Wall -Werror %s -I%S/Inputs -o %t %link
// RUN: rm -rf %t.dir
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe LOFT_CACHE=%t.dir/a/b RT_SPV=%t \
// RUN:   %run%t %t.dir/a/b 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe LOFT_CACHE=/proc/none RT_SPV=%t \
// RUN:   %run%t 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env LOFT_LOG=1 LOFT_DEVICE=llvmpipe LOFT_CACHE=off RT_SPV=%t \
// RUN:   %run%t 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK: all good
// LOG-NOT: kernel cache
// LOG: loft: using Vulkan device
// LOG: loft: kernel cache: {{[0-9]+}} bytes from
// LOG: is not used: it is damaged
// LOG: is not used: it is of another device or driver
// LOG: is not used: it is full
// LOG: is not used: it is no file that only its owner can write
// NONE: kernel cache: it cannot be written
// NONE: all good
// OFF-NOT: kernel cache
// OFF: all good
#include "rt_test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[4096];
// Of the header of a file: where these are, and how long it is.
enum { SIZE = 8, OLDER = 16, SUM = 24, HEADER = 32 };

static unsigned char good[1 << 20], bad[1 << 20], full[HEADER + (17 << 20)];

// Runs a region in a process of its own, as a program that starts does.
static void
run_once(void) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    rt_region r;
    axpy_init(&r);
    _exit(axpy_check(&r, 3000) != LOFT_ON_VULKAN);
  }
  CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

// Finds the only file in "dir".
static void
find_file(const char *dir) {
  DIR *d = opendir(dir);
  CHECK(d);
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.') {
      CHECK(!path[0]);
      snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
    }
  CHECK(path[0]);
  closedir(d);
}

// Reads the file; returns its size.
static size_t
get(unsigned char *to) {
  FILE *f = fopen(path, "rb");
  CHECK(f);
  size_t n = fread(to, 1, sizeof good, f);
  fclose(f);
  return n;
}

// Replaces the file, runs, and checks that the right one is back.
static void
replace(const unsigned char *data, size_t n, size_t right) {
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(data, 1, n, f) == n && fclose(f) == 0);
  run_once();
  CHECK(get(bad) == right && memcmp(bad, good, right) == 0);
}

// FNV-1a, the sum in the file.
static uint64_t
sum_of(const unsigned char *data, size_t n) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < n; i++)
    h = (h ^ data[i]) * UINT64_C(1099511628211);
  return h;
}

int
main(int argc, char **argv) {
  run_once();
  if (argc > 1) {
    find_file(argv[1]);
    size_t n = get(good);
    run_once(); // reads it
    for (size_t cut = 0; cut < n; cut += 7)
      replace(good, cut, n);
    for (size_t bit = 0; bit < 8 * n; bit += 13) {
      memcpy(bad, good, n);
      bad[bit / 8] ^= (unsigned char)(1 << bit % 8);
      replace(bad, n, n);
    }
    memcpy(bad, good, n);
    bad[HEADER + 16] ^= 1; // the UUID, with the right sum
    uint64_t sum = sum_of(bad + HEADER, n - HEADER);
    memcpy(bad + SUM, &sum, sizeof sum);
    replace(bad, n, n);
    memcpy(full, good, n); // what others made, too
    uint64_t size = sizeof full - HEADER, older = 1;
    memcpy(full + SIZE, &size, sizeof size);
    memcpy(full + OLDER, &older, sizeof older);
    sum = sum_of(full + HEADER, size) + older;
    memcpy(full + SUM, &sum, sizeof sum);
    replace(full, sizeof full, n);
    CHECK(chmod(path, 0666) == 0);
    run_once();
    struct stat st;
    CHECK(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
    CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
    run_once();
    CHECK(rmdir(path) == 0);
  }
  printf("all good\n");
  return 0;
}
