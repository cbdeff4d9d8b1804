// What is deferred reads what a region leaves, and so does what follows the loop
// whose label a continue names.
// REQUIRES: llvm22
// RUN: %clang -std=c2y -fdefer-ts %s -o %t %link
// RUN: %three %t
#include <stdio.h>

static int a[100];

// { k counts to n }
#define COUNT                                                                  \
  _Pragma("loft required") for (k = 0; k < n; k++) a[k] = a[k] + k;

__attribute__((noinline)) static void
deferred(int n) {
  int k = -1;
  _Defer a[99] = k;
  COUNT
}

__attribute__((noinline)) static int
labelled(int n) {
  int k, turns = 0;
outer:
  for (int t = 0; t < 3; t += k > 5 ? 1 : 2) {
    for (int u = 0; u < 3; u++) {
      COUNT
      turns++;
      continue outer;
    }
    k = 1;
  }
  return turns;
}

int
main(void) {
  for (int n = 0; n < 60; n += 17) {
    deferred(n);
    printf("%d %d\n", a[99], labelled(n));
  }
}
