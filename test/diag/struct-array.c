// An array of packed structures that hold others.
// COVERS: STRUCT_ARRAY
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct pair {
  float x, y;
};
struct s {
  char a;
  struct pair b;
} __attribute__((packed));
void f(int n, int *x, struct s *p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].a; // expected-warning{{'p[i]' is in an array of structures whose fields are not aligned}}
}
