// Packed structures that hold others or a truth value, types that are aligned
// less than their structure, and what changes on its own are no arrays.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct pair {
  double a, b;
};
struct packed {
  char c;
  struct pair a;
} __attribute__((packed));
struct low {
  _Bool c;
  double a;
} __attribute__((packed, aligned(4)));
typedef struct {
  double a;
  int b;
} __attribute__((aligned(4))) lower;
typedef lower lowered __attribute__((aligned(4)));
struct changing {
  volatile float a, b;
};
void f(int n, double *x, struct packed *p, struct low *q, struct changing *r,
       lowered *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = p[i].a.a; // expected-warning{{LOFT029}}
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
