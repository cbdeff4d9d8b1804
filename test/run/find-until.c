// Loops that end at the first hit and do something else until then: sums,
// counts, maxima, copies, filters, which see the iterations up to the hit alone.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { MOST = 70000 };
static int *x, *y;

static long
sum(int n, int key)
{
  long s = 3;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] == key)
      break;
    s += x[i];
  }
  return s;
}

static int
count_with_hit(int n, int key)
{
  int c = 0, i;
#pragma loft required
  for (i = 0; i < n; i++) {
    if (x[i] & 1)
      c++;
    if (x[i] == key)
      break;
  }
  return 7 * c + i;
}

static int
most(int n, int key)
{
  int m = -1, at = -1;
#pragma loft required
  for (int i = 0; i < n && x[i] != key; i++)
    if (y[i] > m) {
      m = y[i];
      at = i;
    }
  return m + 3 * at;
}

static int
copy(int n, int key, int *out)
{
  int i = 0;
#pragma loft required
  while (i < n && x[i] != key) {
    out[i] = x[i] + 1;
    i++;
  }
  return i;
}

static int
copy_with_hit(int n, int key, int *out)
{
  int i;
#pragma loft required
  for (i = 0; i < n; i++) {
    out[i] = x[i] * 2;
    if (x[i] == key)
      break;
  }
  return i;
}

static int
filter(int n, int key, int *out)
{
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] == key)
      break;
    if (y[i] % 3 == 0)
      out[k++] = y[i];
  }
  return k;
}

static int
running(int n, int key, int *out)
{
  unsigned s = 0;
#pragma loft required
  for (int i = 0; i < n && x[i] != key; i++) {
    s += (unsigned)y[i];
    out[i] = (int)s;
  }
  return (int)s;
}

static void
check(int n, int hit, int *out)
{
  for (int i = 0; i < MOST; i++) {
    x[i] = i + 1;
    y[i] = (int)((unsigned)i * 2654435761u >> 8);
    out[i] = -i;
  }
  int key = hit + 1;
  printf("%d %d: %ld %d %d", n, hit, sum(n, key), count_with_hit(n, key),
         most(n, key));
  int (*const writers[])(int, int, int *) = {copy, copy_with_hit, filter,
                                             running};
  for (unsigned k = 0; k < sizeof writers / sizeof *writers; k++) {
    int r = writers[k](n, key, out);
    printf(" %d %u", r, hash(out, MOST * sizeof *out));
  }
  printf("\n");
}

int
main(void)
{
  static const int sizes[] = {0, 1, 5, 16385, 60000};
  static const int hits[] = {0, 4, 16383, 16384, 59999, MOST};
  x = malloc(MOST * sizeof *x);
  y = malloc(MOST * sizeof *y);
  int *out = malloc(MOST * sizeof *out);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned k = 0; k < sizeof hits / sizeof *hits; k++)
      check(sizes[i], hits[k], out);
  free(x);
  free(y);
  free(out);
  return 0;
}
