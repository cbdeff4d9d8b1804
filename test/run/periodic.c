// Scalars that go round through a few values, and others that count by them:
// bits unpacked up and down, by masks, toggles; starts that are none of the
// values run the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -DELSEWHERE %s -o %t.elsewhere %link
// RUN: %three %t.elsewhere none
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 1003 };
typedef unsigned char byte;
static byte packed[N], out[N];

static int
unpack(const byte *restrict sp, byte *restrict dp, int n, int shift) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    dp[i] = (*sp >> shift) & 1;
    if (shift == 0) {
      shift = 7;
      sp++;
    } else
      shift--;
  }
  return shift;
}

static const byte *
pairs(const byte *restrict sp, byte *restrict dp, int n, unsigned shift) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    *dp++ = (*sp >> shift) & 3;
    if (shift == 0) {
      shift = 6;
      sp++;
    } else
      shift -= 2;
  }
  return sp;
}

static void
backwards(const byte *restrict sp, byte *restrict dp, unsigned w) {
  unsigned shift = (3U - ((w + 3) & 3)) << 1;
#pragma loft required
  for (unsigned i = 0; i < w; i++) {
    dp[i] = (*sp >> shift) & 3;
    if (shift == 6) {
      shift = 0;
      sp--;
    } else
      shift += 2;
  }
}

static int
masked(const byte *restrict sp, byte *restrict dp, int n, byte mask) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    dp[i] = (*sp & mask) != 0;
    mask >>= 1;
    if (mask == 0) {
      mask = 0x80;
      sp++;
    }
  }
  return mask;
}

static int
masked_up(const byte *restrict p, byte *restrict dp, int n, int mask) {
  int k = 0, skipped = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    dp[i] = (p[k] & mask) ? 255 : i & 7;
    if (mask == 128) {
      mask = 1;
      k += 3;
      skipped += 2;
    } else {
      mask <<= 1;
      if (mask == 4)
        skipped -= 5;
    }
  }
  return k * 100 + skipped + mask;
}

static int
toggled(const byte *restrict sp, byte *restrict dp, int n, int s) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    dp[i] = s ? (byte)-sp[k] : sp[k];
    if (s)
      k++;
    s = !s;
  }
  return k;
}

static void
rows(const byte *restrict p, byte *restrict dp, int h, int w, int stride) {
#pragma loft required
  for (int y = 0; y < h; y++) {
    const byte *sp = p + y * stride;
    int shift = 4;
    for (int x = 0; x < w; x++) {
      dp[y * w + x] = (*sp >> shift) & 15;
      if (shift == 0) {
        shift = 4;
        sp++;
      } else
        shift = 0;
    }
  }
}

static void
show(int x) {
  printf("%d %u\n", x, hash(out, sizeof out));
}

int
main(void) {
  for (int i = 0; i < N; i++)
    packed[i] = (byte)(i * 73 + (i >> 3));
#ifdef ELSEWHERE
  show(unpack(packed, out, 9, 9));
  show((int)(pairs(packed, out, 5, 8) - packed));
  show(masked(packed, out, 20, 0));
  show(masked(packed, out, 20, 3));
  show(toggled(packed, out, 20, 2));
  show(masked_up(packed, out, 2, 3));
#else
  static const int sizes[] = {0, 1, 7, 8, 9, 64, N};
  for (int k = 0; k < 7; k++) {
    int n = sizes[k];
    for (int s = 0; s < 8; s++) {
      show(unpack(packed, out, n, s));
      show(masked(packed, out, n, (byte)(1 << s)));
      show(masked_up(packed, out, n, 1 << s));
    }
    for (unsigned s = 0; s < 8; s += 2)
      show((int)(pairs(packed, out, n, s) - packed));
    backwards(packed + N / 4, out, (unsigned)n);
    show(toggled(packed, out, n, 0) + toggled(packed, out, n, 1));
  }
  rows(packed, out, 10, 33, 17);
  show(0);
#endif
}
