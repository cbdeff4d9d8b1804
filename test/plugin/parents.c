// A loop is swapped wherever C lets a statement stand.
// RUN: %clang -O2 -Wall -Wextra -Werror %s -o %t %link
// RUN: %three %t
#include <stdio.h>
enum { N = 1000 };
static int x[N];

static void add(int n, int d) {
  if (n < 0)
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] += d;
  else if (n == 0) {
  } else
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += 2 * d;
}

static void labelled(int n) {
  goto here;
#pragma loft
here:
  for (int i = 0; i < n; i++)
    x[i] ^= i;
}

static void cases(int k) {
  switch (k) {
  case 1:
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] += 1;
    break;
  default:
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] -= 1;
  }
}

static int loops(int n) {
  int k = 0;
  do
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += k;
  while (++k < 3);
  for (int j = 0; j < 2; j++)
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] *= 3;
  while (k-- > 0)
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += i;
  return __extension__({
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += 5;
    n;
  });
}

static void hinted(int n) {
#pragma loft
#pragma clang loop unroll_count(2)
  for (int i = 0; i < n; i++)
    x[i] += 7;
}

int main(void) {
  add(-1, 3), add(N / 2, 1), add(0, 9), labelled(N), cases(1), cases(2);
  int n = loops(N);
  hinted(n);
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (unsigned)x[i];
  printf("%u\n", s);
}
