// Pointers that a region sets from memory, and does not follow as a loop is not
// entered, have their values all the same; what cannot be read is not asked for.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
struct p {
  float x;
  int id;
};
struct s {
  struct p *p;
  float *f;
};

static void
both(struct s *s, int n) {
  struct p *q = 0;
  float *r = 0;
#pragma loft region
  {
    q = s->p;
    r = s->f;
    for (int i = 0; i < n; i++) {
      q->x += 1;
      q++;
      r[i] += 1;
    }
  }
  printf("%d %d\n", (int)(q - s->p), r == s->f);
}

static void
never(struct s *s, int n) {
  float *r;
#pragma loft region
  {
    for (int i = 0; i < n; i++) {
      r = s->f;
      r[i] += 1;
    }
  }
  if (n)
    printf("%d\n", r == s->f);
}

int
main(void) {
  struct s s = {malloc(8 * sizeof *s.p), malloc(8 * sizeof *s.f)};
  for (int i = 0; i < 8; i++) {
    s.p[i] = (struct p){i, i};
    s.f[i] = i;
  }
  both(&s, 0);
  both(&s, 5);
  never(0, 0);
  never(&s, 3);
  printf("%a %a\n", s.p[4].x, s.f[2]);
}
