// Functions that do more than to return what malloc gives them are no
// allocators: what they count is lost otherwise, and what is evaluated twice
// steps twice.
// RUN: %clang -fsyntax-only -Xclang -verify %s
void *malloc(unsigned long);
void free(void *);
static unsigned long total;
static void *last;
static void *
counting(unsigned long n) {
  void *p = malloc(n); // expected-warning{{call to 'malloc' manages memory; allocate before the loop and free after it, or as much in each iteration (T *p = malloc(n * sizeof *p)), by malloc, calloc or a function that only returns}}
  total += n;
  return p;
}
static void *
noting(unsigned long n) {
  last = malloc(n); // expected-warning{{call to 'malloc' manages memory}}
  return last;
}
static void *
plain(unsigned long n) {
  return malloc(n + n); // expected-warning{{call to 'malloc' manages memory}}
}
void
f(int n, int *x) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = counting(4 * sizeof *t);
    t[0] = x[i];
    x[i] += t[0];
    free(t); // expected-warning{{call to 'free' manages memory}}
  }
}
void
g(int n, int *x) {
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = noting(4 * sizeof *t);
    t[0] = x[i];
    x[i] += t[0];
    free(t); // expected-warning{{call to 'free' manages memory}}
  }
}
void
h(int n, int *x) {
  unsigned long k = 4;
#pragma loft // expected-note 2{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int *t = plain(k++ * sizeof *t);
    t[0] = x[i];
    x[i] += t[0];
    free(t); // expected-warning{{call to 'free' manages memory}}
  }
}
