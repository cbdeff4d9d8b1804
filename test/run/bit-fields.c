// Bit-fields of structures in arrays are written beside their neighbours, which
// keep their bits; the value of an assignment is what the field holds.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
#include <stdio.h>
#include <string.h>

struct cell {
  unsigned flag : 1, kind : 3, count : 12;
  int value;
  signed shift : 5;
  unsigned long long wide : 37, rest : 20;
  _Bool on : 1;
};

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map;
__attribute__((noinline)) static void
mark(struct cell *restrict s, const int *restrict x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    s[i].flag = x[i] > 3;
    if (x[i] & 1)
      s[i].count += (unsigned)x[i];
    s[i].value = s[i].kind = (unsigned)x[i];
    s[i].value += s[i].shift = -x[i];
    s[i].on = x[i] & 6;
    s[i].wide = (unsigned long long)x[i] << 33 | (unsigned)x[i];
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to map;
__attribute__((noinline)) static void
turn(struct cell *s, int n)
{
#pragma loft
  for (int i = 0; i < n / 2; i++)
    s[i] = s[n - 1 - i];
}

int
main(void)
{
  enum { N = 300 };
  static struct cell s[N];
  static int x[N];
  for (int n = 0; n <= N; n = n * 4 + 3) {
    unsigned long long h = 0;
    memset(s, 0x5a, sizeof s);
    for (int i = 0; i < N; i++)
      x[i] = i * 37 % 101 - 9;
    mark(s, x, n);
    turn(s, n);
    for (int i = 0; i < N; i++)
      h = h * 31 + s[i].flag + 2 * s[i].kind + 3 * s[i].count +
          5 * (unsigned)s[i].value + 7 * (unsigned)s[i].shift + 11 * s[i].wide +
          13 * s[i].rest + s[i].on;
    printf("%llu\n", h);
  }
}
