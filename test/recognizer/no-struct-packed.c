// Structures whose scalars lie unaligned, apart, or change on their own are no
// arrays.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct packed {
  double a, b;
} __attribute__((packed));
struct padded {
  float a, b, c;
} __attribute__((aligned(16)));
struct changing {
  volatile float a, b;
};
struct bits {
  int a, b : 4;
};
void f(int n, double *x, struct packed *p, struct padded *q, struct changing *r,
       struct bits *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].a; // expected-warning{{LOFT029}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = q[i].a; // expected-warning{{LOFT029}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = r[i].b; // expected-warning{{LOFT020}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = s[i].a; // expected-warning{{LOFT029}}
}
