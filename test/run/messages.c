// Texts that a loop writes now and then, or beside its inner loops: they come
// when it has ended, in C's order, with the numbers of their iterations.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O1 -D_FORTIFY_SOURCE=2 %s -o %t.checked %link
// RUN: env LOFT_OFFLOAD=cpu %run%t.checked >%t.printed
// RUN: env LOFT_OFFLOAD=disabled %run%t.checked | cmp - %t.printed
#include <stdio.h>

enum { N = 700, SIDE = 60 };

static double x[N], y[N], grid[SIDE][SIDE];
static int v[N];

static void
smooth(int n, int iterations) {
#pragma loft required
  for (int it = 0; it < iterations; it++) {
    double most = 0;
    for (int i = 1; i < n - 1; i++)
      y[i] = (x[i - 1] + x[i + 1]) / 2;
    for (int i = 1; i < n - 1; i++) {
      double change = y[i] > x[i] ? y[i] - x[i] : x[i] - y[i];
      most = change > most ? change : most;
      x[i] = y[i];
    }
    if (it % 10 == 0)
      printf("iteration %d: %.6g\n", it, most);
  }
}

static int
converge(int n, int most, double limit) {
  int it = 0;
  double change = limit + 1;
#pragma loft required
  while (change > limit && it < most) {
    change = 0;
    for (int i = 1; i < n - 1; i++)
      y[i] = (x[i - 1] + x[i + 1]) / 2;
    for (int i = 1; i < n - 1; i++) {
      double d = (y[i] - x[i]) * (y[i] - x[i]);
      change = d > change ? d : change;
      x[i] = y[i];
    }
    if (++it % 7 == 0)
      fprintf(stdout, "%d %g\n", it, change);
  }
  return it;
}

static void
rows(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (i % 100 == 0)
      printf("row %d of %d, %ld, %u, %.3f\n", i, n, (long)i << 40,
             3000000000u + (unsigned)i, i / 8.0);
    double s = 0;
    for (int k = 0; k < 50; k++)
      s += x[i] / (k + 1);
    x[i] = s;
  }
}

static void
several(int side, int times) {
#pragma loft required
  for (int t = 0; t < times; t++) {
    if (t % 100 == 0) {
      fputs("<", stdout);
      fflush(stdout);
    }
    for (int i = 0; i < side; i++)
      for (int k = 0; k < side; k++)
        grid[i][k] = grid[i][k] * 0.5 + 1;
    printf("%d done: %s 100%%\n", t, "ok");
  }
}

static void
marks(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    v[i] = i * 2;
    if (i % 50 == 0)
      puts("fifty");
    if (i % 70 == 0) {
      putchar('a' + i / 70);
    } else if (i % 71 == 0) {
      fputs("x", stdout);
      putchar(10);
    }
  }
}

static int
find(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (i % 64 == 0)
      printf("at %d\n", i);
    if (v[i] > 400) {
      printf("found %d\n", i);
      return i;
    }
    x[i] *= 1.5;
  }
  return -1;
}

int
main(void) {
  for (int n = 0; n <= N; n = n * 5 + 3) {
    for (int i = 0; i < N; i++) {
      x[i] = i * 17 % 101;
      v[i] = i * 2;
    }
    smooth(n, 35);
    printf("%d\n", converge(n, 60, 1e-3));
    printf("%d\n", converge(n, 60, 1e9));
    rows(n);
    several(n % SIDE, n % 130);
    marks(n);
    printf("%d\n", find(n));
    double s = 0;
    for (int i = 0; i < N; i++)
      s = s * 1.0001 + x[i] + v[i] + grid[i % SIDE][i / SIDE];
    printf("%.17g\n", s);
  }
  return 0;
}
