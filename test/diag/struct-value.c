// A large structure assigned as a whole, and one with what cannot be copied.
// COVERS: STRUCT_VALUE
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct e {
  int a;
  float b;
};
struct s {
  struct e a[257];
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
    p[i] = p[i + n]; // expected-warning{{'p[i + n]' is a value of more than 512 scalars, all of which are needed}}
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
  struct e a[257];
  int n, *p;
};
static int first(struct large l, int i) { return l.p[i] + l.n + l.a[i].a; }
void passed(int n, int *x, struct large *l) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = first(l[i], i); // expected-warning{{'l[i]' is a value of more than 512 scalars, all of which are needed}}
}
// A fold needs all.
struct sums {
  double a[65];
};
static struct sums add(struct sums x, struct sums y) {
  x.a[0] += y.a[0];
  return x;
}
struct sums total(int n, const struct sums *p) {
  struct sums all = {0};
#pragma loft combine(add: all) // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    all = add(all, p[i]); // expected-warning{{'p[i]' is a value of more than 512 scalars}}
  return all;
}
