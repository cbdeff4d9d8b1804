// Scalars and pointers that live on, and variables without a value yet.
// RUN: %clang -O2 -Wno-uninitialized %s -o %t %link
// RUN: %three %t
#include <stdio.h>
static long a[2000];

__attribute__((noinline)) static long last(int n) {
  long t; // no value if n is 0, which nobody reads then
  int i;
#pragma loft
  for (i = 0; i < n; i++) {
    t = a[i] * 3;
    a[i] = t + 1;
  }
  return n ? t + i : i;
}

__attribute__((noinline)) static long *walk(long *p, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    *p++ = i;
  return p;
}

__attribute__((noinline)) static _Bool any(int n, signed char *least) {
  _Bool found = 0;
  signed char m = 100;
#pragma loft
  for (int i = 0; i < n; i++) {
    found = found || a[i] == 77;
    signed char c = (signed char)a[i];
    if (c < m)
      m = c;
  }
  *least = m;
  return found;
}

int main(void) {
  signed char least;
  long *end = walk(a + 3, 1000);
  printf("%d %ld\n", (int)(end - a), end[-1]);
  printf("%ld %ld\n", last(1500), last(0));
  int found = any(2000, &least);
  printf("%d %d\n", found, least);
}
