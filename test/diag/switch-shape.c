// A case label inside another statement (Duff's device).
// COVERS: SWITCH_SHAPE
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    switch (x[i]) {
    case 0:
      do {
        x[i]++;
      case 1: // expected-warning{{case label inside another statement of its switch}}
        x[i] += 2;
      } while (x[i] < 9);
    }
}
