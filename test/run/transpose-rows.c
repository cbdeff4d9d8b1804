// Transpositions of sparse matrices by rows: as a whole, in which the region
// counts; places handed out alone, in either spelling; and what else folds by
// key in a nest, images and lists too.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { COLUMNS = 6000 };

typedef struct matrix {
  int rows, n;
  int *begin, *column;
  double *v;
} matrix;

static void
whole(matrix a, int *begin, int *pos, int *row, double *v)
{
#pragma loft region
  {
    for (int j = 0; j <= COLUMNS; j++)
      begin[j] = 0;
    for (int i = 0; i < a.rows; i++)
      for (int k = a.begin[i]; k < a.begin[i + 1]; k++)
        begin[a.column[k] + 1]++;
    for (int j = 0; j < COLUMNS; j++)
      begin[j + 1] += begin[j];
    for (int j = 0; j < COLUMNS; j++)
      pos[j] = begin[j];
    for (int i = 0; i < a.rows; i++)
      for (int k = a.begin[i]; k < a.begin[i + 1]; k++) {
        int q = pos[a.column[k]]++;
        row[q] = i;
        v[q] = a.v[k];
      }
  }
}

// One loop after the other, of few columns.
static void
steps(matrix a, int *count, int *row, double *v)
{
  memset(count, 0, COLUMNS * sizeof *count);
#pragma loft
  for (int i = 0; i < a.rows; i++)
    for (int k = a.begin[i]; k < a.begin[i + 1]; k++)
      count[(unsigned)a.column[k] % 100 + 1]++;
#pragma loft
  for (int j = 0; j < 100; j++)
    count[j + 1] += count[j];
#pragma loft
  for (int i = 0; i < a.rows; i++)
    for (int k = a.begin[i]; k < a.begin[i + 1]; k++) {
      row[count[(unsigned)a.column[k] % 100]] = i;
      v[count[(unsigned)a.column[k] % 100]++] = a.v[k];
    }
}

// The number of an element in its column, and lists of elements by column.
static void
numbers(matrix a, int *count, int *number, int *head, int *next)
{
#pragma loft
  for (int i = 0; i < a.rows; i++)
    for (int k = a.begin[i]; k < a.begin[i + 1]; k++)
      number[k] = count[a.column[k]]++;
#pragma loft
  for (int i = 0; i < a.rows; i++)
    for (int k = a.begin[i]; k < a.begin[i + 1]; k++) {
      next[k] = head[a.column[k]];
      head[a.column[k]] = k;
    }
}

static void
pixels(int h, int w, const unsigned char *image, int *pos, int *x, int *y)
{
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      int q = pos[image[i * w + j]]++;
      x[q] = j;
      y[q] = i;
    }
}

static void
check(int rows, int longest)
{
  matrix a = {.rows = rows, .begin = calloc((size_t)rows + 1, sizeof(int))};
  for (int i = 0; i < rows; i++) {
    unsigned r = (unsigned)i * 2654435761u;
    a.begin[i + 1] = a.begin[i] + (r % 3 ? (int)(r >> 8) % (longest + 1) : 0);
  }
  a.n = a.begin[rows];
  size_t room = (size_t)a.n + 1;
  a.column = malloc(room * sizeof(int)), a.v = malloc(room * sizeof(double));
  for (int k = 0; k < a.n; k++) {
    unsigned r = (unsigned)k * 2246822519u;
    a.column[k] = (int)((r ^ r >> 11) % COLUMNS);
    a.v[k] = k * 0.5;
  }
  int *begin = calloc(COLUMNS + 1, sizeof(int));
  int *pos = calloc(COLUMNS + 1, sizeof(int));
  int *row = calloc(room, sizeof(int)), *next = calloc(room, sizeof(int));
  double *v = calloc(room, sizeof(double));
  whole(a, begin, pos, row, v);
  printf("%d %d: %08x %08x", rows, a.n, hash(begin, (COLUMNS + 1) * 4), hash(pos, COLUMNS * 4));
  printf(" %08x %08x\n", hash(row, room * 4), hash(v, room * 8));
  steps(a, pos, row, v);
  printf("  %08x %08x %08x\n", hash(pos, COLUMNS * 4), hash(row, room * 4), hash(v, room * 8));
  numbers(a, pos, row, begin, next);
  printf("  %08x %08x", hash(pos, COLUMNS * 4), hash(row, room * 4));
  printf(" %08x %08x\n", hash(begin, COLUMNS * 4), hash(next, room * 4));
  free(a.begin), free(a.column), free(a.v), free(begin), free(pos), free(row), free(next), free(v);
}

static void
check_pixels(int h, int w)
{
  int n = h * w, pos[256] = {0};
  size_t room = (size_t)n + 1;
  unsigned char *image = malloc(room);
  int *x = calloc(room, sizeof(int)), *y = calloc(room, sizeof(int));
  for (int i = 0; i < n; i++)
    image[i] = (unsigned char)((unsigned)i * 2654435761u >> 19);
  for (int i = 0; i < n; i++)
    if (image[i] < 255)
      pos[image[i] + 1]++;
  for (int i = 0; i < 255; i++)
    pos[i + 1] += pos[i];
  pixels(h, w, image, pos, x, y);
  printf("%d %d: %08x %08x %08x\n", h, w, hash(pos, sizeof pos), hash(x, room * 4), hash(y, room * 4));
  free(image), free(x), free(y);
}

int
main(void)
{
  static const int rows[] = {0, 1, 2, 100, 4000};
  for (int i = 0; i < 5; i++) {
    check(rows[i], 0);
    check(rows[i], i + 1);
    check(rows[i], 30);
  }
  check_pixels(0, 5);
  check_pixels(3, 0);
  check_pixels(1, 1);
  check_pixels(40, 300);
  return 0;
}
