// Memory behind pointers to void in structures, as what they are cast to, also
// by a function; arrays of pointers in structures behind pointers; where what is
// read meets what is written, the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -DMEETS %s -o %t.meets %link
// RUN: %three %t.meets none
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
struct part {
  int n;
  float *rows[8];
};
struct state {
  float gain, *old;
  int count;
};
struct pair {
  float a, b;
};
struct effect {
  struct part *part;
  void *map, *state, *pairs;
};

static void
cast(struct effect *e, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned short *to = (unsigned short *)e->map;
    to[i] = (unsigned short)(i * 7);
  }
}

static inline float
amplified(const struct effect *e, int i) {
  const struct state *s = e->state;
  return s->gain * s->old[i] + (float)s->count;
}

static void
to_structure(const struct effect *e, float *to, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i] = amplified(e, i);
}

static void
to_pairs(struct effect *e, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    struct pair *p = e->pairs;
    p[i].a += 2 * p[i].b;
  }
}

static void
row(struct effect *e, const float *from, int n, int which) {
#pragma loft required
  for (int i = 0; i < n; i++)
    e->part->rows[which][i] += from[i];
}

static float
columns(const struct effect *e, int n) {
  float sum = 0;
#pragma loft required
  for (int r = 0; r < 8; r++)
    for (int i = 0; i < n; i++)
      sum += e->part->rows[r][i];
  return sum;
}

int
main(void) {
  static unsigned short map[N];
  static float old[N], out[N];
  static struct pair pairs[N];
  struct part part = {8, {NULL}};
  struct state state = {0.5f, old, 3};
  struct effect e = {&part, map, &state, pairs};
  for (int r = 0; r < 8; r++)
    part.rows[r] = calloc(N + (size_t)(r * r % 5), sizeof(float));
  for (int i = 0; i < N; i++) {
    old[i] = (float)(i % 17);
    pairs[i] = (struct pair){(float)i, (float)(i % 5)};
  }
  static const int sizes[] = {0, 1, 40, N};
  for (int k = 0; k < 4; k++) {
    int n = sizes[k];
    cast(&e, n);
    to_structure(&e, out, n);
    to_pairs(&e, n);
    row(&e, out, n, k * 2);
    row(&e, old, n, 7);
    double sum = columns(&e, n);
    for (int i = 0; i < N; i++)
      sum += map[i] + out[i] * 3 + pairs[i].a;
    printf("%a\n", sum);
  }
#ifdef MEETS
  to_structure(&e, old, 100);
  to_structure(&e, old + 1, 100);
  row(&e, part.rows[2] + 1, 99, 2);
  float *kept = part.rows[5];
  part.rows[5] = part.rows[4] + 3;
  printf("%a %a %a\n", old[100], part.rows[2][7], columns(&e, 40));
  part.rows[5] = kept;
#endif
  for (int r = 0; r < 8; r++)
    free(part.rows[r]);
}
