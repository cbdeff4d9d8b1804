// Text behind a state that reads no more may be memory that cannot be read: the
// machine computes what becomes of all states, so that is looked at before.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: quoted ({{.*}}): original: p reaches into memory that cannot be read
// CHECK-DAG: quoted ({{.*}}): cpu
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { SIZE = 1 << 16 };

__attribute__((noinline)) static int
quoted(const unsigned char *p, int n) {
  enum { OUTSIDE, INSIDE, END } state = OUTSIDE;
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    switch (state) {
    case OUTSIDE:
      state = p[i] == '"' ? INSIDE : p[i] == 0 ? END : OUTSIDE;
      break;
    case INSIDE:
      k++;
      state = p[i] == '"' ? OUTSIDE : INSIDE;
      break;
    case END:
      break;
    }
  return 4 * k + (int)state;
}

int
main(void) {
  unsigned char *p = mmap(NULL, (size_t)2 * SIZE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(p, 'a', SIZE);
  p[5] = p[1000] = '"';
  p[SIZE - 1] = 0;
  printf("%d\n", quoted(p, 2 * SIZE));
  munmap(p + SIZE, SIZE);
  printf("%d\n", quoted(p, 2 * SIZE));
}
