// A call of a function without visible body.
// COVERS: CALL_UNKNOWN
// RUN: %clang -std=gnu11 -Wno-deprecated-non-prototype -fsyntax-only -Xclang -verify %s
int g(int);
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = g(i); // expected-warning{{call to 'g', whose body is not visible here; define it before the loop, above in this file or in a header}}
}
// One that reads memory, takes a pointer, no or more numbers than three, has a
// symbol of its own, no prototype or another convention, or is another name of a
// function is not called as it is.
__attribute__((pure)) int reads(int);
__attribute__((const)) int takes(const int *);
__attribute__((const)) int none(void); // pthread_self is such
__attribute__((const)) int many(int, int, int, int);
__attribute__((const)) int named(int) __asm__("other");
__attribute__((const)) int old();
__attribute__((const)) int same(int) __attribute__((alias("plain")));
int plain(int a) { return a; }
static __attribute__((const)) int weakly(int) __attribute__((weakref("g")));
#ifdef __x86_64__
#define CONVENTION ms_abi
#else
#define CONVENTION preserve_most
#endif
__attribute__((const, CONVENTION)) int passes(int);
void h(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = reads(i); // expected-warning{{call to 'reads', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = takes(x); // expected-warning{{call to 'takes', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = none(); // expected-warning{{call to 'none', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = many(i, i, i, i); // expected-warning{{call to 'many', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = named(i); // expected-warning{{call to 'named', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = old(i); // expected-warning{{call to 'old', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = same(i); // expected-warning{{call to 'same', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = weakly(i); // expected-warning{{call to 'weakly', whose body is not visible here}}
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = passes(i); // expected-warning{{call to 'passes', whose body is not visible here}}
}
