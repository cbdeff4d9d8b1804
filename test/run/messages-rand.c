// A loop that calls rand and writes texts, which come when it has ended.
// UNSUPPORTED: asan
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static int v[1000];

int
main(void) {
#pragma loft required
  for (int i = 0; i < 1000; i++) {
    v[i] = rand() % 1000;
    if (i % 128 == 0)
      printf("%d: %d\n", i, v[i]);
  }
  int s = 0;
  for (int i = 0; i < 1000; i++)
    s = s * 3 + v[i];
  printf("%d %d\n", s, rand());
  return 0;
}
