// Scalars whose bits are sums of bits: blocks of iterations run apart, each from
// 0, and are joined by a power of the matrix of a step.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
// COVERS: shape-GF2
#include <stdint.h>
typedef unsigned char byte;

// A table is asked whether it is linear.
// CHECK-LABEL: func @by_table(
// CHECK-SAME:    %t: []u32 {probe,read}
// CHECK:         reduce (%entry < %{{.*}}) [and %{{.*}}]
// CHECK:         %matrix{{.*}} = map (%column <
// CHECK:         loop (%squared <
// CHECK:           map (%column
// CHECK:             reduce (%bit < %{{.*}}) [xor %{{.*}}]
// CHECK:         map (%block <
// CHECK:           loop (%k <
// CHECK:         loop (%block
unsigned by_table(int n, const byte *p, unsigned c, const unsigned *t) {
#pragma loft
  for (int i = 0; i < n; i++)
    c = t[(c ^ p[i]) & 255] ^ c >> 8;
  return c;
}

// By the highest bits first, in 64 bits.
// CHECK-LABEL: func @highest(
// CHECK:         map (%block <
uint64_t highest(int n, const byte *p, uint64_t c, const uint64_t *t) {
#pragma loft
  for (int i = 0; i < n; i++)
    c = t[c >> 56 ^ p[i]] ^ c << 8;
  return c;
}

// Bit by bit: no table, and a polynomial that is an argument.
// CHECK-LABEL: func @by_bits(
// CHECK-NOT:     reduce (%entry
// CHECK:         map (%block <
uint16_t by_bits(int n, const byte *p, uint16_t c, uint16_t polynomial) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c ^= (uint16_t)(p[i] << 8);
    for (int k = 0; k < 8; k++)
      if (c & 0x8000)
        c = (uint16_t)(c << 1) ^ polynomial;
      else
        c <<= 1;
  }
  return c;
}

// CHECK-LABEL: func @by_mask(
// CHECK:         map (%block <
unsigned by_mask(int n, const byte *p, unsigned c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    byte bits = p[i];
    for (int k = 0; k < 8; k++, bits >>= 1) {
      unsigned mask = -((c ^ bits) & 1);
      c = (c >> 1) ^ (0x82f63b78u & mask);
    }
  }
  return c;
}

// Rotated; a product by a bit, and the sign as one.
// CHECK-LABEL: func @rotated(
// CHECK:         map (%block <
int rotated(int n, const int *x, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned u = (unsigned)c;
    u = u << 7 | u >> 25;
    c = (int)(u ^ (u & 1) * 0x10203u) ^ x[i] * x[i];
    c = c < 0 ? c ^ 0x55 : c;
  }
  return c;
}

// Sums with carries are not.
unsigned carries(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = (c << 5 | c >> 27) + x[i]; // expected-warning{{LOFT151}}
  return c;
}

// Nor is a choice of two that differ by data, or a mask of data.
unsigned chosen(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = c & 1 ? c >> 1 ^ x[i] : c >> 1; // expected-warning{{LOFT151}}
  return c;
}
unsigned masked(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = (c >> 1 & x[i]) ^ c << 3; // expected-warning{{LOFT151}}
  return c;
}

// Nor is a choice by more than one bit.
unsigned by_two(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = (c & 3 ? c >> 1 ^ 0xedb88320u : c >> 1) ^ x[i]; // expected-warning{{LOFT151}}
  return c;
}

// Where the two are a value's bits under a mask of data, or its truth.
unsigned masked_alike(int n, const unsigned *x, const unsigned *m, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = c << 1 ^ (c >> 31 ? (x[i] ^ 1) & m[i] : x[i] & m[i]); // expected-warning{{LOFT151}}
  return c;
}
unsigned truths(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = c << 1 ^ (unsigned)(c >> 31 ? (_Bool)(x[i] ^ 1) : (_Bool)x[i]); // expected-warning{{LOFT151}}
  return c;
}
unsigned rounded(int n, const unsigned *x, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    c = c << 1 ^ (c >> 31 ? (unsigned)(float)(x[i] ^ 1) : (unsigned)(float)x[i]); // expected-warning{{LOFT151}}
  return c;
}

// In an inner loop the scalar is what it was before, too.
// CHECK-LABEL: func @before(
// CHECK-NOT:     block
// CHECK:         reduce (%k <
// CHECK-NOT:     block
unsigned before(int n, const unsigned *x, unsigned c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned d = x[i];
    for (int k = 0; k < 3; k++)
      if (k != 1)
        d += c ^ 1;
    c = c << 1 ^ d;
  }
  return c;
}

// Shifts by data are no matrix that is the same in all iterations: a fold.
// CHECK-LABEL: func @shifted(
// CHECK-NOT:     block
// CHECK:         reduce (%i <
// CHECK-NOT:     block
unsigned shifted(int n, const unsigned *x, unsigned c) {
#pragma loft
  for (int i = 0; i < n; i++)
    c = c << (x[i] & 3) ^ x[i];
  return c;
}

// What iterations leave is stored by another loop, which goes through each block
// from the state that it starts with.
// CHECK-LABEL: func @stored(
// CHECK:         map (%block < %{{.*}}) (%blocks
// CHECK:         %starts{{[0-9]*}}: []u32 = alloc
// CHECK:         loop (%block{{[0-9]*}} < %{{.*}}) (%{{.*}}, %starts
// CHECK:         map (%block{{[0-9]*}} < %{{.*}}) (%y
// CHECK:           index %starts
// CHECK:           loop (%k
// CHECK:             update %y
void stored(int n, unsigned *y, unsigned c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = c;
    c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  }
}

// Each block would need what those before it stored.
int reread(int n, unsigned *y, unsigned c) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    c = c << 1 ^ y[c >> 31]; // expected-warning{{LOFT}}
    y[i & 1] = c;
  }
  return (int)c;
}
