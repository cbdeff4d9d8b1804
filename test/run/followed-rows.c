// Rows behind pointers that are apart stay where they are on the CPU: at odd
// distances, which are copied, in decreasing order, null where the loop does
// not get to, right before memory that cannot be read, in three levels, of
// different lengths, from a row and a column on, with rows of no index.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-10: cpu,
// CHECK-NOT: original:
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/hash.h"

enum { ROWS = 21, COLUMNS = 33 };

static double block[4 * ROWS * COLUMNS], other[2 * ROWS * COLUMNS];

// Prints what "n" bytes at "p" are.
static void
show(const char *name, const void *p, size_t n)
{
  printf("%s %08x\n", name, hash(p, n));
}

// Memory that ends right before a page which cannot be read.
static char *
at_end(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t all = (bytes + page - 1) / page * page;
  char *p = mmap(NULL, all + page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + all, page, PROT_NONE);
  return p + all - bytes;
}

static void
scale(double **a, int from, int n, int m, double *restrict s)
{
#pragma loft
  for (int i = from; i < n; i++) {
    double t = 0;
    for (int j = 2; j < m; j++)
      t += a[i][j];
    s[i] = t;
    for (int j = 2; j < m; j++)
      a[i][j] = a[i][j] / 2 + s[i];
  }
}

static void
stencil(double **a, double **b, int n, int m)
{
#pragma loft
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[0][0];
}

static void
triangle(double **l, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      l[i][j] = l[i][j] * 3 - j;
}

static void
planes(short ***v, int n, int m, int *restrict s)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++) {
      int t = 0;
      for (int k = 0; k < 5; k++)
        t += v[i][j][k];
      v[i][j][5] = (short)t;
      s[i * m + j] = t;
    }
}

static void
letters(char **w, int n, unsigned *restrict h)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned x = 5381;
    for (const char *p = w[i]; *p; p++)
      x = x * 33 + (unsigned char)*p;
    h[i] = x;
  }
}

static void
count(int **key, int n, int m, unsigned *restrict h)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      h[key[i][j] & 15]++;
}

// Rows of the block "step" bytes apart.
static void
spread(double **a, int step)
{
  for (int i = 0; i < ROWS; i++)
    a[i] = (double *)((char *)block + i * 8 % ROWS * step);
}

int
main(void)
{
  double *a[ROWS], *b[ROWS], s[ROWS] = {0};
  int step[] = {COLUMNS * 8, COLUMNS * 8 + 4, COLUMNS * 16};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 4 * ROWS * COLUMNS; i++)
      block[i] = i % 17 / 4.;
    spread(a, step[k]);
    scale(a, k, ROWS, COLUMNS - k, s);
    for (int i = 0; i < ROWS; i++)
      b[i] = other + (ROWS - i) * COLUMNS + (i == 4);
    stencil(a, b, ROWS, COLUMNS - 1);
    show("block", block, sizeof block);
    show("other", other, sizeof other);
    show("sums", s, sizeof s);
  }
  for (int i = 0; i < ROWS; i++) {
    a[i] = (double *)(void *)at_end(((size_t)i + 1) * 8);
    for (int j = 0; j <= i; j++)
      a[i][j] = i - j;
  }
  a[ROWS - 1] = NULL;
  triangle(a, ROWS - 1);
  for (int i = 0; i < ROWS - 1; i++)
    show("triangle", a[i], ((size_t)i + 1) * 8);
  short **v[4], *row[4][7];
  int t[28] = {0};
  for (int i = 0; i < 4; i++) {
    v[i] = row[i];
    for (int j = 0; j < 7; j++) {
      row[i][j] = j ? (short *)(void *)at_end(12) : NULL;
      for (int k = 0; j && k < 6; k++)
        row[i][j][k] = (short)(i * j + k);
    }
  }
  planes(v, 4, 7, t);
  show("planes", t, sizeof t);
  show("plane", row[3][6], 12);
  char *w[ROWS];
  unsigned h[ROWS];
  for (int i = 0; i < ROWS; i++) {
    w[i] = at_end((size_t)i * 7 % 40 + 1);
    memset(w[i], 'a' + i, (size_t)i * 7 % 40);
  }
  letters(w, ROWS, h);
  show("letters", h, sizeof h);
  int *key[3] = {(int *)(void *)at_end(40), (int *)(void *)at_end(44),
                 (int *)(void *)at_end(40)};
  unsigned counts[16] = {0};
  for (int i = 0; i < 10; i++)
    key[0][i] = key[1][i] = key[2][9 - i] = i * i;
  count(key, 3, 10, counts);
  show("counts", counts, sizeof counts);
  return 0;
}
