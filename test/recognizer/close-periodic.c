// What scalars that go through a few values become: numbers in line, or shifted
// bits; and what counts by them.
// COVERS: shape-PERIODIC
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac 2>&1 | FileCheck %s
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef unsigned char byte;

// CHECK-LABEL: func @unpack(
// CHECK:       %[[FIRST:.*]]: i64 = sub %{{.*}}, %{{.*}}
// CHECK:       map (%i
// CHECK:       %[[AT:.*]]: i64 = add %i, %[[FIRST]]
// CHECK:       rem %[[AT]],
// CHECK:       %[[AT2:.*]]: i64 = add %i, %[[FIRST]]
// CHECK:       %[[BYTE:.*]]: i64 = div %[[AT2]],
// CHECK:       %[[SP:.*]]: i64 = add %{{.*}}, %[[BYTE]]
// CHECK:       index %sp, %[[SP]]
void unpack(const byte *restrict sp, byte *restrict dp, int n, int shift) {
#pragma loft
  for (int i = 0; i < n; i++) {
    dp[i] = (*sp >> shift) & 1;
    if (shift == 0) {
      shift = 7;
      sp++;
    } else
      shift--;
  }
}

// What the scalar becomes is not its own affair alone, or it does not come back.
void by_data(const byte *restrict sp, byte *restrict dp, int n) {
  int shift = 7;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    dp[i] = (*sp >> shift) & 1;
    if (shift == 0 || dp[i]) { // expected-warning{{LOFT147}}
      shift = 7;
      sp++;
    } else
      shift--;
  }
}

void no_return(byte *restrict dp, int n) {
  unsigned x = 1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    dp[i] = (byte)x;
    x = (x ^ x >> 3) * 0x9e3779b1u; // expected-warning{{LOFT151}}
  }
}

// In a loop that is parallel anyway nothing is guarded: 3 * x + 1 and x / 2 lead
// from 1 to 4, 2 and 1 again, but start anywhere.
// CHECK-LABEL: func @collatz(
// CHECK-NOT:   func @collatz_guard(
void collatz(const unsigned *restrict a, unsigned *restrict y, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned x = a[i];
    for (int k = 0; k < 40; k++)
      x = x % 2 ? 3 * x + 1 : x / 2;
    y[i] = x;
  }
}
