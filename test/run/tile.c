// Matrix products large enough for tiles, with rests each way: rows, columns,
// steps. Two sums at once, an element that is the start, the other factor
// transposed.
// RUN: %clang -O2 -ffp-contract=off %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -ffp-contract=off %s -o %t -fplugin-arg-loft-emit=gpu %link 2>&1 | FileCheck %s
// CHECK-COUNT-3: %s15: f{{[0-9]+.*}} = loop (%k{{[0-9]*}} <
#include <stdio.h>

enum { N = 1029, M = 530, P = 11 };
static float a[N * P], b[P * M], c[N * M];
static double d[N * P], e[M * P], g[N * M];

// Prints a number that depends on all "n" bytes at "p".
static void
print(const void *p, size_t n)
{
  const unsigned char *bytes = p;
  unsigned long long h = 14695981039346656037u;
  for (size_t k = 0; k < n; k++)
    h = (h ^ bytes[k]) * 1099511628211u;
  printf("%llx\n", h);
}

int
main(void)
{
  for (int k = 0; k < N * P; k++) {
    a[k] = (float)((k * 7919) % 1013) / 7 - 70;
    d[k] = ((k * 6007) % 1009) / 3.0;
  }
  for (int k = 0; k < M * P; k++) {
    b[k] = (float)((k * 5003) % 997) / 11;
    e[k] = ((k * 4001) % 991) / 13.0 - 30;
  }
#pragma loft
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      float s = 0;
      for (int k = 0; k < P; k++)
        s += a[i * P + k] * b[k * M + j];
      c[i * M + j] = s;
    }
  print(c, sizeof c);
#pragma loft
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      float least = c[i * M + j], s = 1;
      for (int k = 0; k < P; k++) {
        float v = a[i * P + k] * b[k * M + j];
        s += v;
        least = v < least ? v : least;
      }
      c[i * M + j] = s * least;
    }
  print(c, sizeof c);
#pragma loft
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      double s = 0;
      for (int k = 0; k < P; k++)
        s -= d[i * P + k] * e[j * P + k];
      g[i * M + j] = s;
    }
  print(g, sizeof g);
}
