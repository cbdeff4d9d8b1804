// Pointers that C compares are places in one array: walks from a begin to an
// end, from both ends towards the middle; lengths as differences.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stddef.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 20000 };
static int x[N], y[N];
static char text[N];

static const char *
find(const char *p, const char *end, char c)
{
#pragma loft required
  while (p < end && *p != c)
    p++;
  return p;
}

static long
sum(const int *p, const int *end)
{
  long s = 0;
#pragma loft required
  for (; p != end; p++)
    s += *p;
  return s;
}

static void
copy(const int *from, const int *to, int *out)
{
#pragma loft required
  for (const int *p = from; p < to; p++)
    *out++ = 2 * *p;
}

static void
reverse(int *a, int n)
{
  int *p = a, *q = a + n - 1;
#pragma loft required
  while (p < q) {
    int t = *p;
    *p++ = *q;
    *q-- = t;
  }
}

static void
reverse_by_index(int *a, int n)
{
#pragma loft required
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

static void
reverse_by_size(int *a, size_t n)
{
  size_t lo = 0, hi = n - 1;
#pragma loft
  while (lo < hi) {
    int t = a[lo];
    a[lo] = a[hi];
    a[hi] = t;
    lo++;
    hi--;
  }
}

static int
same_both_ways(const char *s, int n)
{
#pragma loft required
  for (int i = 0, j = n - 1; i < j; i++, j--)
    if (s[i] != s[j])
      return i;
  return -1;
}

static int
steps_apart(const int *a, int n)
{
  int i = 0, j = n, s = 0;
#pragma loft required
  while (i <= j) {
    s += a[i] - a[j];
    i += 2;
    j -= 3;
  }
  return 3 * s + i + j;
}

static long
by_difference(const int *from, const int *to)
{
  long s = 0;
#pragma loft required
  for (ptrdiff_t i = 0; i < to - from; i++)
    s += from[i] * i;
  return s;
}

static long
in_table(const char *end)
{
  long s = 0;
#pragma loft required
  for (const char *p = text; p < end; p++)
    s += *p;
  return s;
}

int
main(void)
{
  static const int sizes[] = {1, 2, 5, 6, 16384, 19999};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    for (int i = 0; i < N; i++) {
      x[i] = i * 7 % 1000;
      text[i] = (char)((i < n - 1 - i ? i : n - 1 - i) % 100);
      y[i] = 0;
    }
    printf("%d: %td %td %ld %ld", n, find(text, text + n, 49) - text,
           find(text, text, 3) - text, sum(x, x + n), sum(x + n, x + n));
    copy(x + 1, x + n, y);
    printf(" %u", hash(y, sizeof y));
    copy(x + n, x + 1, y);
    reverse(x, n);
    printf(" %u", hash(x, sizeof x));
    reverse_by_index(x, n);
    printf(" %u", hash(x, sizeof x));
    reverse_by_size(x, (size_t)n);
    printf(" %u %d", hash(x, sizeof x), same_both_ways(text, n));
    text[n / 3]++;
    printf(" %d %d %ld %ld\n", same_both_ways(text, n), steps_apart(x, n),
           by_difference(x + 1, x + n), in_table(text + n));
  }
  return 0;
}
