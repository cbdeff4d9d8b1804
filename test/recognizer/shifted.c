// Integers whose bits move are one fold: bits that are shifted in, of some
// iterations, with masks, to the right.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
typedef unsigned char byte;

// How far and what, and no mask.
// CHECK-LABEL: func @shifted_in(
// CHECK-NOT:     loop
// CHECK:         scan (%i < %{{.*}}) [%{{.*}}, %{{.*}} by (%l, %l1, %r, %r1) {
// CHECK:           %[[N:.*]]: u32 = add %l, %r
// CHECK:           min %[[N]],
// CHECK:           %[[LAST:.*]]: u32 = const 31
// CHECK:           %[[BY:.*]]: u32 = and %r, %[[LAST]]
// CHECK:           %[[SHL:.*]]: u32 = shl %l1, %[[BY]]
// CHECK:           %[[FAR:.*]]: bool = gt %r, %[[LAST]]
// CHECK:           %[[MOVED:.*]]: u32 = select %[[FAR]], %{{.*}}, %[[SHL]]
// CHECK:           or %[[MOVED]], %r1
unsigned shifted_in(const byte *restrict s, int n, unsigned *restrict out) {
  unsigned v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] != ' ')
      v = v << 6 | s[i];
    out[i] = v;
  }
  return v;
}

// CHECK-LABEL: func @masked(
// CHECK-NOT:     loop
// CHECK:         reduce (%i < %{{.*}}) [%{{.*}}, %{{.*}}, %{{.*}} by (%l, %l1, %l2, %r, %r1, %r2) {
// CHECK:           lt %{{.*}}, %{{.*}}
// CHECK:           shl
// CHECK:           shr
unsigned masked(const byte *s, int n, unsigned h) {
#pragma loft
  for (int i = 0; i < n; i++)
    h = s[i] & 1 ? (h >> 3 & 0xffff) ^ s[i] : (h << 5 ^ s[i]) & 0x7fff;
  return h;
}

// CHECK-LABEL: func @base64(
// CHECK-NOT:     loop
// CHECK:         scan (%i < %{{.*}})
int base64(const byte *restrict s, int n, byte *restrict out) {
  unsigned v = 0;
  int bits = -8, k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == '\n')
      continue;
    v = v << 6 | s[i];
    bits += 6;
    if (bits >= 0) {
      out[k++] = (byte)(v >> bits);
      bits -= 8;
    }
  }
  return k;
}

// Bits of the scalar meet others of itself.
unsigned mixed(const byte *s, int n, unsigned h) {
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  for (int i = 0; i < n; i++)
    h = (h << 5 | h >> 27) * 3 ^ s[i]; // expected-warning {{[LOFT151]}}
  return h;
}

// The sign moves in.
int with_sign(const byte *s, int n, int h) {
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  for (int i = 0; i < n; i++)
    h = (h >> 3) | s[i]; // expected-warning {{[LOFT151]}}
  return h;
}
