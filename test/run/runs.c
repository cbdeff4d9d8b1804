// Runs of equal elements, and elements that differ from the one before, as C
// writes them: by current value, by the first place, by loops that look for the
// end of each run, in place.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { MOST = 8000 };

static int x[MOST], val[MOST], len[MOST];
static short s[MOST], sval[MOST];
static long llen[MOST];

static int
current(int n)
{
  int k = 0, run = 1, c = x[0];
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] == c)
      run++;
    else {
      len[k] = run;
      val[k++] = c;
      c = x[i];
      run = 1;
    }
  len[k] = run;
  val[k] = c;
  return k;
}

static int
first_place(int from, int n)
{
  int k = 0, start = from;
#pragma loft
  for (int i = from + 1; i <= n; i++)
    if (i == n || x[start] != x[i]) {
      val[k] = x[start];
      len[k++] = i - start;
      start = i;
    }
  return k * 2 + start;
}

static int
while_equal(int *v, int *l, const int *a, int from, int n)
{
  int k = 0, i = from;
#pragma loft
  while (i < n) {
    int j = i + 1;
    while (j < n && a[j] == a[i])
      j++;
    v[k] = a[i];
    l[k++] = j - i;
    i = j;
  }
  return k * 2 + i;
}

static int
from_start(int n)
{
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int c = x[i], j = i;
    while (j < n && x[j] == c)
      j++;
    val[k] = c;
    len[k++] = j - i;
    i = j;
  }
  return k * 2 + i;
}

// Only runs of two at least.
static int
by_length(int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && s[i + run] == s[i])
      run++;
    if (run > 1) {
      sval[k] = s[i];
      llen[k++] = run;
    }
    i += run;
  }
  return k;
}

static int
unique(int *a, int n)
{
  int k = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (a[i] != a[k - 1])
      a[k++] = a[i];
  return k;
}

static int
unique_next(int *a, int n)
{
  int k = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (a[i] != a[k])
      a[++k] = a[i];
  return k;
}

static void
check(int n)
{
  int k[7];
  int *copy = malloc(((size_t)n + 1) * sizeof *copy);
  for (int i = 0; i < n; i++) {
    unsigned r = (unsigned)(i / 3) * 2654435761u;
    x[i] = (int)(r >> 9) % 3 + i / 500;
    s[i] = (short)(r >> 28);
  }
  k[0] = current(n);
  printf("%d: %08x %08x", n, hash(val, sizeof val), hash(len, sizeof len));
  k[1] = first_place(0, n);
  printf(" %08x %08x", hash(val, sizeof val), hash(len, sizeof len));
  k[2] = while_equal(val, len, x, n / 5, n);
  printf(" %08x %08x", hash(val, sizeof val), hash(len, sizeof len));
  k[6] = from_start(n);
  printf(" %08x %08x", hash(val, sizeof val), hash(len, sizeof len));
  k[3] = by_length(n);
  printf(" %08x %08x", hash(sval, sizeof sval), hash(llen, sizeof llen));
  for (int i = 0; i <= n && i < MOST; i++)
    copy[i] = x[i];
  k[4] = unique(copy, n);
  printf(" %08x", hash(copy, (size_t)n * 4));
  k[5] = unique_next(x, n);
  printf(" %08x %d %d %d %d %d %d %d\n", hash(x, sizeof x), k[0], k[1], k[2], k[3], k[4], k[5], k[6]);
  free(copy);
}

int
main(void)
{
  static const int sizes[] = {1, 2, 3, 31, 1000, MOST - 1};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    check(sizes[i]);
  return 0;
}
