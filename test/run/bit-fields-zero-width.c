// A bit-field of no bits is no part of a structure that is copied.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

struct part {
  int p;
  long c : 40;
  unsigned : 0;
  short d : 3;
  char q;
  unsigned b : 12;
  int x;
};
static struct part a[40], b[40];

__attribute__((noinline)) static void
change(int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct part t = a[i];
    t.d += i;
    b[i] = t;
  }
}

__attribute__((noinline)) static void
choose(int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct part t = a[i], u = b[i];
    if (t.b < u.b) {
      u.d = t.d;
      a[i] = u;
    } else {
      a[i] = t;
    }
  }
}

int
main(void)
{
  for (int i = 0; i < 40; i++)
    a[i] = (struct part){.d = i % 4, .q = 3 * i, .b = i * 50 % 4096, .x = -i};
  change(40);
  for (int i = 0; i < 40; i++) {
    b[i].b = 900;
    b[i].q++;
  }
  choose(40);
  for (int i = 0; i < 40; i++)
    printf("%d %d %d %d; %d %d\n", a[i].d, a[i].q, a[i].b, a[i].x, b[i].d,
           b[i].b);
}
