// A large structure assigned as a whole, and one with what cannot be copied.
// COVERS: STRUCT_VALUE
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct s {
  int a[65];
};
struct t {
  int a;
  volatile int b;
};
struct u {
  int a;
  union {
    int b;
    char d[80];
  } c;
};
struct v {
  int a, *b;
};
void f(int n, struct s *p, struct t *q, struct u *r, struct v *v) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    p[i] = p[i + n]; // expected-warning{{'p[i + n]' is a whole structure of more than 64 scalars}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    q[i] = q[i + n]; // expected-warning{{LOFT020}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    r[i] = r[i + n]; // expected-warning{{LOFT030}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    v[i] = v[i + n]; // expected-warning{{LOFT061}}
}
// One reason is enough: what the function does with its copy gets none.
struct large {
  int a[65], n, *p;
};
static int first(struct large l, int i) { return l.p[i] + l.n + l.a[3]; }
void passed(int n, int *x, struct large *l) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = first(l[i], i); // expected-warning{{'l[i]' is a whole structure of more than 64 scalars}}
}
