// Loops over bits and other parts of elements: elements that are changed part
// by part, or gathered and stored when they are full, from any place on.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 1003 };
typedef unsigned char byte;
static byte in[N + 9], out[N + 9];

static void
replace(byte *sp, int n, int shift, int from, int to) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (((*sp >> shift) & 1) == from) {
      unsigned t = *sp & (0x7f7fu >> (7 - shift));
      *sp = (byte)(t | (unsigned)to << shift);
    }
    if (shift == 0) {
      shift = 7;
      sp++;
    } else
      shift--;
  }
}

static int
pack(const byte *restrict sp, byte *restrict dp, int n, int shift, int v) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    v |= (sp[i] & 3) << shift;
    if (shift == 0) {
      shift = 6;
      *dp++ = (byte)v;
      v = 0;
    } else
      shift -= 2;
  }
  if (shift != 6)
    *dp = (byte)v;
  return v;
}

// Two values: the places count where one of them is.
static void
pack_halves(const byte *restrict sp, byte *restrict dp, int n, unsigned shift) {
  int v = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    v |= (sp[i] & 15) << shift;
    if (shift == 0) {
      shift = 4;
      *dp++ = (byte)v;
      v = 0;
    } else
      shift -= 4;
  }
}

static int
pack_mask(const byte *restrict sp, byte *restrict dp, int n) {
  int v = 0, mask = 0x80, k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (sp[i] & 4)
      v |= mask;
    if (mask > 1)
      mask >>= 1;
    else {
      mask = 0x80;
      dp[k++] = (byte)v;
      v = 0;
    }
  }
  if (mask != 0x80)
    dp[k] = (byte)v;
  return v;
}

static void
set_bits(const byte *restrict sp, byte *restrict bits, int n, int from) {
#pragma loft required
  for (int i = from; i < n; i++)
    if (sp[i] & 8)
      bits[i >> 3] |= (byte)(1 << (i & 7));
}

static void
digits(const int *restrict x, unsigned *restrict y, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    y[i / 5] = y[i / 5] * 10 + (unsigned)x[i];
}

// What the last place sets a scalar to is another number in each block.
static int
numbered(const byte *restrict sp, byte *restrict dp, int n) {
  int v = 3;
#pragma loft
  for (int i = 0; i < n; i++) {
    dp[i / 4] = (byte)(dp[i / 4] * 3 + sp[i] + v);
    v = i % 4 == 3 ? i / 4 : v + 1;
  }
  return v;
}

// An element depends on the one before.
static void
chained(byte *sp, int n) {
#pragma loft
  for (int i = 4; i < n; i++)
    sp[i / 4] = (byte)(sp[i / 4] * 3 + sp[i / 4 - 1] + i % 4);
}

int
main(void) {
  static int x[N];
  static unsigned y[N];
  static const int sizes[] = {0, 1, 2, 3, 7, 8, 9, 64, N};
  for (int k = 0; k < 9; k++) {
    int n = sizes[k], v = 0;
    for (int i = 0; i < N + 9; i++)
      in[i] = (byte)(i * 73 + (i >> 3));
    for (int i = 0; i < N; i++) {
      x[i] = i * 7 % 10;
      y[i] = 0;
    }
    for (int s = 0; s < 8; s++) {
      memcpy(out, in, sizeof out);
      replace(out, n, s, s & 1, !(s & 2));
      printf("%u ", hash(out, sizeof out));
      memset(out, 0, sizeof out);
      set_bits(in, out, n, s);
      printf("%u ", hash(out, sizeof out));
      v += pack(in, out, n, s / 2 * 2, s);
      printf("%u ", hash(out, sizeof out));
      pack_halves(in, out + s, n, s & 4);
    }
    v += pack_mask(in, out + 1, n);
    v += numbered(in, out, n);
    chained(out, n);
    digits(x, y, n);
    printf("%d %u %u\n", v, hash(out, sizeof out), hash(y, sizeof y));
  }
}
