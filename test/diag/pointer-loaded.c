// Pointers behind pointers of another kind.
// COVERS: POINTER_LOADED
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct node {
  float value;
  struct node *next;
};
void f(int n, struct node **list, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = list[i]->next->next->value; // expected-warning{{'list[i]->next->next' is an address loaded from memory that changes in the loop}}
}

// A pointer in a structure that is itself in one of an array, which one data
// says.
struct outer {
  int id;
  struct inner {
    float w, *p;
  } in[2];
};
void h(int n, struct outer *s, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = s[i].in[i & 1].p[0]; // expected-warning{{LOFT066}}
}

// Rows of pointers to whatever is there.
void g(int n, void **x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    *(float *)x[i] = 0; // expected-warning{{'x[i]' is an address loaded from memory that changes in the loop}}
}
