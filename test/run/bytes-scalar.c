// memcpy of one number from bytes and into them, and from halves; memcmp of a
// few elements where its sign alone is asked for.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 50 };
static unsigned char p[8 * N + 9], q[8 * N + 9];
static uint16_t halves[4 * N];
static uint32_t words[N];
static double reals[N];

static void
read_words(const unsigned char *from, uint32_t *restrict to, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    uint32_t v;
    memcpy(&v, from + 4 * i + 1, sizeof v);
    to[i] = v ^ (uint32_t)i;
  }
}

static uint32_t
load(const void *from)
{
  uint32_t v;
  memcpy(&v, from, sizeof v);
  return v;
}

static void
read_behind_void(const unsigned char *from, uint32_t *restrict to, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i] += load(from + i) * 2654435761u >> 7;
}

static double
read_halves(const uint16_t *from, int n)
{
  double most = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    double d;
    memcpy(&d, &from[4 * i], 8);
    most = d > most ? d : most;
  }
  return most;
}

static void
write_bytes(unsigned char *restrict to, const double *from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    float f = (float)from[i];
    memmove(to + 8 * i, &from[i], sizeof *from);
    memcpy(to + 8 * i + 2, &f, sizeof f);
  }
}

static int
compare(const unsigned char *x, const unsigned char *y, int n)
{
  int same = 0, less = 0, other = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!memcmp(x + i, y + 2 * i, 2))
      same++;
    less += memcmp(&x[i], &y[i], 3) < 0;
    other += memcmp(words + 3, words + i % 4, 8) && memcmp(x, y + i, 1);
  }
  return same + 100 * less + 10000 * other;
}

int
main(void)
{
  for (int i = 0; i < 8 * N + 9; i++) {
    p[i] = (unsigned char)(i * 37 % 5);
    q[i] = (unsigned char)(i * 11 % 7);
  }
  for (int i = 0; i < N; i++) {
    reals[i] = i * 0.37 - 4;
    memcpy(halves + 4 * i, reals + i, 8);
  }
  for (int n = 0; n <= N; n += 25) {
    read_words(p, words, n);
    read_behind_void(p, words, n);
    printf("%u %g", hash(words, sizeof words), read_halves(halves, n));
    printf(" %d", compare(p, q, n));
    write_bytes(p, reals, n);
    printf(" %u\n", hash(p, sizeof p));
  }
  return 0;
}
