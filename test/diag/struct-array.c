// An array of structures with fields that are not aligned.
// COVERS: STRUCT_ARRAY
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  char a;
  float b;
} __attribute__((packed));
void f(int n, int *x, struct s *p) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].a; // expected-warning{{'p[i]' is in an array of structures whose fields are not aligned}}
}
