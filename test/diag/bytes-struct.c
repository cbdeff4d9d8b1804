// Bytes of structures that are not copied: bit-fields, and parts of a structure.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct full {
  int a;
  float b;
};
struct bits {
  unsigned a : 3, b : 29;
  float c;
};
void g(int n, struct bits *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    memset(&x[i], 1, sizeof x[i]); // expected-warning{{'memset' of bytes that are not known}}
}
void h(int n, struct full *x, struct bits *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    memcpy(&x[i], &y[i], sizeof x[i]); // expected-warning{{'memcpy' of bytes that are not known}}
}
void k(int n, struct full *restrict x, struct full *restrict y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    memcpy(&x[i], &y[i], 4); // expected-warning{{'memcpy' of bytes that are not known}}
}
