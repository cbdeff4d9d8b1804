// Of rows that end at zeros, those that the loop does not get to may lead to
// memory that cannot be read, or in which there is no zero before that.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: lengths ({{.*}}): cpu
// CHECK: lengths ({{.*}}): cpu
// CHECK: lengths ({{.*}}): original: x reaches into memory that cannot be read
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 900 };

static int out[N];

__attribute__((noinline)) static void
lengths(char **x, const char *skipped, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = 0;
    if (!skipped[i])
      while (x[i][k])
        k++;
    out[i] = k;
  }
}

// Prints the lengths.
static void
print(char **x, const char *skipped) {
  unsigned all = 0;
  lengths(x, skipped, N);
  for (int i = 0; i < N; i++)
    all = all * 31 + (unsigned)out[i];
  printf("%08x\n", all);
}

int
main(void) {
  static char *x[N], skipped[N];
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(pages, 'a', 2 * page);
  pages[2 * page - 1] = '\0';
  mprotect(pages + 2 * page, page, PROT_NONE);
  for (int i = 0; i < N; i++)
    x[i] = pages + 2 * page - 1 - i * 7;
  print(x, skipped);
  skipped[5] = skipped[800] = 1;
  x[5] = pages + 2 * page + 3;
  x[800] = (char *)8;
  print(x, skipped);
  memset(skipped, 1, N);
  pages[2 * page - 1] = 'a';
  print(x, skipped);
  return 0;
}
