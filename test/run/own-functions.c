// Functions of the program's own that have names of the C library's, compiled
// without builtins: their bodies are what counts.
// RUN: %clang -O2 -fno-builtin %s -o %t %link && %three %t
#include <stdio.h>

static double cos(double x) { return x + 1; }
static int abs(int x) { return x / 3; }
float sinf(float x) { return x * 2; }
static void *memcpy(void *to, const void *from, unsigned long n) {
  *(int *)to = *(const int *)from + (int)n;
  return to;
}

__attribute__((noinline)) static void own(int n, double *x, float *y, int *z) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int copy = 0;
    memcpy(&copy, &z[i], sizeof copy);
    x[i] = cos(x[i]);
    y[i] = sinf(y[i]);
    z[i] = abs(z[i]) + copy;
  }
}

int main(void) {
  static double x[100];
  static float y[100];
  static int z[100];
  for (int i = 0; i < 100; i++)
    x[i] = y[i] = z[i] = -i;
  own(100, x, y, z);
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += i * (x[i] + y[i] + z[i]);
  printf("%g %g %g %d\n", s, x[99], (double)y[99], z[99]);
}
