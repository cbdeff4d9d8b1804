// Searches: the first hit, in chunks; where it is, what was there, none; counts
// that live on; nothing behind the hit has to be readable.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 400000 };
static int *x, *y;
static float *f;

static int
find(int n, int key)
{
  int at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == key) {
      at = i;
      break;
    }
  return at;
}

static long
mismatch(int n)
{
  int i;
#pragma loft
  for (i = 0; i < n; i++)
    if (x[i] != y[i])
      break;
  return i;
}

static double
payload(int n, float limit)
{
  int where = -7, seen = 5;
  float value = 0.5f, before = 2.5f;
#pragma loft
  for (int i = 0; i < n; i++) {
    seen = 3 * i;
    if (f[i] > limit) {
      where = i;
      value = f[i] * 2;
      break;
    }
  }
  return where + 1e7 * value + 1e3 * seen + before;
}

static int
sorted(int n)
{
  int ok = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (y[i - 1] > y[i]) {
      ok = 0;
      break;
    }
  return ok;
}

static void
check(int n, int hit)
{
  for (int i = 0; i < MOST; i++) {
    x[i] = y[i] = i;
    f[i] = (float)(i & 1023);
  }
  if (hit < n) {
    y[hit] = -1;
    f[hit] = 5000;
  }
  printf("%d %d: %d %ld %.17g %d\n", n, hit, find(n, hit), mismatch(n),
         payload(n, 2000), sorted(n));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 5, 16384, 16385, 399999};
  static const int hits[] = {0, 4, 16383, 16384, 81920, 399998, MOST};
  x = malloc(MOST * sizeof *x);
  y = malloc(MOST * sizeof *y);
  f = malloc(MOST * sizeof *f);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned k = 0; k < sizeof hits / sizeof *hits; k++)
      check(sizes[i], hits[k]);
  free(x);
  free(y);
  free(f);
  return 0;
}
