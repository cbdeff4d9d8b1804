// A loop that ends where a text does, and stores what ends it earlier, where
// the text has no end of its own before what cannot be read: the original runs,
// without a fault.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t | FileCheck %s
// CHECK: 12 12
// CHECK-NEXT: 20000
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int
halve(unsigned char *to, const unsigned char *from) {
  int i;
#pragma loft
  for (i = 0; from[i]; i++)
    to[i] = from[i] / 2;
  return i;
}

int
main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 16 * page;
  unsigned char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + room, page, PROT_NONE);
  memset(at, 1, room);
  int n = halve(at + 12, at);
  printf("%d ", n);
  memset(at, 1, room);
  at[room - 1] = 0;
  printf("%d\n", halve(at + 12, at));
  memset(at, 1, room);
  at[20000] = 0;
  printf("%d\n", halve(at + 30000, at));
  return 0;
}
