// Loops that ask whether pointers that do not change in them are null: what is
// behind those that are is not read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 70 };
static unsigned src[N], mask[N], dest[N];
struct filter {
  const unsigned *weights;
  unsigned *copy;
};

static void
masked(const unsigned *s, const unsigned *m, unsigned *restrict d, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned v = s[i];
    if (m)
      v *= m[i] >> 1;
    d[i] += v;
  }
}

static unsigned
counted(const unsigned *s, const unsigned *m, int n)
{
  unsigned sum = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    sum += m == NULL ? s[i] : s[i] ^ m[i];
  return sum;
}

static void
fields(const struct filter *f, unsigned *restrict d, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!f->weights)
      d[i] = (unsigned)i;
    else
      d[i] = f->weights[i] + 3;
    if (f->copy != NULL)
      f->copy[i] = d[i] * 2;
  }
}

int
main(void)
{
  for (unsigned i = 0; i < N; i++) {
    src[i] = i * 77 % 31;
    mask[i] = i * 13 % 17;
  }
  for (int k = 0; k < 4; k++) {
    const unsigned *m = k & 1 ? mask : NULL;
    struct filter f = {m, k & 2 ? src : NULL};
    masked(src, m, dest, N);
    printf("%u %u", hash(dest, sizeof dest), counted(src, m, N));
    fields(&f, dest, N);
    printf(" %u %u\n", hash(dest, sizeof dest), hash(src, sizeof src));
  }
  fields(NULL, dest, 0);
  return 0;
}
