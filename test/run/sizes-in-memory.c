// Loops that count by sizes in memory: up to and including one, with an addend,
// down to 0; and what the variable is afterwards. From and to the largest
// numbers the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -DLARGEST %s -o %t.largest %link
// RUN: %three %t.largest none
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 3000 };
typedef struct part {
  size_t first, shift, size, last, seed;
  float sum;
} part;
static float x[N], y[N];

static size_t
included(const part *p, float *to, const float *from) {
  size_t i;
#pragma loft required
  for (i = p->first; i <= p->last; i++)
    to[i & 2047] = from[i & 2047] + 1;
  return i;
}

static size_t
shifted(const part *p, float *to, const float *from) {
  size_t i;
#pragma loft required
  for (i = 0; i + p->shift < p->size; i++)
    to[i] = from[i + p->shift] * 2;
  return i;
}

static const float *
down(part *p, const size_t *n, float *to, const float *from) {
#pragma loft required
  for (size_t left = *n; left; --left, ++from) {
    *to++ = *from - 1;
    p->sum += *from;
  }
  return from;
}

static size_t
down_to(const part *p, float *to, const float *from) {
  size_t i;
#pragma loft required
  for (i = p->last; i >= 1; i--)
    to[i] = from[i - 1];
  return i;
}

static void
hashed(const part *p, int n, float *to) {
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i] = (float)((p->seed * 0x9e3779b97f4a7c15u + (size_t)i) >> 50);
}

// Prints a result and what was written.
static void
print(size_t result, const part *p) {
  printf("%zu %a %a\n", result, weighted(N, y), p->sum);
}

int
main(void) {
  static const size_t sizes[] = {0, 1, 2, 40, 1999};
  for (int i = 0; i < N; i++)
    x[i] = (float)(i * 37 % 101);
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    size_t n = sizes[k];
    part p = {.last = n, .shift = n / 3, .size = n, .seed = SIZE_MAX - n};
    print(included(&p, y, x), &p);
    print(shifted(&p, y, x), &p);
    print((size_t)(down(&p, &p.size, y, x) - x), &p);
    print(down_to(&p, y, x), &p);
    hashed(&p, (int)n, y);
    print(0, &p);
#ifdef LARGEST
    p = (part){.first = SIZE_MAX - n - 5, .last = SIZE_MAX - 1, .sum = 3};
    print(included(&p, y, x), &p);
    p = (part){.shift = SIZE_MAX - n, .size = n};
    print(shifted(&p, y, x - p.shift), &p);
#endif
    p = (part){.first = n, .shift = n, .size = n / 2};
    print(included(&p, y, x), &p);
    print(shifted(&p, y, x), &p);
  }
}
