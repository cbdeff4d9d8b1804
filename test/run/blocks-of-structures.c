// memset, memcpy, memmove and memcmp of structures, with what lies between their
// fields: in arrays, as bytes or words in others, and as variables.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 300 };

typedef struct {
  double x;
  int id;
  char tag;
} record; // three bytes behind "tag"

typedef struct {
  uint16_t a;
  uint32_t b[2];
  struct {
    uint8_t c;
    float d;
  } in;
} mixed; // some between "a" and "b", and in "in"

typedef struct {
  float x, y, z;
} vector;

typedef struct {
  double x;
  int a, b;
} full;

static record r[N], q[N];
static mixed m[N], k[N];
static vector p[N], o[N];
static full f[N], g[N];
static unsigned char bytes[N * 32];
static uint32_t words[N * 8];
static int same[N];

static void
between_arrays(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(&q[i], &r[n - 1 - i], sizeof q[i]);
#pragma loft required
  for (int i = 0; i < n; i++)
    memmove(&k[i], m + (i ^ 1) % n, sizeof(mixed));
#pragma loft required
  for (int i = 0; i < n; i++) {
    same[i] = !memcmp(&q[i], &r[i], sizeof(record));
    same[i] += 2 * (memcmp(&k[i], &m[i], sizeof(mixed)) != 0);
  }
}

static void
to_bytes(int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(bytes + i * sizeof(vector), &p[i], sizeof p[i]);
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(&o[i], bytes + i * sizeof(vector), sizeof o[i]);
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(bytes + i * sizeof(record), &r[i], sizeof(record));
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(&q[n - 1 - i], bytes + i * sizeof(record), sizeof(record));
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(words + 4 * i, &f[i], sizeof(full));
#pragma loft required
  for (int i = 0; i < n; i++)
    memcpy(&g[i], words + 4 * i, sizeof(full));
}

static void
variables(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    full t;
    memcpy(&t, words + 4 * i, sizeof t);
    t.a++;
    memcpy(words + 4 * i, &t, sizeof t);
  }
#pragma loft required
  for (int i = 0; i < n; i++) {
    vector v;
    memcpy(&v, bytes + 12 * i, sizeof v);
    v.x = (float)i;
    memcpy(&o[i], &v, sizeof v);
  }
#pragma loft required
  for (int i = 0; i < n; i++) {
    record t;
    memset(&t, 0, sizeof t);
    memcpy(&t, &r[i], sizeof t);
    q[i].x += t.id + t.tag;
  }
}

static void
many(int n, int at) {
#pragma loft region required
  {
    memcpy(g, f, n * sizeof *f);
    memmove(f + at, f, (n - at) * sizeof *f);
    memmove(m, m + at, (n - at) * sizeof *m);
    memcpy(bytes, m, n * sizeof *m);
    memset(q, 255, n * sizeof *q);
  }
}

static void
clear(int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    memset(&r[i], 0, sizeof r[i]);
    memset(k + i, 7, sizeof(mixed));
    r[i].id = i;
  }
}

// Prints what there is.
static void
show(void) {
  printf("%08x %08x ", hash(r, sizeof r), hash(q, sizeof q));
  printf("%08x %08x ", hash(m, sizeof m), hash(k, sizeof k));
  printf("%08x %08x ", hash(p, sizeof p), hash(o, sizeof o));
  printf("%08x %08x ", hash(f, sizeof f), hash(g, sizeof g));
  printf("%08x %08x ", hash(bytes, sizeof bytes), hash(words, sizeof words));
  printf("%08x\n", hash(same, sizeof same));
}

int
main(void) {
  for (int n = 1; n <= N; n = n * 5 + 3) {
    for (unsigned i = 0; i < sizeof r; i++)
      ((unsigned char *)r)[i] = (unsigned char)(i * 37 >> 3);
    for (unsigned i = 0; i < sizeof m; i++)
      ((unsigned char *)m)[i] = (unsigned char)(i * 91 >> 4);
    for (int i = 0; i < N; i++) {
      r[i].x = i * 0.5;
      m[i].in.d = (float)i;
      p[i] = (vector){(float)i, (float)-i, 0.5f * (float)i};
      f[i] = (full){i, i * 3, -i};
    }
    between_arrays(n);
    show();
    to_bytes(n);
    show();
    variables(n);
    show();
    many(n, n - n / 3);
    show();
    clear(n);
    show();
  }
  return 0;
}
