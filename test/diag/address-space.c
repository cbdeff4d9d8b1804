// Memory of another address space, and addresses of 32 bits: in a subscript, a
// bound, a field, a cast, an array.
// COVERS: ADDRESS_SPACE
// RUN: %clang -fsyntax-only -fms-extensions -Xclang -verify %s
// REQUIRES: x86
#define FAR __attribute__((address_space(1)))
struct s {
  int n, *__ptr32 p;
};
FAR int table[100];
void f(int n, int *x, FAR int *far, int *__ptr32 __uptr near, struct s *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = far[i]; // expected-warning{{'far[i]' is in an address space}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    near[i] = x[i]; // expected-warning{{'near[i]' is in an address space}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < *far; i++) // expected-warning{{'*far' is in an address}}
    x[i] = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < s->n; i++)
    x[i] = s->p[i]; // expected-warning{{'s->p[i]' is in an address space}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = ((int *)far)[i]; // expected-warning{{'far' is in an address space}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < 100; i++)
    x[i] = table[i]; // expected-warning{{'table[i]' is in an address space}}
}
