// Numbers of as many bytes as their high bits say: one loop over all bytes, in
// which a number ends at each byte without that bit.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
typedef unsigned char byte;

// How far each number has come is a scan, and what it is another one. The guard
// asks the last byte.
// CHECK-LABEL: func @lowest_first(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
// CHECK-LABEL: func @lowest_first_guard(
// CHECK:         index %p
int lowest_first(const byte *restrict p, const byte *end,
                 unsigned *restrict out) {
  int k = 0;
#pragma loft
  while (p < end) {
    unsigned v = 0;
    int shift = 0;
    byte b;
    do {
      b = *p++;
      v |= (unsigned)(b & 127) << (shift & 31);
      shift += 7;
    } while (b & 128);
    out[k++] = v;
  }
  return k;
}

// CHECK-LABEL: func @last_apart(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int last_apart(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    int shift = 0;
    while (s[i] & 128) {
      v |= (unsigned)(s[i++] & 127) << (shift & 31);
      shift += 7;
    }
    out[k++] = v | (unsigned)s[i++] << (shift & 31);
  }
  return k;
}

// Bounded, whatever the last byte says.
// CHECK-LABEL: func @highest_first(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int highest_first(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    do
      v = v << 7 | (s[i] & 127);
    while (s[i++] & 128 && i < n);
    out[k++] = v;
  }
  return k;
}

// A limit of what is folded ends a number, too.
int limited(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (i < n) { // expected-warning {{[LOFT084]}}
    unsigned v = 0;
    do // expected-note {{here too}}
      v = v << 7 | (s[i] & 127);
    while (s[i++] & 128 && v < 1000);
    out[k++] = v;
  }
  return k;
}
