// A local of a type that cannot be used: the reason names the type.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct one {
  double x, y;
};
struct two {
  char a;
  struct one b;
} __attribute__((packed));
typedef float four __attribute__((vector_size(16)));
void f(int n, int *x) {
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    __float128 a; // expected-warning{{'a' is a float other than}}
    x[i] = i;
  }
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    long double _Complex b; // expected-warning{{'b' is complex}}
    x[i] = i;
  }
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    _BitInt(200) c[2]; // expected-warning{{'c' is a number of more than 128}}
    x[i] = i;
  }
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    four d; // expected-warning{{'d' has a vector type}}
    x[i] = i;
  }
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    struct two e[3]; // expected-warning{{'e' is in an array of structures}}
    x[i] = i;
  }
#pragma loft // expected-note {{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *g[3]; // expected-warning{{'g' is an address loaded from memory}}
    x[i] = i;
  }
}
