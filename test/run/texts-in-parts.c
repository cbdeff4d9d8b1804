// Walks through texts up to their end that go on until they break, that ask at
// which mark an inner loop stopped, and that pass over blanks by a class.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <ctype.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 2049 };
static char text[N + 1];
static int at[N + 1], ends[N + 1];
static size_t starts[N + 1];

static size_t
count(const char *restrict p)
{
  size_t n = 0;
#pragma loft
  for (;;) {
    while (*p == ' ')
      p++;
    if (!*p)
      break;
    n++;
    while (*p && *p != ' ')
      p++;
  }
  return n;
}

static int
ends_of(const char *restrict s, int i, int *restrict q)
{
  int n = 0;
#pragma loft
  while (1) {
    while (s[i] == ' ' || s[i] == ',')
      i++;
    if (s[i] == '\0')
      break;
    while (s[i] != '\0' && s[i] != ' ' && s[i] != ',')
      i++;
    q[n++] = i;
  }
  return n;
}

static int
classes(const char *restrict s, size_t *restrict start)
{
  int n = 0;
  size_t i = 0;
#pragma loft
  while (s[i]) {
    if (isspace((unsigned char)s[i])) {
      i++;
      continue;
    }
    start[n++] = i;
    while (s[i] && !isspace((unsigned char)s[i]))
      i++;
  }
  return n;
}

static int
fields(const char *restrict s, int *restrict p)
{
  int n = 0, i = 0;
#pragma loft
  while (s[i]) {
    p[n++] = i;
    while (s[i] && s[i] != ',')
      i++;
    if (s[i] == ',')
      i++;
  }
  return n * 10000 + i;
}

int
main(void)
{
  static const int lengths[] = {N, 1000, 77, 2, 1, 0};
  unsigned seed = 3;
  for (int kind = 0; kind < 6; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      text[i] = (char)(kind == 0   ? ' '
                       : kind == 1 ? 'x'
                       : kind == 2 ? "a b,12\n ,07"[r % 11]
                       : kind == 3 ? (int)(r % 255 + 1)
                       : kind == 4 ? (r % 60 ? 'a' : ',')
                                   : ',');
    }
    for (int k = 0; k < 6; k++) {
      text[lengths[k]] = 0;
      printf("%zu %d %x", count(text), ends_of(text, lengths[k] / 2, ends), hash(ends, sizeof ends));
      printf(" %d %x", classes(text, starts), hash(starts, sizeof starts));
      printf(" %d %x\n", fields(text, at), hash(at, sizeof at));
    }
  }
  return 0;
}
