// Exits of one statement that differ: gotos to two labels, and returns beside
// gotos, of values, pointers and nothing; out of nests, and of loops that store.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { N = 1000, M = 10 };

static int x[N], to[N];

__attribute__((noinline)) static int
two_labels(const int *a, int n, int *sum)
{
  int i, s = 0;
#pragma loft required
  for (i = 0; i < n; i++) {
    if (a[i] == 77)
      goto hit;
    if (a[i] < 0)
      goto bad;
    s += a[i];
  }
  *sum = s;
  return -1;
bad:
  *sum = -s;
  return -2 - i;
hit:
  *sum = s + 1;
  return i;
}

__attribute__((noinline)) static unsigned
or_returns(const int *a, unsigned n)
{
#pragma loft required
  for (unsigned i = 0; i < n; i++) {
    if (a[i] == 77)
      return i;
    if (a[i] < 0)
      goto bad;
  }
  return n;
bad:
  return ~0u;
}

__attribute__((noinline)) static const int *
or_pointer(const int *a, size_t n, int *which)
{
  *which = 0;
#pragma loft required
  for (size_t i = 0; i < n; i++) {
    if (a[i] == 77)
      return &a[i];
    if (a[i] < 0)
      goto bad;
    if (a[i] == 66)
      goto good;
  }
  return NULL;
bad:
  *which = 1;
  return NULL;
good:
  *which = 2;
  return a;
}

__attribute__((noinline)) static void
or_nothing(int (*a)[M], int n, int *which)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) {
      if (a[i][j] == 77)
        return;
      if (a[i][j] < 0)
        goto bad;
    }
  *which = 1;
  return;
bad:
  *which = 2;
}

static int
kind_of(int v)
{
  if (v < 0)
    return 1;
  return v == 66 ? 2 : 0;
}

__attribute__((noinline)) static int
stores(int *to, const int *a, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    switch (kind_of(a[i])) {
    case 1:
      goto bad;
    case 2:
      goto other;
    }
    if (a[i] == 77)
      return -1;
    to[i] = a[i] * 2;
  }
  return 0;
bad:
  to[0] = 7;
  return 5;
other:
  to[0]++;
  return 6;
}

// The first label is that of a loop around the statement.
__attribute__((noinline)) static int
again(const int *a, int n)
{
  int sum = 0, i = 0;
next:
#pragma loft required
  for (; i < n; i++) {
    if (a[i] == 77 || a[i] == 66)
      goto skip;
    if (a[i] < 0)
      goto end;
    sum += a[i];
  }
  return sum;
skip:
  sum ^= 5;
  i++;
  goto next;
end:
  return -sum;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 17, N}, at[] = {0, 1, 10, N - 1},
                   odd[] = {77, -3, 66};
  for (int k = 0; k < 60; k++) {
    int n = sizes[k % 5], which = 0;
    for (int i = 0; i < N; i++)
      x[i] = i % 50 + 100;
    if (k & 1)
      x[500] = -1;
    x[at[k / 15]] = odd[k / 5 % 3];
    memset(to, 0, sizeof to);
    int r = two_labels(x, n, &which);
    printf("%d %d %d ", r, which, (int)or_returns(x, (unsigned)n));
    const int *p = or_pointer(x, (size_t)n, &which);
    printf("%d %d ", p ? (int)(p - x) : -1, which);
    or_nothing((int (*)[M])x, n / M, &which);
    r = stores(to, x, n);
    int sum = 0;
    for (int i = 0; i < N; i++)
      sum = sum * 3 + to[i] % 1000;
    printf("%d %d %d %d\n", which, r, sum, again(x, n));
  }
}
