// Loops over parts of elements become nests over the elements: scalars that the
// last part sets start as that.
// COVERS: shape-BLOCKS
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac 2>&1 | FileCheck %s
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
typedef unsigned char byte;

// CHECK-LABEL: func @digits(
// CHECK:       map (%block <
// CHECK:       loop (%r <
// CHECK:       %[[AT:.*]]: i32 = convert %block
// CHECK:       update %y
void digits(const int *restrict x, unsigned *restrict y, int n) {
#pragma loft
  for (int i = 0; i < n; i++) // expected-remark{{lifted to map of loop}}
    y[i / 5] = y[i / 5] * 10 + (unsigned)x[i]; // expected-remark{{LOFT082}}
}

// CHECK-LABEL: func @pack(
// CHECK:       map (%block <
// CHECK:       %[[LATER:.*]]: bool = gt %block,
// CHECK:       %[[V:.*]]: i32 = select %[[LATER]], %{{.*}}, %v
// CHECK:       loop (%r <
void pack(const byte *restrict sp, byte *restrict dp, int n, int shift, int v) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map of loop}}
    v |= (sp[i] & 3) << shift;
    if (shift == 0) {
      shift = 6;
      *dp++ = (byte)v;
      v = 0;
    } else
      shift -= 2;
  }
}

// Elements depend on the ones before.
void chained(byte *sp, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 4; i < n; i++)
    sp[i / 4] = // expected-warning{{LOFT140}}
        (byte)(sp[i / 4] * 3 + sp[i / 4 - 1] + i % 4); // expected-note{{it is read here}}
}

// The scalar goes on from one element to the next.
void goes_on(const byte *restrict sp, byte *restrict dp, int n) {
  unsigned v = 1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    v = v * v + sp[i]; // expected-warning{{LOFT082}}
    dp[i / 4] = (byte)(dp[i / 4] * 3 + v);
  }
}

// What the loop leaves goes on to the next one around it.
void behind(int n, signed char *z, int *last) {
  int i = 3;
#pragma loft // expected-note 2{{by this pragma}}
  for (int t = 0; t < (n > 0 ? 4 : 0); t++) {
    int best = n / 2;
    for (i = 0; i < n; i++)
      if (i % 3 != 1 && z[i] <= z[best]) // expected-note{{it is read here}}
        best = n - 1 - i; // expected-warning{{LOFT149}}
    z[best] = (signed char)t; // expected-warning{{LOFT140}}
  }
  *last = i;
}
