// Regions with sums of floats and functions of <math.h>, whose loops run in
// chunks one by one where they are larger than the device's memory, have the
// bits that they have at once.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu %run%t > %t.cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_MEMORY=128K \
// RUN:   LOFT_LOG=1 %run%t > %t.inner 2> %t.log
// RUN: cmp %t.cpu %t.inner
// RUN: FileCheck %s --input-file=%t.log
// Inner regions with little work run lifted, too.
// RUN: env LOFT_DEVICE=llvmpipe LOFT_MEMORY=1K %run%t 200 > %t.few
// RUN: env LOFT_OFFLOAD=cpu %run%t 200 | cmp - %t.few
// CHECK: loft: normalise {{.*}}: original: its loops run one by one: it takes {{.*}}, and it is more than parallel loops
// CHECK-COUNT-3: loft: normalise {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: softmax {{.*}}: original: its loops run one by one
// CHECK-COUNT-3: loft: softmax {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: gradients {{.*}}: original: its loops run one by one
// CHECK-COUNT-11: loft: gradients {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// CHECK: loft: decay {{.*}}: original: its loops run one by one
// CHECK-COUNT-2: loft: decay {{.*}}: vulkan, {{.*}}: {{[0-9]+}} chunks: up
// Sums by key depend on all that a region touches of an array, and exp between
// the loops would be the C library's.
// CHECK-NOT: original
// CHECK: loft: weigh {{.*}}: cpu, {{.*}}: it takes {{.*}}, and it is more than parallel loops
// CHECK-NOT: original
// CHECK: loft: cool {{.*}}: cpu, {{.*}}: it takes {{.*}}, and it is more than parallel loops
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 1 << 16 };
static float x[N], y[N], p[N], q[N], r[N], v[N];
static double d[N];
static int key[N];

// Mean and deviation.
__attribute__((noinline)) static float
normalise(int n) {
  float s = 0, t = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      s += x[i];
    float mean = s / (float)n;
    for (int i = 0; i < n; i++)
      t += (x[i] - mean) * (x[i] - mean);
    float deviation = sqrtf(t / (float)n);
    for (int i = 0; i < n; i++)
      y[i] = (x[i] - mean) / deviation;
  }
  return s;
}

__attribute__((noinline)) static void
softmax(int n) {
#pragma loft region
  {
    float most = y[0], s = 0;
    for (int i = 1; i < n; i++)
      most = fmaxf(most, y[i]);
    for (int i = 0; i < n; i++) {
      y[i] = expf(y[i] - most);
      s += y[i];
    }
    for (int i = 0; i < n; i++)
      y[i] /= s;
  }
}

// Conjugate gradients.
__attribute__((noinline)) static int
gradients(int n) {
  int k = 0;
#pragma loft region
  {
    float rr = 0;
    for (int i = 0; i < n; i++)
      rr += r[i] * r[i];
    while (rr > 1e-3f && k < 2) {
      for (int i = 1; i < n - 1; i++)
        q[i] = 2.5f * p[i] - p[i - 1] - p[i + 1];
      float pq = 0;
      for (int i = 0; i < n; i++)
        pq += p[i] * q[i];
      float alpha = rr / pq;
      for (int i = 0; i < n; i++) {
        v[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      float old = rr;
      rr = 0;
      for (int i = 0; i < n; i++)
        rr += r[i] * r[i];
      float beta = rr / old;
      for (int i = 0; i < n; i++)
        p[i] = r[i] + beta * p[i];
      k++;
    }
  }
  return k;
}

__attribute__((noinline)) static double
decay(int n, int steps) {
  double e = 0;
#pragma loft
  for (int t = 0; t < steps; t++) {
    e = 0;
    for (int i = 0; i < n; i++) {
      d[i] *= exp(-(double)(i % 7) * 0.1);
      e += d[i] * d[i];
    }
    if (e < 1)
      break;
  }
  return e;
}

__attribute__((noinline)) static void
weigh(int n) {
#pragma loft region
  {
    float s = 0;
    for (int i = 0; i < n; i++)
      v[key[i]] += y[i];
    for (int i = 0; i < n; i++)
      s += v[i];
    for (int i = 0; i < n; i++)
      v[i] /= s;
  }
}

__attribute__((noinline)) static void
cool(int n, int steps) {
#pragma loft
  for (int t = 0; t < steps; t++) {
    double k = exp(-(double)t);
    for (int i = 0; i < n; i++)
      d[i] *= k;
    for (int i = 0; i < n / 2; i++)
      d[i] += d[n - 1 - i];
  }
}

int
main(int count, char **words) {
  int n = count > 1 ? atoi(words[1]) : N;
  for (int i = 0; i < n; i++) {
    x[i] = (float)(i * 37 % 1001) * 0.01f;
    r[i] = p[i] = x[i] + 1;
    d[i] = x[i];
    key[i] = i * 7 % 60;
  }
  printf("%a\n", normalise(n));
  softmax(n);
  printf("%08x\n", hash(y, sizeof y));
  printf("%d\n", gradients(n));
  printf("%08x %08x\n", hash(v, sizeof v), hash(r, sizeof r));
  printf("%a ", decay(n, 2));
  printf("%08x\n", hash(d, sizeof d));
  weigh(n);
  cool(n, 2);
  printf("%08x %08x\n", hash(v, sizeof v), hash(d, sizeof d));
  return 0;
}
