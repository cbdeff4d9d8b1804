// Loops that run while their variable is below several bounds.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 \
// RUN:   | FileCheck --implicit-check-not='of loop' %s
// RUN: %three %t
// CHECK-COUNT-5: lifted to map
#include <stdio.h>
enum { N = 300 };
static int x[N], y[N];

static int
up(int n, long m)
{
  int i;
#pragma loft required
  for (i = 0; i < n && i < m; i++)
    x[i] += y[i];
  return i;
}

static int
down(int n, int m, int end)
{
  int i;
#pragma loft required
  for (i = n; i > m && 2 * i > end && i >= 3; i -= 2)
    x[i] -= y[i];
  return i;
}

static void
window(int n)
{
#pragma loft required
  for (int j = 0; j < n; j++) {
    int s = 0;
    for (int i = j > 2 ? j - 2 : 0; i <= j + 2 && i < n; i++)
      s += y[i];
    x[j] ^= s;
  }
}

// The variable does not get to the second bound.
static int
byte(int n)
{
  unsigned char i;
#pragma loft required
  for (i = 0; i < 200 && i < n; i++)
    x[i] += 3;
  return i;
}

static int
among_others(int n, int m)
{
  int i = 0;
#pragma loft required
  while (i < n && i < m) {
    x[i] += i;
    i++;
  }
  return i;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    y[i] = i * 7 % 101;
  static const int sizes[] = {-4, 0, 1, 7, 100, 299};
  for (int a = 0; a < 6; a++) {
    for (int b = 0; b < 6; b++) {
      int n = sizes[a], m = sizes[b];
      printf("%d %d ", up(n, m), down(n, m, 17));
      printf("%d %d\n", byte(10 * n), among_others(n, m));
    }
    window(sizes[a]);
  }
  for (int i = 0; i < N; i++)
    printf("%d\n", x[i]);
}
