// Unions of scalars of several sizes outside the loop: what is in one part of
// them is apart from the others by its address, or the original loop runs.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-DAG: warm_up (/{{.*}}: cpu
// RAN-DAG: residual (/{{.*}}: cpu
// RAN-DAG: narrow (/{{.*}}: cpu
// RAN-DAG: widen (/{{.*}}: original: the memory of
// RAN-DAG: lower (/{{.*}}: original: the memory of
// RAN-DAG: follow (/{{.*}}: original: the memory of
// RAN-DAG: across (/{{.*}}: original: the memory of
#include <stdint.h>
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 500 };
struct fixed {
  short order;
  int warm[N];
};
struct linear {
  int order;
  long wide;
  int warm[N];
  const int *residual;
};
struct frame {
  int type;
  union {
    struct fixed fixed;
    struct linear linear;
  } as;
  int n;
};
static union {
  uint8_t u8[8 * N];
  uint16_t u16[4 * N];
  int64_t one;
  int *pointer;
} buffer;
static int x[N];
static struct frame frame;

FN void
warm_up(struct frame *f, const int *from) {
#pragma loft
  for (int i = 0; i < f->as.linear.order; i++)
    f->as.linear.warm[i] = from[i] * 3;
}

FN int
residual(const struct frame *f) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < f->as.linear.order; i++)
    sum += f->as.linear.residual[i];
  return sum;
}

FN void
narrow(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    buffer.u16[i] = (uint16_t)(x[i] + 0x8000);
}

FN void
widen(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    buffer.u16[i] = (uint16_t)(buffer.u8[i] + i);
}

// A number in the memory that its own bytes are written in.
FN void
lower(int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    buffer.u8[i] = (uint8_t)(buffer.one + i);
}

// A pointer that is replaced, byte by byte, by what it is to itself.
FN int
follow(int n, const uint8_t *same) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    buffer.u8[i] = same[i];
    sum += buffer.pointer[i];
  }
  return sum;
}

// A structure in a variable: its parts are apart by their addresses, too.
FN int
across(int n, struct frame f) {
  int sum = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    f.as.fixed.order += 3;
    sum += f.as.linear.order;
  }
  return sum + f.as.fixed.order;
}

static unsigned
hash(const void *p, int n) {
  const uint8_t *bytes = p;
  unsigned h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + bytes[i];
  return h;
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 7919 % 1000;
  frame.as.linear.order = N;
  frame.as.linear.residual = x;
  warm_up(&frame, x);
  printf("%d %u\n", residual(&frame), hash(frame.as.linear.warm, 4 * N));
  narrow(N);
  printf("%u\n", hash(buffer.u8, 8 * N));
  widen(N);
  printf("%u\n", hash(buffer.u8, 8 * N));
  lower(8 * N);
  printf("%u\n", hash(buffer.u8, 8 * N));
  buffer.pointer = x;
  int *same = x;
  printf("%d\n", follow(8, (const uint8_t *)&same));
  printf("%d\n", across(40, frame));
}
