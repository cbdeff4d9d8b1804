// A field of a variable from outside, changed in an inner loop through its
// address: the loop carries it, also where nothing reads it afterwards.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 500 };

struct state {
  int weight[6], sum;
};

__attribute__((noinline)) static int
sums(int n, int *out) {
  struct state s = {.weight = {3, 1, 4, 1, 5, 9}};
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct state *p = &s;
    p->sum = i;
    for (int j = 0; j < 6; j++)
      p->sum += p->weight[j];
    out[i] = p->sum;
  }
  return s.sum;
}

__attribute__((noinline)) static int
steps(int n, int *out) {
  struct state s = {0};
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct state *p = &s;
    int t = 0;
    p->sum = i;
    for (int j = 0; j < 6; j++) {
      t = 3 * t + p->sum;
      p->sum = j;
    }
    out[i] = t;
    p->sum = 0;
  }
  return s.sum;
}

int
main(void) {
  static int out[N];
  int last = sums(N, out);
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  last += steps(N, out);
  for (int i = 0; i < N; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%d %u\n", last, sum);
  return 0;
}
