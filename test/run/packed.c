// Packed structures of numbers and arrays of them are seen as bytes.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <stdint.h>
#include <stdio.h>

enum { N = 300 };

#pragma pack(push, 1)
typedef struct {
  float normal[3], corner[3][3];
  uint16_t attribute;
} facet;
typedef struct {
  uint8_t tag;
  int32_t value;
  unsigned low : 3, high : 13;
  double weight;
} record;
#pragma pack(pop)

static facet f[N];
static record r[N], q[N];
static float x[N];

// Means of corners, and an attribute.
__attribute__((noinline)) static void
facets(int n, facet *p, float *o)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++)
        s += p[i].corner[k][j] * p[i].normal[j];
    o[i] = s / 3;
    p[i].attribute ^= (uint16_t)i;
    p[i].normal[1] = -p[i].normal[1];
  }
}

// Fields, bit-fields and whole structures.
__attribute__((noinline)) static long
records(int n, record *p, record *to)
{
  long s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    record one = p[i], *at = &to[i];
    one.value += one.tag;
    s += one.value;
    *at = one;
    at->high = p[n - 1 - i].low + 5u;
    at->weight *= 2;
  }
  return s;
}

// The greatest, behind a pointer that walks.
__attribute__((noinline)) static double
greatest(int n, const record *p)
{
  double most = 0;
#pragma loft
  for (const record *e = p + n; p < e; p++)
    if (p->weight > most)
      most = p->weight;
  return most;
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) {
      f[i].normal[k] = (float)(i % 7 - k);
      for (int j = 0; j < 3; j++)
        f[i].corner[k][j] = (float)(i + k * j);
    }
    r[i] = (record){(uint8_t)i, i * -77777, i & 7u, i * 5u & 8191u, i * 0.5};
  }
  facets(N, f, x);
  long s = records(N, r, q);
  double g = greatest(N, q);
  uint32_t h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (uint32_t)(x[i] * 16) + f[i].attribute + (uint32_t)(f[i].normal[1] + 9) +
        (uint32_t)q[i].value + q[i].low * 3u + q[i].high * 5u + (uint32_t)q[i].weight;
  printf("%ld %g %u\n", s, g, h);
}
