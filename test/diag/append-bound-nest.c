// What a nest appends may not depend on how much it has appended, in an inner
// loop either: each part of it is counted alone.
// COVERS: CARRIED_COUNT
// RUN: %clang -fsyntax-only -Xclang -verify %s
void
f(int n, const int *restrict x, signed char *restrict out,
  unsigned char *restrict count) {
  unsigned char k = 64;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n / 8; i++)
    for (int j = 0; j < 8; j++)
      if (x[i * 8 + j] > 1 && 3 >= k)
        out[k++] = (signed char)i; // expected-warning{{LOFT148}}
  *count = k;
}
