// Buffers of structures that change places after each step: with all their
// fields, also those that the step does not touch.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#define N 200

struct in {
  float w;
  short k;
};
struct s {
  float x;
  int id;
  struct in in;
  double d;
};

static float
steps(int n, int count, struct s *a, struct s *b) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = (struct s){i, i % 7, {1, 2}, i};
    b[i] = (struct s){0, 1, {3, 4}, -i};
  }
#pragma loft region
  {
    for (int t = 0; t < count; t++) {
      for (int i = 1; i < n - 1; i++)
        b[i].x = a[i - 1].x * 0.5f + a[i + 1].x * a[i].id;
      struct s *other = a;
      a = b;
      b = other;
    }
    for (int i = 0; i < n; i++)
      b[i].d = a[i].x + a[i].in.k;
  }
  for (int i = 0; i < n; i++)
    sum += (float)b[i].d + a[i].x + (float)a[i].in.k * b[i].id;
  return sum;
}

int
main(void) {
  struct s *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  for (int count = 0; count < 4; count++)
    printf("%a\n", steps(N, count, a, b));
}
