// Packed structures, and unions, behind an array of pointers: their fields are
// several bytes of a row each.
// COVERS: strides-scaled
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 40 };
struct __attribute__((packed)) t {
  char tag;
  double a;
  unsigned b;
};
union u {
  unsigned word;
  unsigned char byte[4];
  float f;
};
struct both {
  double d;
  union u u;
  short s;
};

static void
packed(struct t **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    p[i]->b += 3;
    p[i]->a = p[i]->b * 0.5 + p[i]->tag;
  }
}

static void
bytes(union u **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    p[i]->byte[2] += 3;
}

static void
inner(struct both **p, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    p[i]->u.byte[i & 3] = (unsigned char)(i + p[i]->s);
    p[i]->d = p[i]->u.word;
  }
}

int
main(void) {
  static struct t all[N], *p[N];
  static union u some[N], *q[N];
  static struct both more[N], *r[N];
  for (int i = 0; i < N; i++) {
    all[i] = (struct t){(char)i, i, (unsigned)i};
    some[i].word = (unsigned)i * 77777;
    more[i] = (struct both){0, some[i], (short)(3 * i)};
    p[i] = &all[i * 7 % N];
    q[i] = &some[N - 1 - i];
    r[i] = &more[i];
  }
  packed(p, N);
  bytes(q, N);
  inner(r, N);
  for (int i = 0; i < N; i++)
    printf("%g %u %u %g %u\n", all[i].a, all[i].b, some[i].word, more[i].d,
           more[i].u.word);
}
