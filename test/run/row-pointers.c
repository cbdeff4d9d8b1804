// Rows behind pointers: at one distance, with gaps, backwards, anywhere, from
// row 1 and column 1 on, in structures, rows of rows.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-30: cpu,
// CHECK-NOT: original:
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { ROWS = 23, COLUMNS = 29, CELLS = 4 * ROWS * COLUMNS };

struct matrix {
  int n;
  double **row;
  float *line[4];
};

static double cells[3][CELLS];
static float lines[4][COLUMNS], boxes[ROWS][COLUMNS][40];
static short marks[CELLS];

static void
add(int n, int m, double **a, double *const *b, double **c)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = a[i][j] + 2 * b[i][j];
}

static void
product(int n, double **a, double **b, double **c)
{
#pragma loft
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      double s = 0;
      for (int k = 1; k <= n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

static void
scale(struct matrix *x, float f)
{
#pragma loft
  for (int i = 0; i < x->n; i++) {
    double *row = x->row[i];
    for (double *p = row; p < row + COLUMNS; p++)
      *p *= f;
    x->line[i & 3][i] = f;
  }
}

static void
sums(int n, int m, float ***v)
{
#pragma loft
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++)
        v[i][j][k] = v[0][j][k] + v[i][m - 1 - j][k + 1];
}

// Every row but the marked ones, which are nowhere.
static void
some(int n, const short *mark, short **x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (!mark[i])
      for (int j = 0; j < COLUMNS; j++)
        x[i][j] += i;
}

// Where row i begins.
static int
place(int how, int i)
{
  int step = COLUMNS + 3;
  return how == 0   ? i * COLUMNS
         : how == 1 ? i * step
         : how == 2 ? (ROWS - i) * step
         : how == 3 ? i * 7 % (ROWS + 2) * step
                    : i * step + i % 3;
}

int
main(void)
{
  for (int how = 0; how < 5; how++) {
    double *a[ROWS + 1], *b[ROWS + 1], *c[ROWS + 1];
    float *row[ROWS][COLUMNS], **box[ROWS];
    short *mark[ROWS];
    struct matrix x = {ROWS, a, {lines[0], lines[2], lines[1], lines[3]}};
    for (int i = 0; i < CELLS; i++)
      for (int k = 0; k < 3; k++)
        cells[k][i] = (i * 7 + k) % 19;
    for (int i = 0; i <= ROWS; i++) {
      a[i] = cells[0] + place(how, i);
      b[i] = cells[1] + place((how + 1) % 5, i);
      c[i] = cells[2] + place(how, i);
    }
    for (int i = 0; i < ROWS; i++) {
      box[i] = row[i];
      for (int j = 0; j < COLUMNS; j++) {
        row[i][j] = how == 2 ? boxes[ROWS - 1 - i][j] : boxes[i][j] + how * (j & 1);
        for (int k = 0; k < 40; k++)
          boxes[i][j][k] = (float)((i + j * k) % 13);
      }
      mark[i] = i % 5 == how ? NULL : marks + place(how, i);
      marks[CELLS - 1 - i] = i % 5 == how;
    }
    add(ROWS, COLUMNS, a, b, c);
    product(ROWS, a, c, b);
    scale(&x, 1.5f);
    sums(ROWS, COLUMNS, box);
    short none[ROWS];
    for (int i = 0; i < ROWS; i++)
      none[i] = i % 5 == how;
    some(ROWS, none, mark);
    add(0, COLUMNS, NULL, NULL, NULL);
    printf("%d: %08x %08x %08x %08x\n", how, hash(cells, sizeof cells),
           hash(lines, sizeof lines), hash(boxes, sizeof boxes),
           hash(marks, sizeof marks));
  }
  return 0;
}
