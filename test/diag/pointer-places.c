// Pointers along lists, and to what was found, are told from buffers that are
// swapped, once each; what has no name is given as the program writes it.
// COVERS: POINTER_LIST POINTER_PLACE
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct node {
  struct node *next;
  int v;
};
int list(const struct node *p) {
  int s = 0;
#pragma loft // expected-note{{by this pragma}}
  for (; p; p = p->next) // expected-warning{{'p' follows a list, the next element of which is known at the one before; follow it once, copying what is needed of its elements to arrays, and loop over these [LOFT156]}}
    s += p->v;
  return s;
}
const struct node *best(int n, const struct node *p) {
  const struct node *b = p;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    if (p[i].v > b->v)
      b = &p[i]; // expected-warning{{'b' is set to the place of an element; keep the index of the element, and the value that it was chosen by [LOFT157]}}
  return b;
}
int *last(int n, int *p, int k) {
  int *hit = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (p[i] == k)
      hit = p + i; // expected-warning{{'hit' is set to the place of an element}}
  return hit;
}
int *greatest(int n, int *p) {
  int *m = p;
#pragma loft // expected-note{{by this pragma}}
  for (int *q = p; q < p + n; q++)
    if (*q > *m)
      m = q; // expected-warning{{'m' is set to the place of an element}}
  return m;
}
void channels(int n, const float *l, const float *r, float *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    out[i] = (i % 2 ? r : l)[i / 2]; // expected-warning{{'i % 2 ? r : l' may point into different arrays here}}
}
