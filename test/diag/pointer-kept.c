// An address that is replaced where it is in memory is told from one that is
// stored at a place of each iteration's own.
// COVERS: POINTER_KEPT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void swap(int n, int steps, float **now, float **next) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int k = 0; k < steps; k++) {
    for (int i = 1; i < n - 1; i++)
      (*next)[i] = 0.5f * ((*now)[i - 1] + (*now)[i + 1]);
    float *tmp = *now;
    *now = *next; // expected-warning{{the address in '*now', which is memory, is replaced; copy it to a local pointer before the loop, use that, and store it back after the loop [LOFT165]}}
    *next = tmp;  // expected-warning{{'*next'}}
  }
}
struct list {
  struct list *next;
  int *data;
};
void field(int n, struct list *l, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    l->data = x + i; // expected-warning{{the address in 'l->data'}}
}
void rows(int n, int m, int **p, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p[i] = x + i * m; // expected-warning{{[LOFT061]}}
}
void moving(int n, int **p, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    *p++ = x + i; // expected-warning{{[LOFT061]}}
}
struct sink {
  int *next;
  int *volatile hidden;
};
struct owner {
  struct sink *to;
};
void loaded(int n, const struct owner *o, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    *o->to->next++ = x[i]; // expected-warning{{the address in 'o->to->next'}}
}
void hidden(int n, struct sink *s, const int *x) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++)
    *s->hidden++ = x[i]; // expected-warning 2{{'s->hidden'}}
}
