// Searches as people write them: while and do loops, flags in the condition,
// ends known from elsewhere, pointers that walk, two arrays that differ.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100000 };
static int *x, *y;

static int
walk(int n, int key)
{
  int i = 0;
#pragma loft required
  while (i < n && x[i] != key)
    i++;
  return i;
}

static int
step_first(int n, int key)
{
  int i = -1;
#pragma loft required
  while (++i < n && x[i] != key)
    ;
  return i;
}

static int
step_in_test(int n, int key)
{
  int i = -1;
#pragma loft required
  do
    ;
  while (++i < n && x[i] != key);
  return i;
}

static int
step_at_end(int n, int key)
{
  int i = 0, seen = 0;
#pragma loft required
  do {
    seen = i;
    i++;
  } while (i < n && x[i] != key);
  return 3 * i + seen;
}

static int
not_found(int n, int key)
{
  int found = 0, i;
#pragma loft required
  for (i = 0; i < n && !found; i++)
    found = x[i] == key;
  return 2 * i + found;
}

static int
not_yet(int n, int key)
{
  bool found = false;
  int at = -5;
#pragma loft required
  for (int i = 0; i < n && !found; i++)
    if (x[i] == key) {
      found = true;
      at = i;
    }
  return at;
}

static int
negative_yet(int n, int key)
{
  int at = -1;
#pragma loft required
  for (int i = 0; i < n && at < 0; i++)
    if (x[i] == key)
      at = i;
  return at;
}

static bool
all_ascend(int n)
{
  bool ok = true;
#pragma loft required
  for (int i = 1; i < n && ok; i++)
    ok = y[i - 1] <= y[i];
  return ok;
}

static bool
any_negative(int n)
{
  bool any = false;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (y[i] < 0) {
      any = true;
      break;
    }
  return any;
}

static int
first_set(int n)
{
  int r = 0;
#pragma loft required
  for (int i = 0; i < n && !r; i++)
    r = x[i] ^ y[i];
  return r;
}

static int
compare(size_t n)
{
  const unsigned char *a = (const unsigned char *)x;
  const unsigned char *b = (const unsigned char *)y;
  int d = 0;
#pragma loft required
  while (n-- > 0) {
    d = *a++ - *b++;
    if (d)
      break;
  }
  return d;
}

static long
same_start(const int *a, const int *b, size_t n)
{
  const int *start = a;
#pragma loft required
  while (n && *a == *b) {
    a++;
    b++;
    n--;
  }
  return (a - start) * 3 + (long)n;
}

static int
backwards(int n, int key)
{
  int i = n - 1;
#pragma loft required
  while (i >= 0 && x[i] != key)
    i--;
  return i;
}

static size_t
length(const char *s, size_t most)
{
  size_t n = 0;
#pragma loft required
  while (n < most && s[n])
    n++;
  return n;
}

static int
endless(int n, int key)
{
  int i = 0;
#pragma loft required
  for (;;) {
    if (i >= n)
      break;
    if (x[i] == key)
      break;
    i++;
  }
  return i;
}

static int
endless_with_both(int n, int key)
{
  int i = 0, s = 0;
#pragma loft required
  while (1) {
    if (i == n || x[i] == key)
      break;
    s += i & 3;
    i++;
  }
  return s;
}

static void
check(int n, int hit)
{
  for (int i = 0; i < MOST; i++)
    x[i] = y[i] = i + 1;
  if (hit < n)
    y[hit] = -1;
  int key = hit + 1;
  printf("%d %d: %d %d %d %d %d %d %d", n, hit, walk(n, key),
         step_first(n, key), step_in_test(n, key), step_at_end(n, key),
         not_found(n, key), not_yet(n, key), negative_yet(n, key));
  printf(" %d %d", endless(n, key), endless_with_both(n, key));
  printf(" %d %d %d %d %ld %d %zu\n", all_ascend(n), any_negative(n),
         first_set(n), compare((size_t)n * sizeof *x),
         same_start(x, y, (size_t)n), backwards(n, key),
         length((const char *)x, (size_t)n));
}

int
main(void)
{
  static const int sizes[] = {0, 1, 5, 16384, 16385, 99999};
  static const int hits[] = {0, 4, 16383, 16384, 81919, MOST};
  x = malloc(MOST * sizeof *x);
  y = malloc(MOST * sizeof *y);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (unsigned k = 0; k < sizeof hits / sizeof *hits; k++)
      check(sizes[i], hits[k]);
  free(x);
  free(y);
  return 0;
}
