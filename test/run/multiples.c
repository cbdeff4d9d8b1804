// Loops that end where a multiple of their variable does, up and down.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
enum { N = 400 };
static int x[N];

static void
up(int from, int n, int step)
{
  int i;
#pragma loft required
  for (i = from; 3 * i + 1 <= n; i += step)
    x[i] += i;
  x[0] += i;
}

static void
down(short from, int end)
{
  short i;
#pragma loft required
  for (i = from; end < i * 2; i -= 3)
    x[i] -= i;
  x[1] += i;
}

static void
bytes(unsigned char n)
{
  unsigned char i;
#pragma loft required
  for (i = 0; 2 * i != 2 * n; i++)
    x[i] ^= 7;
  x[2] += i;
}

int
main(void)
{
  for (int n = -7; n < 3 * N - 9; n += 97)
    for (int step = 1; step < 9; step += 7) {
      up(5, n, step);
      down((short)(n / 3 + 20), 31);
    }
  bytes(255);
  bytes(0);
  for (int i = 0; i < N; i++)
    printf("%d\n", x[i]);
}
