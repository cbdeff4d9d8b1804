// Reasons name what they are about as the program writes it.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct state {
  float total;
  int seen[100];
} state;

float
recur(int n, struct state *s, const float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    s->total = s->total * x[i] + s->total * s->total; // expected-warning{{'s->total' carries a value}}
  return s->total;
}

void
chain(int n, const int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    state.seen[i] = state.seen[i - 1] * state.seen[i - 1] ^ x[i]; // expected-warning{{wrote in 'state.seen'}}
}
