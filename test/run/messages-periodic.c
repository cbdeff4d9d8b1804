// Texts written in iterations at regular distances, of which the first is none;
// to streams that are arguments or members, by functions, with texts that are
// chosen: they come when the loop has ended.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O1 -D_FORTIFY_SOURCE=2 %s -o %t.checked %link
// RUN: env LOFT_OFFLOAD=cpu %run%t.checked >%t.printed
// RUN: env LOFT_OFFLOAD=disabled %run%t.checked | cmp - %t.printed
#include <stdio.h>

enum { N = 700 };

struct settings {
  FILE *log;
  int every;
};

static double x[N], y[N];

static void
last_of_each(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 2;
    if (i % 128 == 127)
      printf("%d %g\n", i, y[i]);
  }
}

static void
counted(FILE *f, int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 3;
    if (++k % 100 == 0)
      fprintf(f, "%d done\n", k), fflush(f);
  }
}

static void
member(const struct settings *s, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + 3;
    if (!(i % s->every))
      fprintf(s->log, "%d %g\n", i, y[i]);
  }
}

static void
by_value(struct settings s, int n, int every) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i] + 4;
    if (every && i % every == 0)
      fputs("*", s.log);
  }
}

static void
report(FILE *f, const char *what, int i, double v) {
  fprintf(f, "%s: %d: %g %s\n", what, i, v,
          v > 100  ? "much"
          : v > 10 ? "some"
                   : "little");
}

static void
functions(FILE *f, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 3;
    if ((i & 127) == 127)
      report(f, "last", i, y[i]);
    else if ((i & 127) == 0)
      report(stdout, "first", i, y[i]);
  }
}

static void
step(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 0.5 + 1;
}

static void
steps(int n, int times) {
#pragma loft required
  for (int t = 0; t < times; t++) {
    step(x, y, n);
    step(y, x, n);
    printf("step %d\n", t);
  }
}

int
main(void) {
  const struct settings s = {stdout, 150};
  for (int n = 0; n <= N; n = n * 5 + 3) {
    for (int i = 0; i < N; i++)
      x[i] = i * 17 % 101;
    last_of_each(n);
    counted(stdout, n);
    member(&s, n);
    by_value(s, n, 60);
    by_value(s, n, 0);
    functions(stdout, n);
    steps(n, 9);
    double sum = 0;
    for (int i = 0; i < N; i++)
      sum = sum * 1.0001 + x[i] + y[i];
    printf("%.17g\n", sum);
  }
  return 0;
}
