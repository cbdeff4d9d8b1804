// map, reduce and region exclude each other.
// COVERS: PRAGMA_CONFLICT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void f(int n, int *x) {
  int s = 0;
#pragma loft map reduce // expected-warning{{'reduce' contradicts what the pragma said before; keep one of map, reduce and region [LOFT101]}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft map reduce(+: s) // expected-warning{{[LOFT101]}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft region map // expected-warning{{'map' contradicts}}
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma loft map region required // expected-error{{'region' contradicts}}
  for (int i = 0; i < n; i++)
    s += x[i];
}
