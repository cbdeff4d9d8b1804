// Loops that keep what the iteration before loaded: differences, the starts of
// words and of runs, the first descent.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 40000 };
static int x[N], out[N];
static char text[N];

static int
differences(int n, int before)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    out[i] = x[i] - before;
    before = x[i];
  }
  return before;
}

static int
words(int n)
{
  int in_word = 0, k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int is_letter = text[i] != ' ';
    if (is_letter && !in_word)
      out[k++] = i;
    in_word = is_letter;
  }
  return k;
}

static int
count_runs(int n)
{
  int last = -1, k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    k += x[i] != last;
    last = x[i];
  }
  return 3 * k + last;
}

static int
first_descent(int n)
{
  int last = -1;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] < last)
      return i;
    last = x[i];
  }
  return -last;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 1000, N};
  for (int i = 0; i < N; i++) {
    x[i] = i / 3 - (i == 20000) * 7000;
    text[i] = i % 7 && i % 11 ? 'a' : ' ';
  }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("%d: %d %u", n, differences(n, 5), hash(out, sizeof out));
    printf(" %d %u", words(n), hash(out, sizeof out));
    printf(" %d %d\n", count_runs(n), first_descent(n));
  }
  return 0;
}
