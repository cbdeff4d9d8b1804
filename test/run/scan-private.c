// Filters, counts and sums of what an iteration computes in an array of its own:
// hashes of rows of different lengths, in order, and tables of counts.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4000 };

typedef struct digest {
  unsigned word[4];
} digest;

// The digest of "n" numbers.
static digest
hash(const unsigned *p, int n)
{
  digest d = {{1, 2, 3, 4}};
  for (int j = 0; j < n; j++)
    d.word[j % 4] = d.word[(j + 1) % 4] * 33 ^ p[j];
  return d;
}

static int
filter(int n, const int *start, const int *length, const unsigned *x,
       unsigned rest, int *out)
{
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    digest d = hash(x + start[i], length[i]);
    if (d.word[1] % 3 == rest)
      out[found++] = i;
  }
  return found;
}

static int
frequent(int n, const unsigned *x, int *out)
{
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int count[4] = {0};
    for (int j = 0; j < 9; j++)
      count[x[i + j] % 4]++;
    if (count[x[i] % 4] > 2)
      out[found++] = (int)x[i];
  }
  return found;
}

static long
running(int n, const unsigned *x, long *out)
{
  long sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned t[8];
    for (int j = 0; j < 8; j++)
      t[j] = x[i + j] % 100;
    for (int j = 0; j < 20; j++)
      t[j % 8] = t[(j + 3) % 8] ^ t[0];
    sum += t[x[i] % 8];
    out[i] = sum;
  }
  return sum;
}

int
main(void)
{
  static int start[MOST], length[MOST], out[MOST];
  static long sums[MOST];
  unsigned *x = malloc((3 * MOST + 16) * sizeof *x), check = 0;
  for (int i = 0; i < 3 * MOST + 16; i++)
    x[i] = (unsigned)rand();
  for (int i = 0; i < MOST; i++) {
    start[i] = (int)(x[i] % (2 * MOST));
    length[i] = i % 23;
  }
  for (int n = 0; n <= MOST; n = 3 * n + 1) {
    int found = filter(n, start, length, x, 1, out);
    for (int k = 0; k < found; k++)
      check = check * 31 + (unsigned)out[k];
    int often = frequent(n, x, out);
    for (int k = 0; k < often; k++)
      check = check * 31 + (unsigned)out[k];
    long sum = running(n, x, sums);
    for (int k = 0; k < n; k++)
      check = check * 31 + (unsigned)sums[k];
    printf("%d: %d %d %ld %u\n", n, found, often, sum, check);
  }
  free(x);
  return 0;
}
