// Numbers made of bools mask what comes of other bools, in loops that also fold:
// a driver's compiler took the lowest bit for its opposite.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#define FN(name, value)                                                        \
  __attribute__((noinline)) static long name(                                  \
      int n, int *y, const unsigned char *x, const unsigned char *z, int s) {  \
    long sum = 0;                                                              \
    _Pragma("loft") for (int i = 0; i < n; i++) {                              \
      int low = x[i & 2] < 3, top = z[i] == 255;                               \
      sum += i;                                                                \
      if ((z[i + 9] & 3) != 3)                                                 \
        y[i] = value;                                                          \
    }                                                                          \
    return sum;                                                                \
  }
#define ALL(X)                                                                 \
  X(less, low & (top - s))                                                     \
  X(more, low & (top + s))                                                     \
  X(opposite, low & -top)                                                      \
  X(either, low & (top ^ s))                                                   \
  X(scaled, low & (3 * top - s))                                               \
  X(chosen, (low ? 1 : 0) & ((top ? 0 : 1) + s))                               \
  X(narrow, (unsigned char)low &(unsigned char)(top - s))                      \
  X(wide, (long)low & ((long)top - s))

ALL(FN)

int
main(void) {
  unsigned char x[80];
  int y[40];
  for (int i = 0; i < 80; i++)
    x[i] = (unsigned char)(i % 5 == 1 ? 255 : i % 3 == 0 ? i % 4 : i * 37);
  for (int s = 0; s < 4; s++) {
#define SHOW(name, value)                                                      \
  memset(y, 9, sizeof y);                                                      \
  printf(#name " %ld:", name(16, y, x + 7, x + 19, s));                        \
  for (int i = 0; i < 18; i++)                                                 \
    printf(" %d", y[i]);                                                       \
  printf("\n");
    ALL(SHOW)
  }
  return 0;
}
