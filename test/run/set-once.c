// Scalars that the first of some iterations sets, and that say so themselves:
// places, flags, values, in loops that go on.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t anywhere
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { MOST = 6000 };

static float x[MOST], y[MOST];
static int k[MOST], out[MOST];
static unsigned char c[MOST];

__attribute__((noinline)) static int
place(int b, int from, int n, float least) {
#pragma loft
  for (int i = from; i < n; i++)
    if (x[i] > least && b < 0)
      b = i;
  return b;
}

__attribute__((noinline)) static int
place_first(int n, float least) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (b == -1 && x[i] > least)
      b = i;
  return b;
}

__attribute__((noinline)) static int
downwards(int n, float least) {
  int b = -1;
#pragma loft
  for (int i = n - 1; i >= 0; i -= 3)
    if (x[i] > least && b < 0)
      b = i;
  return b;
}

__attribute__((noinline)) static double
found(int found, int n, float least) {
  int at = 7;
  float val = 0.5f;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!found && x[i] > least) {
      found = 1;
      at = i;
      val = x[i] * 3;
    }
  return at * 1000.0 + val + found;
}

__attribute__((noinline)) static int
first_last(int n, float least) {
  int first = -1, last = -1, count = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > least) {
      if (first < 0)
        first = i;
      last = i;
      count++;
    }
  return first * 7 + last * 3 + count;
}

__attribute__((noinline)) static int
writes(int n, int least) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2;
    if (k[i] > least && b < 0)
      b = i * 2 + 1;
  }
  return b;
}

__attribute__((noinline)) static int
seen(int n, int least) {
  int first = -1, sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] > least) {
      if (first == -1)
        first = i + 5;
      sum += 1;
    } else if (first >= 0)
      sum += first + 2;
    out[i] = first;
  }
  return sum * 5 + first;
}

__attribute__((noinline)) static int
at_end(int n, int least) {
  int at = n;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k[i] > least && at == n)
      at = i;
  return at;
}

__attribute__((noinline)) static unsigned
all_ones(unsigned n, int least) {
  unsigned at = ~0u;
#pragma loft
  for (unsigned i = 0; i < n; i++)
    if (k[i] > least && at == ~0u)
      at = i;
  return at;
}

// It may be set to 0, which is none.
__attribute__((noinline)) static int
not_zero(int n, int first) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (!first)
      first = k[i] / 16;
  return first;
}

// The value is any.
__attribute__((noinline)) static int
sentinel(int n, int none, int first) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (first == none && c[i] > 200)
      first = k[i];
  return first;
}

// The state that is left for ever.
__attribute__((noinline)) static int
todo(int n, int least) {
  _Bool todo = 1;
  int skipped = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (todo && k[i] > least)
      todo = 0;
    skipped += todo;
  }
  return skipped * 2 + todo;
}

// Two ways to be set, of which one sets something else, too.
__attribute__((noinline)) static int
two_ways(int n, int least) {
  short b = -1;
  signed char why = 9;
#pragma loft
  for (int i = 0; i < n; i++)
    if (b < 0) {
      if (k[i] > least) {
        b = (short)(i & 255);
        why = (signed char)(k[i] & 63);
      } else if (c[i] == 3) {
        b = (short)((i & 127) + 300);
        why = 1;
      }
    }
  return b * 128 + why;
}

__attribute__((noinline)) static long
several(int n, int least) {
  long a = -1, b = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] > least && a < 0)
      a = i;
    if (c[i] > 250 && b < 0)
      b = i + 1L;
  }
  return a * 10000 + b;
}

// What is behind the first one is appended.
__attribute__((noinline)) static int
behind(int n, int least) {
  int on = 0, m = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (!on && k[i] > least)
      on = 1;
    if (on)
      out[m++] = k[i];
  }
  return m;
}

// Only the first one reads here.
__attribute__((noinline)) static int
guarded(int n, const int *p) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (b < 0)
      if (p[i] == 42)
        b = i;
  return b;
}

// The second one is looked for behind the first.
__attribute__((noinline)) static int
rise_and_fall(int n, int high, int low) {
  int start = -1, end = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (start < 0) {
      if (k[i] >= high)
        start = i;
    } else if (end < 0 && k[i] <= low)
      end = i;
  }
  return start * 10000 + end;
}

// Rows, of which the first one that sets something is found first.
__attribute__((noinline)) static int
in_rows(int h, int w, int least, int r) {
  int c = 5;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      if (r < 0 && k[i * w + j] > least) {
        r = i;
        c = j;
      }
  return r * 100 + c;
}

__attribute__((noinline)) static int
in_row_pairs(int h, int w, int least) {
  int at = -1, found = 0;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      if (at == -1 && k[i * w + j] > least)
        at = i * w + j;
      if (c[i * w + j] == 7 && !found)
        found = at + 3;
    }
  return at * 5 + found;
}

// A narrow one may be set to the very value that says that it is not.
__attribute__((noinline)) static int
narrow(int n, int least) {
  unsigned char g = 255;
#pragma loft
  for (int i = 0; i < n; i++)
    if (g == 255 && k[i] > least)
      g = (unsigned char)(i * 5 + 250);
  return g;
}

int
main(void) {
  const int n[] = {0, 1, 2, 37, 1000, MOST};
  srand(5);
  for (int i = 0; i < MOST; i++) {
    x[i] = (float)(rand() % 2000);
    k[i] = rand() % 3000;
    c[i] = (unsigned char)(rand() % 256);
  }
  for (int t = 0; t < 6; t++)
    for (int v = 0; v < 3; v++) {
      int most = v == 0 ? 0 : v == 1 ? 1990 : 5000;
      float least = (float)most;
      printf("%d %d: %d %d %d %d\n", n[t], most, place(-1, 0, n[t], least),
             place(5, 0, n[t], least), place(-7, n[t] / 2, n[t], least),
             place_first(n[t], least));
      printf("%d %a %a %d\n", downwards(n[t], least),
             found(0, n[t], least), found(3, n[t], least),
             first_last(n[t], least));
      printf("%d %x", writes(n[t], most), hash(y, sizeof y));
      printf(" %d %x", seen(n[t], most), hash(out, sizeof out));
      printf(" %d %u", at_end(n[t], most), all_ones((unsigned)n[t], most));
      printf(" %d %d", not_zero(n[t], 0), not_zero(n[t], 5));
      printf(" %d %d", sentinel(n[t], -1, -1), sentinel(n[t], 1234, 1234));
      printf(" %d %d %ld", todo(n[t], most), two_ways(n[t], most),
             several(n[t], most));
      printf(" %d %x", behind(n[t], most), hash(out, sizeof out));
      printf(" %d %d %d", in_rows(n[t] / 70, 61, most, -1),
             in_rows(3, n[t] / 4, most, -1), in_rows(3, n[t] / 4, most, 2));
      printf(" %d", rise_and_fall(n[t], most, most / 9));
      printf(" %d", in_row_pairs(n[t] / 80, 77, most));
      printf(" %d %d\n", narrow(n[t], most), guarded(n[t], k));
    }
}
