// Results stay on several devices, each of which has a part of every array: of
// what one needs of the others only that moves between them, and all comes back
// at the end. Whatever comes in between: regions of one device, borders, sums,
// products with all of an array, other parts; with the original's bits.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: cp %lavapipe %t.1.json
// RUN: cp %lavapipe %t.2.json
// RUN: cp %lavapipe %t.3.json
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// DEFINE: %{two} = env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0,1 LOFT_LOG=1 \
// DEFINE:   VK_DRIVER_FILES=%t.1.json:%t.2.json \
// DEFINE:   VK_ICD_FILENAMES=%t.1.json:%t.2.json LOFT_TEST_KEEP=1
// DEFINE: %{three} = env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0,1,2 \
// DEFINE:   VK_DRIVER_FILES=%t.1.json:%t.2.json:%t.3.json \
// DEFINE:   VK_ICD_FILENAMES=%t.1.json:%t.2.json:%t.3.json LOFT_TEST_KEEP=1
// RUN: %{two} LOFT_TEST_SHARE=1 %run%t > %t.two 2> %t.log
// RUN: cmp %t.original %t.two
// RUN: FileCheck %s --input-file=%t.log
// RUN: %{two} LOFT_TEST_SHARE=1 LOFT_TEST_STAGING=16 %run%t > %t.staged 2> %t.log
// RUN: cmp %t.original %t.staged
// RUN: FileCheck %s --input-file=%t.log
// RUN: %{two} LOFT_TEST_SHARE=3 %run%t > %t.some 2> %t.log
// RUN: cmp %t.original %t.some
// RUN: %{three} LOFT_TEST_SHARE=1 %run%t > %t.three
// RUN: cmp %t.original %t.three
// RUN: %{three} LOFT_TEST_SHARE=4 LOFT_TEST_STAGING=16 %run%t > %t.three
// RUN: cmp %t.original %t.three
// RUN: %{three} %run%t > %t.three
// RUN: cmp %t.original %t.three
//
// Two rows of 254 floats a step, one for each device.
// CHECK: heat {{.*}}: 2 devices: up {{[0-9.]+}} KiB {{.*}}, results stay
// CHECK: heat {{.*}}: 2 devices: up 0 B {{.*}}, 1.98 KiB between devices, results stay
// CHECK: heat {{.*}}: 2 devices: up 0 B {{.*}}, 1.98 KiB between devices, results stay
// A sum of what is there moves nothing.
// CHECK: total {{.*}}: 2 devices: up 0 B {{[^,]*}}, results stay
// CHECK: what stayed comes back
// CHECK: what stayed comes back
// What was sent once, and did not change, is not sent again.
// CHECK: product {{.*}} between devices
// CHECK: product {{.*}}: 2 devices: up 0 B {{[^,]*}}, results stay
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = 256, H = 300, N = 1200, M = 16 };

static void
heat(int h, int w, const float *restrict a, float *restrict b) {
#pragma loft
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++)
      b[i * w + j] = 0.25f * (a[(i - 1) * w + j] + a[(i + 1) * w + j] +
                              a[i * w + j - 1] + a[i * w + j + 1]);
}

// Rows that are mirrored into the border, which one device has.
static void
border(int h, int w, float *restrict a) {
#pragma loft
  for (int j = 0; j < w; j++) {
    a[j] = a[2 * w + j];
    a[(h - 1) * w + j] = a[(h - 3) * w + j];
  }
}

// Fixed values in the first column: elements far apart.
static void
column(int h, int w, float *restrict a) {
#pragma loft
  for (int i = 0; i < h; i++)
    a[i * w] = (float)i;
}

static uint32_t
total(int n, const uint32_t *restrict x) {
  uint32_t s = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i] * 3;
  return s;
}

// Sums of floats that are exact, in pieces of a tree.
static float
tree(int n, const float *restrict x) {
  float s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (float)((int)x[i] & 3);
  return s;
}

// All of x for each part.
static void
product(int n, const uint32_t *restrict x, const uint32_t *restrict m,
        uint32_t *restrict y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    uint32_t s = 0;
    for (int j = 0; j < n; j++)
      s += m[(i * 31 + j) % n] * x[j];
    y[i] = s;
  }
}

// Each iteration needs the one before.
static void
running(int n, uint32_t *restrict x) {
#pragma loft
  for (int i = 1; i < n; i++)
    x[i] = x[i] * 2654435761u + x[i - 1];
}

// Parts that begin elsewhere.
static void
middle(int from, int to, uint32_t *restrict x) {
#pragma loft
  for (int i = from; i < to; i++)
    x[i] = x[i] * 5 + 1;
}

// Every other element.
static void
even(int n, const uint32_t *restrict x, uint32_t *restrict y) {
#pragma loft
  for (int i = 0; i < n / 2; i++)
    y[2 * i] = x[2 * i + 1] + 7;
}

static uint64_t
hash(uint64_t h, const void *p, size_t n) {
  const uint32_t *w = p;
  for (size_t i = 0; i < n / 4; i++)
    h = h * 31 + w[i];
  return h;
}

int
main(void) {
  float *a = malloc(W * H * sizeof *a), *b = malloc(W * H * sizeof *b);
  uint32_t *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y),
           *z = malloc(N * sizeof *z), s = 0;
  float t = 0;
  for (int i = 0; i < W * H; i++)
    a[i] = b[i] = (float)(i % 91);
  for (uint32_t i = 0; i < N; i++)
    x[i] = i * 7, y[i] = i ^ 5, z[i] = i * i;
#pragma loft keep(a, b)
  for (int k = 0; k < 6; k++)
    heat(H, W, k % 2 ? b : a, k % 2 ? a : b);
#pragma loft keep(x)
  {
    middle(0, N, x);
    s += total(N, x);
  }
#pragma loft keep(x, y, z)
  {
    middle(0, N, x);
    middle(0, N, z);
    product(N, x, z, y);
    product(N, x, z, y);
  }
#pragma loft keep(a, b)
  for (int k = 0; k < 4; k++) {
    heat(H, W, a, b);
    border(H, W, b);
    column(H, W, b);
    t += tree(W * H, b);
    heat(H, W, b, a);
  }
#pragma loft keep(x, y, z)
  for (int k = 0; k < 3; k++) {
    middle(0, N, x);
    middle(10 + k, N - 200, x);
    even(N, x, y);
    product(N, y, x, z);
    running(N / 2 + k, z);
    middle(0, N, z);
    even(N - 4, z, x);
    s += total(N, y);
  }
  printf("%016llx\n",
         (unsigned long long)hash(hash(1, a, W * H * 4), b, W * H * 4));
  printf("%016llx\n",
         (unsigned long long)hash(hash(hash(1, x, N * 4), y, N * 4), z, N * 4));
  printf("%u %g\n", s, (double)t);
  free(a), free(b), free(x), free(y), free(z);
  return 0;
}
