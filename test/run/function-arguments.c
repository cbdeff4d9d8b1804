// Functions as arguments of functions that are inlined: by name, by address, by
// way of parameters and variables that keep them, of the C library, and of the
// file; several of one function.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { N = 1000 };
#define FN __attribute__((noinline)) static
typedef double fn(double);

static double square(double x)
{
  return x * x;
}

static double half(double x)
{
  return x / 2;
}

static double apply(double x, double (*f)(double))
{
  return f(x);
}

static double twice(fn *f, double x)
{
  return f((*f)(x));
}

static double both(double x, fn *f, fn *g)
{
  return twice(f, x) + apply(x, g);
}

static void map(double *y, const double *x, int n, fn *f)
{
  for (int i = 0; i < n; i++)
    y[i] = f(x[i]);
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double lesser(const double *a, const double *b,
                     int (*compare)(const void *, const void *))
{
  return compare(a, b) <= 0 ? *a : *b;
}

static double greater(double a, double b)
{
  return a > b ? a : b;
}

static double fold(double a, double b, double (*op)(double, double))
{
  return op(a, b);
}

static double simpson(fn *f, double a, double b)
{
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += f(a + (b - a) * i / 8);
  return sum;
}

FN void by_name(double *y, const double *x, int n)
{
#pragma loft map required
  for (int i = 0; i < n; i++)
    y[i] = apply(x[i], square) + apply(x[i], &half) + apply(x[i], sqrt);
}

FN void passed_on(double *y, const double *x, unsigned n)
{
#pragma loft map required
  for (unsigned i = 0; i < n; i++)
    y[i] = both(x[i], square, half) - both(x[i], half, square);
}

FN void loops(double *y, const double *x, int n)
{
#pragma loft region required
  {
    map(y, x, n, half);
    map(y, y, n, square);
  }
}

FN void by_comparison(double *y, const double *x, int n)
{
#pragma loft map required
  for (int i = 0; i + 1 < n; i++)
    y[i] = lesser(&x[i], &x[i + 1], compare);
}

FN double folded(const double *x, size_t n)
{
  double most = -1;
#pragma loft required
  for (size_t i = 0; i < n; i++)
    most = fold(most, x[i], greater);
  return most;
}

FN void variables(double *y, const double *x, const double *end)
{
  fn *f = square;
#pragma loft map required
  for (; x < end; x++)
    *y++ = f(*x) + apply(*x, f);
}

FN void sums(double *y, const double *x, int n)
{
#pragma loft map required
  for (int i = 0; i < n; i++)
    y[i] = simpson(square, 0, x[i]) - simpson(half, x[i], 2);
}

static double y[N];

static void show(void)
{
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum / 3 + y[i];
  printf("%.17g ", sum);
}

int main(void)
{
  static const int sizes[] = {0, 1, 2, 17, N};
  static double x[N];
  for (int i = 0; i < N; i++)
    x[i] = i * 71 % 97 * .37;
  for (int k = 0; k < 5; k++) {
    int n = sizes[k];
    by_name(y, x, n), show();
    passed_on(y, x, (unsigned)n), show();
    loops(y, x, n), show();
    by_comparison(y, x, n), show();
    variables(y, x, x + n), show();
    sums(y, x, n), show();
    printf("%g\n", folded(x, (size_t)n));
  }
}
