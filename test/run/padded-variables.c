// Structures with something between their fields, copied out of variables:
// whole, as memcpy, memset and memcmp see them.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <stdio.h>
#include <string.h>

enum { N = 500 };
typedef struct {
  char tag;
  int id;
  double x;
  short s;
} record;
typedef struct {
  short kind;
  record in;
  float w[2];
} outer;

static record p[N], q[N];
static outer o[N], u[N];
static unsigned char bytes[N * sizeof(record)];
static int in[N], at[N];

static void
print(const char *name) {
  unsigned sum = 0;
  double f = 0;
  for (int i = 0; i < N; i++) {
    sum = sum * 31 + (unsigned)(q[i].tag + q[i].id + q[i].s + o[i].kind) +
          (unsigned)(o[i].in.id * 5 + o[i].in.tag);
    f = f * 0.99 + q[i].x + o[i].in.x + (double)o[i].w[1];
  }
  printf("%s %u %a\n", name, sum, f);
}

// All bytes count: these are set.
static void
print_bytes(const char *name, const void *from, size_t size) {
  unsigned sum = 0;
  const unsigned char *b = from;
  for (size_t i = 0; i < size; i++)
    sum = sum * 31 + b[i];
  printf("%s %u\n", name, sum);
}

static record
made(int v) {
  record r;
  memset(&r, 0x5a, sizeof r);
  r.tag = (char)v;
  r.id = v * 3;
  r.x = v * 0.5;
  r.s = (short)(v - 7);
  return r;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    in[i] = i * 7919 % 1009;
    memset(&p[i], i & 255, sizeof p[i]);
    p[i].id = i;
    p[i].x = i * 0.25;
    memset(&u[i], i * 3 & 255, sizeof u[i]);
    u[i].in.x = i;
    u[i].w[0] = u[i].w[1] = (float)i;
  }
#pragma loft
  for (int i = 0; i < N; i++) {
    record r;
    r.tag = (char)in[i];
    r.id = in[i] * 2;
    r.x = 1.5;
    r.s = 3;
    memcpy(&q[i], &r, sizeof r);
  }
  print("fields");
#pragma loft
  for (int i = 0; i < N; i++) {
    record r;
    memset(&r, 0, sizeof r);
    r.tag = (char)in[i];
    for (int k = 0; k < 3; k++) {
      r.id += in[(i + k) % N];
      if (in[i] & 1)
        r.s = (short)k;
    }
    memcpy(bytes + (size_t)i * sizeof r, &r, sizeof r);
  }
  print_bytes("cleared", bytes, sizeof bytes);
#pragma loft
  for (int i = 0; i < N; i++) {
    record r;
    memcpy(&r, &p[N - 1 - i], sizeof r);
    if (in[i] % 3 == 0) {
      r.id++;
      r.x *= 2;
    }
    memmove(&q[i], &r, sizeof r);
  }
  print_bytes("moved", q, sizeof q);
#pragma loft
  for (int i = 0; i < N; i++) {
    outer v;
    memcpy(&v, &u[i], sizeof v);
    v.in.id = in[i];
    v.w[1] = (float)in[i];
    memcpy(&o[i], &v, sizeof v);
    at[i] = memcmp(&o[i], &u[i], sizeof v) != 0;
  }
  print_bytes("nested", o, sizeof o);
  print_bytes("compared", at, sizeof at);
#pragma loft
  for (int i = 0; i < N; i++) {
    record r[2];
    memcpy(r, &p[i], sizeof *r);
    memcpy(&r[1], r, sizeof *r);
    r[1].id += in[i];
    memcpy(&q[i], in[i] & 1 ? &r[1] : r, sizeof *r);
  }
  print("array");
#pragma loft
  for (int i = 0; i < N; i++) {
    record r = made(in[i]);
    record *h = &r;
    h->id ^= 1;
    memcpy(&q[i], &r, sizeof r);
  }
  print("returned");
#pragma loft
  for (int i = 0; i < N; i++) {
    struct {
      int k;
      record a[2];
      unsigned bits : 3;
    } v;
    v.k = in[i] & 1;
    memcpy(&v.a[v.k], &p[i], sizeof v.a[0]);
    v.a[v.k].id += in[i];
    memcpy(&q[i], &v.a[v.k], sizeof q[i]);
  }
  print_bytes("inner", q, sizeof q);
}
