// A step in memory may be read before the loop when its test reads the same
// structure; else not: C does not read it unless an iteration runs.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
struct range {
  int n, step;
};
void known(int *x, const struct range *r) {
#pragma loft
  for (int i = 0; i < r->n; i += r->step) // expected-remark{{lifted to map}}
    x[i] = i;
}

void unknown(int n, int *x, const struct range *r) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i += r->step) // expected-warning{{LOFT084}}
    x[i] = i;
}

void other(int *x, const struct range *r, const struct range *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < s->n; i += r->step) // expected-warning{{LOFT084}}
    x[i] = i;
}

void maybe(int n, int *x, const struct range *r) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < (n > 9 ? r->n : 0); i += r->step) // expected-warning{{LOFT084}}
    x[i] = i;
}
