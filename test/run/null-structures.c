// Loops that ask whether structures are there, and what their fields point to:
// nothing of those that are not is read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 70 };
struct vec {
  const int *p;
  int n;
};
struct pair {
  struct vec v;
  const struct vec *other;
};
struct mark {
  short at;
  int value;
};
static int data[N], out[N];

static inline int
get(const struct vec *s, int i)
{
  if (!s || !s->p)
    return 7;
  return s->p[i];
}

static inline int
get_within(const struct vec *s, int i)
{
  return s != NULL && s->p && i < s->n ? s->p[i] : -1;
}

static void
plain(const struct vec *s, int *restrict d, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    d[i] += get(s, i);
}

static int
sum(const struct vec *s, const struct vec *t, int n)
{
  int all = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    all += get_within(s, i) * 3 + get(t, n - 1 - i);
  return all;
}

static void
member(struct pair a, int *restrict d, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    d[i] += get(&a.v, i) + get_within(a.other, i);
}

static void
elements(const struct mark *m, int *restrict d, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    if (m)
      d[i] += m[i].value * m[i].at;
}

int
main(void)
{
  static struct mark marks[N];
  for (int i = 0; i < N; i++) {
    data[i] = i * 77 % 31;
    marks[i] = (struct mark){(short)(i % 5), i * 3};
  }
  struct vec some = {data, N / 2}, none = {NULL, 5};
  const struct vec *all[] = {NULL, &none, &some};
  for (int k = 0; k < 3; k++) {
    plain(all[k], out, N / 2);
    printf("%u", hash(out, sizeof out));
    for (int j = 0; j < 3; j++)
      printf(" %d", sum(all[k], all[j], N / 2));
    member((struct pair){some, all[k]}, out, N / 2);
    printf(" %u", hash(out, sizeof out));
    elements(k ? marks : NULL, out, N);
    printf(" %u\n", hash(out, sizeof out));
  }
  plain((const struct vec *)16, out, 0);
  return 0;
}
