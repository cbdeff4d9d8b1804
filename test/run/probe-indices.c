// Indices that || would not have read: the array is looked at where it can be
// read, up to the last one that the loop may read.
// RUN: %clang -O2 -w %s -o %t %link
// RUN: %three %t none
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 2000 };
static int a[N];

__attribute__((noinline)) static int
any(int n, const int *restrict v, const int *restrict k, int x) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    found = found || v[k[i]] == x;
  return found;
}

int
main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = sizeof(int) * N;
  bytes = (bytes + page - 1) / page * page;
  char *at = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + bytes, page, PROT_NONE);
  int *k = (int *)(at + bytes) - N;
  for (int i = 0; i < N; i++) {
    a[i] = i * 3;
    k[i] = (i * 7 + 5) % N;
  }
  printf("%d %d %d\n", any(N, a, k, 300), any(N, a, k, 301), any(0, a, k, 3));
  printf("%d\n", any(N + 5000, a, k, 300)); // found before k ends
  k[N - 1] = 1 << 29;
  printf("%d\n", any(N, a, k, 300)); // found before that is read
  return 0;
}
