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
void channels(int n, const float *l, const float *r, float *out) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    out[i] = (i % 2 ? r : l)[i / 2]; // expected-warning{{'i % 2 ? r : l' may point into different arrays here}}
}
