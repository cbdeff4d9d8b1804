// Functions that move a pointer of their caller's, through its address: readers
// and writers of bytes.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 500 };
typedef struct stream {
  unsigned char *next;
  int left;
} stream;
static unsigned x[N], y[N];
static unsigned char bytes[8 * N];

static inline void
put2(unsigned char **to, unsigned v)
{
  unsigned char *p = *to;
  p[0] = (unsigned char)(v >> 8);
  p[1] = (unsigned char)v;
  *to = p + 2;
}

static inline void
put3(unsigned char **to, unsigned v)
{
  for (int k = 0; k < 3; k++)
    *(*to)++ = (unsigned char)(v >> 8 * k);
}

static inline unsigned
get2(const unsigned char **from)
{
  unsigned v = (unsigned)(*from)[0] << 8 | (*from)[1];
  *from += 2;
  return v;
}

static int
written(unsigned char *to, const unsigned *x, int n)
{
  unsigned char *first = to;
#pragma loft
  for (int i = 0; i < n; i++) {
    put2(&to, x[i]);
    put3(&to, x[i] * 5);
  }
  return (int)(to - first);
}

static int
chosen(unsigned char *to, const unsigned *x, int n)
{
  unsigned char *p = to;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 8)
      put2(&p, x[i]);
  return (int)(p - to);
}

static void
field(stream *s, const unsigned *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    put2(&s->next, x[i]);
    s->left -= 2;
  }
}

static int
read(unsigned *restrict y, const unsigned char *from, int n)
{
  const unsigned char *first = from;
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] += get2(&from) * 3;
  return (int)(from - first);
}

static void
own(unsigned *restrict y, const unsigned char *from, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    const unsigned char *p = from + i, **q = &p;
    y[i] ^= *p;
    ++*q;
    y[i] += get2(q) + *p;
  }
}

// The caller's pointer has another name here, under which it is used, too.
static void
named(unsigned char *p, unsigned *restrict y, int n)
{
  unsigned char **q = &p;
#pragma loft
  for (int i = 0; i < n; i++) {
    put2(q, y[i]);
    y[i] = p[-1] + 1u;
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = y[i] = (unsigned)i * 2654435761u >> 12;
  int n = written(bytes, x, N);
  printf("%d %u\n", n, hash(bytes, sizeof bytes));
  n = chosen(bytes + 3, x, N);
  printf("%d %u\n", n, hash(bytes, sizeof bytes));
  stream s = {bytes + 1, 9};
  field(&s, x, N);
  printf("%d %d %u\n", (int)(s.next - bytes), s.left,
         hash(bytes, sizeof bytes));
  n = read(y, bytes, N);
  printf("%d %u\n", n, hash(y, sizeof y));
  own(y, bytes, N);
  printf("%u\n", hash(y, sizeof y));
  named(bytes, y, N);
  printf("%u %u\n", hash(y, sizeof y), hash(bytes, sizeof bytes));
  return 0;
}
