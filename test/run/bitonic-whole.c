// Batcher's bitonic sort as one region: of exclusive ors with steps that are
// halved it is known that they stay below a power of two. Behind the array's
// last element is memory that cannot be read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <sys/mman.h>

enum { N = 1 << 12 };

__attribute__((noinline)) static void
sort(int *a, int n) {
#pragma loft required
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; i++) {
        int l = i ^ j;
        if (l > i) {
          int up = (i & k) == 0;
          if (up ? a[i] > a[l] : a[i] < a[l]) {
            int t = a[i];
            a[i] = a[l];
            a[l] = t;
          }
        }
      }
}

// Of any number of elements: rounds leave out pairs that are not whole.
__attribute__((noinline)) static void
pairs(float *a, int n) {
#pragma loft required
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1)
      for (int i = 0; i < n; i++) {
        int l = j ^ i;
        if (l > i && l < n && (i & k ? a[i] < a[l] : a[l] < a[i])) {
          float t = a[i];
          a[i] = a[l];
          a[l] = t;
        }
      }
}

// Elements from the end of "size" bytes on.
static void *
before_end(size_t size) {
  const size_t page = 1 << 16;
  size_t whole = (size + page - 1) / page * page;
  char *p = mmap(NULL, whole + page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + whole, page, PROT_NONE);
  return p + whole - size;
}

int
main(void) {
  for (int n = 2; n <= N; n *= n < 512 ? 16 : 2) {
    int *a = before_end((size_t)n * sizeof *a), in_order = 1;
    for (int i = 0; i < n; i++)
      a[i] = (int)((unsigned)i * 2654435761u >> 7) - 1000;
    sort(a, n);
    for (int i = 1; i < n; i++)
      in_order &= a[i - 1] <= a[i];
    printf("%d %d %d %d\n", n, in_order, a[0], a[n - 1]);
  }
  float *f = before_end(1000 * sizeof *f);
  for (int i = 0; i < 1000; i++)
    f[i] = (float)((unsigned)i * 2654435761u >> 12);
  pairs(f, 1000);
  for (int i = 0; i < 1000; i += 37)
    printf("%g ", (double)f[i]);
}
