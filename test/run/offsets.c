// Rows that start at an offset, are written backwards, or both: what is added
// to every subscript asks nothing of the row's length.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 \
// RUN:   | FileCheck --implicit-check-not='loop of' %s
// RUN: %three %t
// CHECK-COUNT-6: lifted to map
#include <stdio.h>
enum { ROW = 24, N = ROW * ROW };
static int a[N];

static void
inside(int n, int m, int *y)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j + 5] += i * j;
}

static void
strided(int n, int st, int *y)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i * st + 8] += i;
    y[i * st + 7] += y[i * st + 8];
  }
}

static void
strided_down(int n, int st, int *y)
{
#pragma loft required
  for (int i = n; i > 0; i -= st)
    y[i + 9] -= i;
}

static void
rows_down(int n, int *y)
{
#pragma loft required
  for (int i = n - 1; i >= 0; i--)
    for (int j = n - 1; j > i; j -= 2)
      y[i * ROW + j] += i - j;
}

static void
both_down(int n, int m, int *y)
{
#pragma loft required
  for (int i = n - 1; i >= 0; i--)
    for (int j = m - 1; j >= 0; j--)
      y[i * m + j] ^= i + j;
}

static void
mixed(int n, int m, int *y)
{
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[(i + 1) * m - 1 - j] *= 3 + j;
}

static void
show(const char *what)
{
  printf("%s", what);
  for (int i = 0; i < N; i++)
    printf(" %d", a[i]);
  printf("\n");
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int n = 1; n < ROW; n += 7) {
    inside(n, n + 1, a);
    show("inside");
    strided(n, 2, a);
    strided(n, 11, a);
    show("strided");
    strided_down(n, 1, a);
    strided_down(n, 5, a);
    show("strided down");
    rows_down(n, a);
    show("rows down");
    both_down(n, 8, a);
    show("both down");
    mixed(n, 8, a);
    show("mixed");
  }
}
