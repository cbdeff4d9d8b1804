// Filters without branches, and stores where counters stand.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 3000 };
static int x[N], out[8 * N];
static unsigned char lengths[N];

static int
keep(int n, int *out, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k += x[i] % 3 == 0;
  }
  return k;
}

static unsigned
down(int n, int *out, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = i;
    if (x[i] % 3 == 0)
      k -= 2;
    else if (x[i] % 5 == 0)
      k--;
  }
  return k;
}

static long
firsts(int n, int *out)
{
  long k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = i;
    k += lengths[i];
  }
  return k;
}

static void
show(const char *what, long k)
{
  unsigned h = 0;
  for (int i = 0; i < 8 * N; i++) {
    h = h * 31 + (unsigned)out[i];
    out[i] = -i;
  }
  printf("%s %ld %u\n", what, k, h);
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = (int)(i * 2654435761u >> 12);
    lengths[i] = x[i] & 7;
  }
  show("", 0);
  show("keep", keep(N, out, 0));
  show("keep", keep(N / 2 + 1, out, 7));
  show("keep", keep(1, out, 0));
  show("keep", keep(0, out, 0));
  show("down", down(N, out, 2 * N));
  show("firsts", firsts(N, out));
  return 0;
}
