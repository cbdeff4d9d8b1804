// What a region may write, but for the most part does not, is more than could be
// copied, of memory that is mapped and never used: the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t > %t.cpu 2> %t.log
// RUN: diff %t.original %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: no room for copies of what it writes
#include <stdio.h>
#include <sys/mman.h>

static double in[200];

__attribute__((noinline)) static void
f(int n, unsigned w, double *restrict p, const double *restrict q,
  const unsigned *restrict step)
{
#pragma loft region
  {
    for (int i = 0; i < n; i += step[0]) {
      int s = 0;
      for (unsigned char k = 0; k < w; k++)
        s = (int)q[n + i] > s ? (int)q[n + i] : s;
      p[8 * i + 4] = s;
    }
  }
}

int
main(void)
{
  unsigned step = 3;
  size_t size = (size_t)160 << 30;
  void *all = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED)
    return 1;
  double *out = (double *)all + ((size_t)150 << 27);
  for (int i = 0; i < 200; i++)
    in[i] = i * 7 % 31;
  f(20, 5, out, in, &step);
  for (int i = 0; i < 200; i++)
    if (out[i])
      printf("%d: %g\n", i, out[i]);
}
