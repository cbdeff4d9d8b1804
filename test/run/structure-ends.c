// Pointers to structures and to numbers that are compared with each other:
// first and end of a list, of parameters and of structures, places to leave
// out, differences as bounds.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <stdio.h>
#include <string.h>

#define FN __attribute__((noinline)) static
enum { N = 3000 };
typedef struct {
  float value, sum;
  unsigned id;
  double weight;
} neuron;
typedef struct {
  neuron *first, *last;
  float *begin, *end;
} layer;
static neuron cells[N + 4];
static float numbers[N + 4];

FN void
clear(neuron *p, neuron *e) {
#pragma loft
  for (; p != e; p++)
    p->value = 0;
}

FN void
halve(neuron *p, const neuron *e) {
#pragma loft
  while (p < e) {
    p->sum = p->value / 2;
    p++;
  }
}

FN void
scale(layer *l) {
#pragma loft
  for (neuron *n = l->first; n != l->last; n++)
    n->value = n->sum * 3 + (float)n->id;
}

FN double
total(const layer *l) {
  const neuron *n, *last = l->last;
  double t = 0;
#pragma loft
  for (n = l->first; n != last; n++)
    t += n->weight * n->id;
  return t;
}

FN void
but_one(layer *l, int m, const neuron *x) {
#pragma loft
  for (int i = 0; i < m; i++)
    if (&l->first[i] != x)
      l->first[i].value -= x->sum;
}

FN void
but_place(layer *l, int m, const neuron *x, int k) {
#pragma loft
  for (int i = 0; i < m; i++)
    if (&l->first[i] != x + k)
      l->first[i].id ^= 5;
}

FN void
by_difference(layer *l) {
#pragma loft
  for (int i = 0; i < l->end - l->begin; i++)
    l->begin[i] += 1.5f;
}

FN int
first_zero(const layer *l) {
  int at = -1;
#pragma loft
  for (int i = 0; i < l->last - l->first; i++)
    if (l->first[i].value == 0) {
      at = i;
      break;
    }
  return at;
}

// A pointer that starts some structures further on.
FN void
from_place(neuron *p, int n, int h) {
  neuron *q = p + h;
#pragma loft
  for (int i = 0; i < n; i++)
    p[i].sum = q[i].value;
}

FN void
rows_but(double *a, int n, int m, int h) {
  const double *x = a + h * n;
#pragma loft
  for (int i = 0; i < m; i++) {
    double *y = a + i * n;
    if (y != x)
      for (int j = 0; j < n; j++)
        y[j] -= 2 * x[j];
  }
}

static unsigned
hash(const void *data, size_t n) {
  const unsigned char *p = data;
  unsigned h = 17;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + p[i];
  return h;
}

int
main(void) {
  static const int sizes[] = {1, 2, 3, 63, 1000, N};
  static double rows[40 * 50];
  for (int k = 0; k < 6; k++) {
    int n = sizes[k];
    layer l = {cells + 2, cells + 2 + n, numbers + 1, numbers + 1 + n};
    memset(cells, 0, sizeof cells);
    for (int i = 0; i < N + 4; i++) {
      cells[i] = (neuron){(float)(i % 97), (float)(i % 13), i * 7u, i / 8.0};
      numbers[i] = (float)(i % 5);
    }
    halve(cells + 1, cells + 1 + n);
    scale(&l);
    from_place(cells, n < N / 2 ? n : N / 2, N / 2);
    but_one(&l, n, cells + 4);
    but_place(&l, n, cells, 3);
    by_difference(&l);
    printf("%d %a %d ", n, total(&l), first_zero(&l));
    clear(cells + n / 2, cells + n);
    printf("%d %u %u\n", first_zero(&l), hash(cells, sizeof cells), hash(numbers, sizeof numbers));
  }
  for (int i = 0; i < 2000; i++)
    rows[i] = i * i % 101;
  rows_but(rows, 40, 50, 7);
  printf("%u\n", hash(rows, sizeof rows));
}
