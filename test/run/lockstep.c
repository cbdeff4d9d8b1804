// Loops that end where the data says, on a CPU with vectors: lanes wait for the
// last of them, and each keeps what it had when it ended. Widths that are no
// full block, lanes that never start, NaN and infinity as what decides.
// RUN: %clang -O2 -march=native -ffp-contract=off %s -o %t %link
// RUN: %three %t
// RUN: %clang -O3 -mavx2 -mno-fma -c -o /dev/null -fplugin-arg-loft-emit=cpu %s 2>&1 -I%root/include | FileCheck %s
// CHECK-COUNT-6: %any{{[0-9]*}}, %acc
#include <math.h>
#include <stdio.h>

enum { W = 203, H = 31 };
static double root[H * W];
static float decay[W];
static unsigned char steps[H * W];

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
#pragma loft map
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float re = 0, im = 0;
      int k;
      for (k = 0; k < 99; k++) {
        float r2 = re * re, i2 = im * im;
        if (r2 + i2 > 4)
          break;
        im = 2 * re * im + (y - 15) / 13.0f;
        re = r2 - i2 + (x - 130) / 70.0f;
      }
      steps[y * W + x] = (unsigned char)k;
    }
  print(steps, sizeof steps);
#pragma loft map
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double a = x == 7 ? NAN : x == 8 ? INFINITY : x * 0.37 + y, r = 1;
      for (int k = 0; k < y; k++) {
        double next = 0.5 * (r + a / r);
        if (fabs(next - r) < 1e-9)
          break;
        r = next;
      }
      root[y * W + x] = r != r ? -1 : r;
    }
  print(root, sizeof root);
#pragma loft map
  for (int x = 0; x < W; x++) {
    float v = (float)(x - 3);
    for (int k = 0; k < 40 && v > 0.01f; k++)
      v *= 0.75f;
    decay[x] = v;
  }
  print(decay, sizeof decay);
  return 0;
}
