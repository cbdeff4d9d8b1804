// A call on a device takes the footprint of the one before while the data that
// it was computed from is watched, and nobody has written it: neither the
// program, nor a system call, nor another region, nor by mapping other memory.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run %t > %t.original
// RUN: rm -f %t.json
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory \
// RUN:   LOFT_TEST_WATCH_FAULT=1000 LOFT_TRACE=%t.json %run %t > %t.vulkan
// RUN: cmp %t.original %t.vulkan
// RUN: env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_TEST_FAULT=sys:1+ \
// RUN:   %run %t > %t.faults
// RUN: cmp %t.original %t.faults
// RUN: %loft-info > %t.info && python3 %S/Inputs/marked.py %t.json %t.info
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 1 << 18, M = 1024, BYTES = N * sizeof(int) };

__attribute__((noinline)) static void
gather(int n, const int *restrict key, const float *restrict x,
       float *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[key[i]] + 1;
}

__attribute__((noinline)) static void
shift(int n, int *key, int by) {
#pragma loft
  for (int i = 0; i < n; i++)
    key[i] = (key[i] + by) & (M - 1);
}

// Other keys, in some way; true for those calls that nothing happens before.
static void
change(int *key, int way) {
  int file;
  switch (way) {
  case 0:
    key[N - 1] = 1000;
    break;
  case 1:
    memset(key + 100, 0, 40000);
    break;
  case 2:
    shift(N, key, 3);
    break;
  case 3:
    file = open("/dev/zero", O_RDONLY);
    if (read(file, key + 5000, 4096) != 4096)
      abort();
    close(file);
    break;
  case 4:
    munmap(key, BYTES);
    key = mmap(key, BYTES, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    key[5] = 900;
    break;
  }
}

int
main(void) {
  int *key = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  float *x = malloc(M * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++)
    key[i] = (int)((unsigned)i * 7919u % 500);
  for (int i = 0; i < M; i++)
    x[i] = (float)i;
  for (int way = 0; way <= 5; way++) {
    for (int k = 0; k < 4; k++) {
      gather(N, key, x, y);
      double sum = 0;
      for (int i = 0; i < N; i++)
        sum = sum * 1.0000001 + y[i];
      printf("%d %d %.17g\n", way, k, sum);
    }
    change(key, way);
  }
  return 0;
}
