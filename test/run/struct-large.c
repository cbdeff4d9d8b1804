// Structures of more than 64 scalars as values: parameters and results of
// inlined functions, two levels deep, copies between arrays and to variables,
// pointers and texts in them, swaps, structures with what is no value.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TEN(p) p##0, p##1, p##2, p##3, p##4, p##5, p##6, p##7, p##8, p##9
enum { N = 300 };
struct config {
  double TEN(a);
  int TEN(b);
  float TEN(c);
  long TEN(d);
  double TEN(e);
  int TEN(f);
  short TEN(g);
  double *table;
  int n_table;
  char name[64];
  int map[100];
  union {
    double d[20];
    char text[160];
  } other;
};
struct place {
  double x, y;
};
struct record {
  char name[64];
  int id;
  double TEN(w);
  float TEN(v);
  int TEN(q);
  struct place at;
  double mass;
  char text[32];
};
struct __attribute__((packed)) packet {
  unsigned char kind;
  int data[20];
  unsigned short port[30];
  char host[33];
  int check;
};
static struct record p[N], q[N];
static struct packet u[N], v[N];
static struct config c;
static double x[N], y[N], table[32];
static int at[N];
static double
use(struct config c, double y, int i) {
  c.a3 += i;
  return c.a3 * y + c.table[i % c.n_table] + c.map[i % 100];
}
static double
mass_of(struct record r, int k) {
  return r.w3 * k + r.mass;
}
static double
deep(struct record r) {
  struct place at = r.at;
  return mass_of(r, 3) + at.x;
}
static struct record
moved(struct record r, double dx) {
  r.at.x += dx;
  r.name[0]++;
  return r;
}
static void
shift(struct record *r, double dx) {
  r->at.y += dx;
  r->v3 = 2;
}
__attribute__((noinline)) static void
from_outside(struct config c) {
#pragma loft
  for (int i = 0; i < N; i++)
    x[i] = c.a3 * y[i] + c.table[i % c.n_table] + c.b4;
}
__attribute__((noinline)) static void
behind_pointer(const struct config *c) {
#pragma loft
  for (int i = 0; i < N; i++)
    x[i] = use(*c, y[i], i);
}
__attribute__((noinline)) static void
programs(int step) {
  switch (step) {
  case 0:
#pragma loft
    for (int i = 0; i < N; i++)
      x[i] = deep(p[i]);
    break;
  case 1:
#pragma loft
    for (int i = 0; i < N; i++) {
      struct record s = p[i];
      s.at.x += 1;
      x[i] = s.at.x * s.mass + s.name[i & 63];
    }
    break;
  case 2:
#pragma loft
    for (int i = 0; i < N; i++)
      p[i] = q[at[i]];
    break;
  case 3:
#pragma loft
    for (int i = 0; i < N; i++)
      p[i] = moved(p[i], 0.5);
    break;
  case 4:
#pragma loft
    for (int i = 0; i < N / 2; i++) {
      struct record t = p[i];
      p[i] = p[N - 1 - i];
      p[N - 1 - i] = t;
    }
    break;
  case 5:
#pragma loft
    for (int i = 0; i < N; i++) {
      struct record t = {.id = i, .mass = 2};
      shift(&t, i);
      p[i] = t.id % 3 ? t : q[i];
    }
    break;
  case 6:
#pragma loft
    for (int i = 0; i < N; i++)
      u[i] = v[N - 1 - i];
    break;
  case 7:
#pragma loft
    for (int i = 0; i < N; i++) {
      struct packet t = u[i];
      t.check = t.data[3] + t.port[i % 30];
      u[i] = t;
    }
  }
}
static void
fill(void *to, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((unsigned char *)to)[i] = (unsigned char)(rand() % 64);
}
static double
sum(void) {
  double s = 0;
  for (int i = 0; i < N; i++) {
    struct record *r = &p[i];
    s += x[i] * (i % 7) + r->id + r->w9 * i + r->v3 + r->q5 + r->at.x * i;
    s += r->at.y + r->mass + r->name[0] * i + r->name[63] + r->text[31] * i;
    s += u[i].kind * i + u[i].data[19] % 64 + u[i].port[7] + u[i].host[32] * i;
    s += u[i].check % 100;
  }
  return s;
}
int
main(void) {
  srand(7);
  fill(p, sizeof p);
  fill(q, sizeof q);
  fill(u, sizeof u);
  fill(v, sizeof v);
  fill(&c, sizeof c);
  for (int i = 0; i < N; i++) {
    y[i] = i;
    at[i] = i * 7 % N;
    for (int k = 0; k < 10; k++) {
      (&p[i].w0)[k] = k + i;
      (&q[i].w0)[k] = k - i;
      (&p[i].v0)[k] = (&q[i].v0)[k] = k;
    }
    p[i].mass = i * 37 % 501;
    q[i].mass = i;
    p[i].at = (struct place){i, 2};
    q[i].at = (struct place){3 * i, 4};
  }
  for (int i = 0; i < 32; i++)
    table[i] = i;
  c.a3 = 2;
  c.table = table;
  c.n_table = 32;
  from_outside(c);
  printf("%.17g\n", sum());
  behind_pointer(&c);
  printf("%.17g\n", sum());
  for (int step = 0; step < 8; step++) {
    programs(step);
    printf("%d: %.17g\n", step, sum());
  }
}
