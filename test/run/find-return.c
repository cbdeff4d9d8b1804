// Searches that leave by return: numbers of all types, pointers, nothing; what
// was stored before the hit stays; a return behind the loop otherwise.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { MOST = 70000 };
enum colour { RED, GREEN, BLUE };
static int *x;
static float *f;
static int stored;

static int
place(int n, int key)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

static bool
has(int n, int key)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] == key)
      return true;
  return false;
}

static double
first_far(int n, float limit)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (f[i] > limit)
      return f[i];
    if (f[i] < -limit)
      return -1;
  }
  return 0.5;
}

static const int *
address(const int *a, int n, int key)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return &a[i];
  return NULL;
}

static char *
walk(char *s, char c, size_t n)
{
#pragma loft required
  for (; n > 0; s++, n--)
    if (*s == c)
      return s;
  return s - 1;
}

static void
copy(int n, int key, int *out)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] == key)
      return;
    out[i] = x[i];
  }
  out[0] = -7;
}

static signed char
compare(const unsigned char *a, const unsigned char *b, size_t n)
{
#pragma loft required
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

// A variable of the program is set before it returns.
static unsigned short
set_before(int n, int key)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    stored = i;
    if (x[i] == key)
      return (unsigned short)i;
  }
  stored = -stored;
  return 9;
}

static enum colour
either(int n, int key, int other)
{
#pragma loft region required
  {
    for (int i = 0; i < n; i++)
      if (x[i] == key)
        return BLUE;
    for (int i = n - 1; i >= 0; i--)
      if (x[i] == other)
        return GREEN;
  }
  return RED;
}

static int
in_rows(int n, int m, int key)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] == key)
        return 1000 * i + j;
  return -1;
}

// In an expression, too.
static int
in_expression(int n, int key)
{
  int r = ({
    int s = 3;
#pragma loft required
    for (int i = 0; i < n; i++) {
      if (x[i] == key)
        return 2 * i;
      s += 2;
    }
    s;
  });
  return r + 1;
}

static void
check(int n, int hit, int *out)
{
  for (int i = 0; i < MOST; i++) {
    x[i] = i + 1;
    f[i] = (float)(i & 63);
    out[i] = -i;
  }
  int key = hit + 1;
  if (hit < MOST)
    f[hit] = hit & 1 ? 500.f : -600.f;
  const int *p = address(x, n, key);
  char *s = (char *)out;
  printf("%d %d: %d %d %g %d %ld", n, hit, place(n, key), has(n, key),
         first_far(n, 400), p ? (int)(p - x) : -5,
         (long)(walk(s, s[hit < n ? hit : 0], (size_t)n) - s));
  copy(n, key, out);
  printf(" %u %d", hash(out, MOST * sizeof *out),
         compare((unsigned char *)x, (unsigned char *)out, (size_t)n * 4));
  printf(" %d", set_before(n, key));
  printf(" %d %d %d %d\n", stored, either(n, key, 5),
         in_rows(n / 100, 100, key), in_expression(n, key));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 5, 16385, 60000};
  static const int hits[] = {0, 4, 16383, 16384, 59999, MOST};
  x = malloc(MOST * sizeof *x);
  f = malloc(MOST * sizeof *f);
  int *out = malloc(MOST * sizeof *out);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned k = 0; k < sizeof hits / sizeof *hits; k++)
      check(sizes[i], hits[k], out);
  free(x);
  free(f);
  free(out);
  return 0;
}
