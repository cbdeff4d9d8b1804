// Memory behind a pointer to void in a structure behind a pointer, as what it
// is cast to; arrays of pointers in such structures.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
struct part {
  int n;
  float *rows[8];
};
struct state {
  float gain, *old;
  int count;
};
struct effect {
  struct part *part;
  void *map, *state;
};

void cast(struct effect *e, int n) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map}}
    unsigned short *to = e->map;
    to[i] = (unsigned short)i;
  }
}

void to_structure(struct effect *e, float *x, int n) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map}}
    struct state *s = (struct state *)e->state;
    x[i] = s->gain * s->old[i];
  }
}

void row(struct effect *e, float *x, int n, int which) {
#pragma loft
  for (int i = 0; i < n; i++) // expected-remark{{lifted to map}}
    e->part->rows[which][i] += x[i];
}

// Which of the structures, and which of its rows, is no one step.
void rows(struct part *p, float *x, int n, int which) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].rows[which][0]; // expected-warning{{LOFT066}}
}

void two_types(struct effect *e, int n) {
#pragma loft
  for (int i = 0; i < n; i++) { // expected-remark{{lifted to map}}
    unsigned short *to = e->map;
    int *from = e->map;
    to[i] = (unsigned short)from[i];
  }
}
