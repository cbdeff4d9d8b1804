// Values folded together with where they are: first and last ones, NaN and
// zeros among them, several in one loop, running ones, and conditional values.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float *x;
static int *k, *out;

static void
extremes(int n)
{
  float lo = x[0], hi = x[0], last = INFINITY;
  int at_lo = 0, at_hi = 0, at_last = -1;
#pragma loft
  for (int i = 1; i < n; i++) {
    if (x[i] < lo) {
      lo = x[i];
      at_lo = i;
    }
    if (hi < x[i])
      hi = x[i], at_hi = i;
  }
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] <= last) {
      last = x[i];
      at_last = i;
    }
  printf("%a %d %a %d %a %d\n", (double)lo, at_lo, (double)hi, at_hi,
         (double)last, at_last);
}

static void
integers(int n, int far)
{
  long best = far;
  int at = -7, which = 0, position = -1, count = 0;
  unsigned seen = 0;
#pragma loft
  for (int i = n - 1; i >= 0; i--) {
    long distance = labs((long)k[i] - 250);
    if (distance < best) {
      best = distance;
      at = i;
      which = k[i];
    }
    count += k[i] > 100;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] > 400)
      position = i;
    if (!(k[i] & 1))
      seen = (unsigned)k[i] + 1;
  }
  printf("%ld %d %d %d %d %u\n", best, at, which, count, position, seen);
}

static void
running(int n)
{
  int least = 1000, at = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (k[i] < least) {
      least = k[i];
      at = i;
    }
    out[i] = at * 4 + (least & 3);
  }
  unsigned hash = 1;
  for (int i = 0; i < n; i++)
    hash = hash * 31 + (unsigned)out[i];
  printf("%d %d %u\n", least, at, hash);
}

int
main(void)
{
  static const int sizes[] = {1, 2, 40, 300, 5000, 70001};
  x = malloc(70001 * sizeof *x), k = malloc(70001 * sizeof *k);
  out = malloc(70001 * sizeof *out);
  for (int s = 0; s < 6; s++) {
    int n = sizes[s];
    for (int i = 0; i < n; i++) {
      k[i] = (int)(i * 2654435761u >> 16) % 1000 - 450;
      x[i] = i % 7 == 3 ? NAN : k[i] % 50 ? (float)(k[i] / 3) : -0.0f;
    }
    extremes(n);
    integers(n, 90);
    integers(n, -1);
    running(n);
    for (int i = 0; i < n; i++)
      x[i] = s & 1 ? NAN : i & 1 ? 0.0f : -0.0f;
    extremes(n);
  }
}
