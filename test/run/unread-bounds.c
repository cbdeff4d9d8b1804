// What counts a loop is read where C reads it: a bound behind another test not
// before that, a step not without an iteration.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stddef.h>
#include <stdio.h>
enum { N = 500 };
struct steps {
  int first, by;
};
static int x[N], y[N];

static void
behind_flag(int n, int flag, const int *bound)
{
#pragma loft required
  for (int j = 0; j < n; j++) {
    int s = 0;
    for (int i = 0; flag && i < *bound; i++)
      s += i ^ j;
    y[j] = s;
  }
}

static void
behind_data(int n, const int *bounds)
{
#pragma loft required
  for (int j = 0; j < n; j++) {
    int s = 0;
    for (int i = 0; x[j] > 0 && i < bounds[x[j]]; i++)
      s += i;
    y[j] = s;
  }
}

static void
no_iteration(int n, int m, const struct steps *steps)
{
#pragma loft required
  for (int j = 0; j < n; j++) {
    int s = 0;
    for (int i = 0; i < m; i += steps->by)
      s += i;
    y[j] = s;
  }
}

static void
show(const char *what)
{
  printf("%s", what);
  for (int j = 0; j < N; j += 7)
    printf(" %d", y[j]);
  printf("\n");
}

int
main(void)
{
  int bounds[] = {5, 9, 2};
  struct steps by_two = {1, 2};
  behind_flag(N, 0, NULL);
  show("none");
  behind_flag(N, 1, bounds);
  show("five");
  behind_data(N, NULL);
  show("none");
  for (int j = 0; j < N; j++)
    x[j] = j % 3;
  behind_data(N, bounds);
  show("some");
  no_iteration(N, 0, NULL);
  show("none");
  no_iteration(N, 20, &by_two);
  show("twos");
}
