// Pointers that are compared with pointers in memory, which lie in the same
// array: where is told by their addresses.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 5000 };
struct row {
  const unsigned char *start, *end;
  unsigned most;
};
static unsigned char bytes[N + 8], out[N + 8];

// Down to a start in memory.
FN unsigned
most_of(const struct row *r, const unsigned char *p, unsigned shift) {
  unsigned most = 0;
#pragma loft
  for (; p > r->start; p--) {
    unsigned v = *p >> shift;
    if (v > most)
      most = v;
  }
  return most;
}

// Up to an end in memory, which is not behind the pointer at times.
FN unsigned char *
copy(const struct row *r, const unsigned char *p, unsigned char *to) {
#pragma loft
  while (p < r->end)
    *to++ = (unsigned char)(*p++ * 3);
  return to;
}

// Compared inside.
FN int
below(const struct row *r, const unsigned char *p, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p + i < r->end && p[i] > 7)
      k++;
  return k;
}

// The end of a structure in a variable; numbers of several bytes.
FN long
sum(const int *p, int n) {
  struct {
    const int *end;
  } s = {p + n};
  long t = 0;
#pragma loft
  for (; p < s.end; p++)
    t += *p;
  return t;
}

int
main(void) {
  static int numbers[N];
  for (int i = 0; i < N; i++) {
    bytes[i] = (unsigned char)(i * 7919 >> 3);
    numbers[i] = i * i;
  }
  for (int n = 0; n < N; n = n * 3 + 1) {
    struct row r = {bytes + 2, bytes + n, 0};
    unsigned h = 0;
    unsigned char *end = copy(&r, bytes + 1, out);
    for (int i = 0; i < N; i++)
      h = h * 31 + out[i];
    printf("%u %ld %u ", most_of(&r, bytes + n, 1), (long)(end - out), h);
    printf("%d %ld\n", below(&r, bytes, N), sum(numbers, n));
  }
}
