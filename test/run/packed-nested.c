// Packed structures that hold packed structures, as file formats have them.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-NOT: original
#include <stdint.h>
#include <stdio.h>

#pragma pack(push, 1)
typedef struct point {
  uint8_t kind;
  float at[2];
} point;
typedef struct entry {
  uint16_t a;
  point from, to[2];
  struct {
    uint16_t p;
    uint32_t q;
  } y;
  double d;
} entry;
#pragma pack(pop)

enum { N = 700 };
static entry x[N];

#define FN __attribute__((noinline)) static

FN uint32_t
fields(entry *e, int n) {
  uint32_t s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    e[i].from.at[1] += e[i].to[i & 1].kind;
    e[i].y.q ^= e[i].a;
    e[i].d = e[i].from.at[0] * 2;
    s += e[i].y.q;
  }
  return s;
}

FN void
whole(entry *e, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    point p = e[i].from;
    p.kind++;
    e[i].to[1] = p;
    e[i].to[0] = e[n - 1].from;
  }
}

FN float
mapped(const uint8_t *file, int n) {
  float best = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    const entry *e = (const entry *)(file + i * (int)sizeof *e);
    const point *p = &e->to[1];
    if (p->at[0] > best)
      best = p->at[0];
  }
  return best;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    x[i].a = (uint16_t)(i * 7);
    x[i].from.kind = (uint8_t)i;
    x[i].from.at[0] = (float)(i * 31 % 97);
    x[i].y.q = (uint32_t)i * 77777;
    x[i].to[1].kind = 3;
  }
  printf("%u\n", fields(x, N));
  whole(x, N);
  printf("%g\n", mapped((uint8_t *)x, N));
  uint32_t h = 0;
  for (size_t i = 0; i < sizeof x; i++)
    h = h * 31 + ((uint8_t *)x)[i];
  printf("%u\n", h);
}
