// What Clang is told to write instead is written, compiles without a word, and
// computes the same.
// RUN: cp %s %t.c
// RUN: %clang -fsyntax-only -Xclang -fixit %t.c 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: FileCheck --check-prefix=WRITTEN %s < %t.c
// RUN: %clang -O1 -Werror %t.c -o %t %link
// RUN: %three %t
#include <stdio.h>

static int
not_a_map(int n, const int *x)
{
  int s = 0;
// SAID: fixits.c.tmp.c:[[#@LINE+2]]:{{.*}}LOFT086
// WRITTEN: pragma loft reduce{{$}}
#pragma loft map
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static void
not_reduced(int n, const int *x, int *restrict y)
{
// SAID: [[#@LINE+2]]:{{.*}}LOFT087
// WRITTEN: pragma loft exact map required
#pragma loft exact reduce required
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 2;
}

static int
other_operator(int n, const int *x)
{
  int s = 1;
// SAID: [[#@LINE+2]]:{{.*}}LOFT088
// WRITTEN: pragma loft reduce(max : s)
#pragma loft reduce(+ : s)
  for (int i = 0; i < n; i++)
    s = x[i] > s ? x[i] : s;
  return s;
}

static void
misspelt(int n, int *x)
{
// SAID: [[#@LINE+2]]:{{.*}}LOFT100
// WRITTEN: pragma loft required exact
#pragma loft requird exact
  for (int i = 0; i < n; i++)
    x[i] += 3;
}

static void
twice(int n, int *x)
{
// SAID: [[#@LINE+2]]:{{.*}}LOFT101
// WRITTEN: pragma loft map {{$}}
#pragma loft map region
  for (int i = 0; i < n; i++)
    x[i] *= 3;
}

int
main(void)
{
  int x[40], y[40];
  for (int i = 0; i < 40; i++)
    x[i] = i * 7 % 13;
  not_reduced(40, x, y);
  misspelt(39, y);
  twice(38, y);
  printf("%d %d %d\n", not_a_map(40, x), other_operator(40, y), y[39]);
  return 0;
}
