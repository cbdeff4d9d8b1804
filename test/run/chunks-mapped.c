// A mapped file goes through the device in chunks, without a copy of all of it
// in the host's memory: the process may have a quarter as much.
// REQUIRES: vulkan
// UNSUPPORTED: asan
// RUN: %clang -O2 -D_GNU_SOURCE %s -o %t %link
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=8M LOFT_LOG=1 %run%t %t.file \
// RUN:   2>&1 | FileCheck %s
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=8M LOFT_TEST_STAGING=1 LOFT_LOG=1 \
// RUN:   %run%t %t.file 2>&1 | FileCheck %s
// CHECK: loft: sum {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up 256 MiB
// CHECK: loft: sum {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up 256 MiB
// CHECK: sums 67108864 67108864
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 64 << 20, ROOM = 64 << 20 };

__attribute__((noinline)) static long
sum(const int *x, long n) {
  long s = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    s += x[i] + 1;
  return s;
}

// Bytes of data that the process has.
static long
data_bytes(void) {
  char line[256];
  long kib = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, "VmData:", 7) == 0)
      kib = atol(line + 7);
  if (f)
    fclose(f);
  return kib << 10;
}

int
main(int argc, char **argv) {
  int fd = open(argv[argc - 1], O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || ftruncate(fd, (off_t)N * sizeof(int)) != 0)
    return 1;
  int *x = mmap(NULL, (size_t)N * sizeof *x, PROT_READ, MAP_SHARED, fd, 0);
  if (x == MAP_FAILED)
    return 1;
  unlink(argv[argc - 1]);
  long first = sum(x, N);
  rlim_t most = (rlim_t)data_bytes() + ROOM;
  if (setrlimit(RLIMIT_DATA, &(struct rlimit){most, most}) != 0)
    return 1;
  printf("sums %ld %ld\n", first, sum(x, N));
  return 0;
}
