// Spans of offsets, empty and backwards ones among them, appended at an int.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>

enum { N = 900, CAP = 30000 };
static int row[N + 1], col[CAP], level[N], t[CAP];

static int
spans(int n, const int *restrict row, const int *restrict col, int k, int *restrict t)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int e = row[i]; e < row[i + 1]; e++)
      t[k++] = col[e];
  return k;
}

static int
some(int n, const int *restrict level, const int *restrict row, const int *restrict col,
     int *restrict t)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (level[i] & 1)
      for (int e = row[i]; e < row[i + 1]; e++)
        t[k++] = col[e] - i;
  return k;
}

static void
show(int k)
{
  unsigned s = (unsigned)k;
  for (int i = 0; i < CAP; i++)
    s = s * 31 + (unsigned)t[i];
  printf("%d %u\n", k, s);
}

int
main(void)
{
  unsigned r = 9;
  for (int i = 0; i <= N; i++) {
    r = r * 1103515245 + 12345;
    row[i] = i * 4 + (int)(r >> 16) % 30;
    if (i < N)
      level[i] = (int)(r >> 20);
  }
  for (int e = 0; e < CAP; e++)
    col[e] = e * 7 % 1001;
  show(spans(N, row, col, 0, t));
  show(spans(N, row, col, 5, t));
  show(spans(0, row, col, 3, t));
  row[1] = 6000;
  show(spans(N, row, col, 0, t));
  show(some(N, level, row, col, t));
}
