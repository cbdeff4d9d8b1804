// A loop that takes from a stack what it put there.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: FOOTPRINT_STACK
void mark(int sp, int *stack, char *seen, const int *first, const int *to) {
#pragma loft // expected-note{{by this pragma}}
  while (sp > 0) {
    int v = stack[--sp]; // expected-warning{{depends on a stack, of which the next iteration takes what was put there last}}
    for (int e = first[v]; e < first[v + 1]; e++)
      if (!seen[to[e]]) {
        seen[to[e]] = 1;
        stack[sp++] = to[e];
      }
  }
}

// Another array is written, at places that this one gives.
void walk(int sp, int *stack, int *next, int n) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    next[i] = next[i] * 3 + 1;
    stack[next[i]] = sp; // expected-warning{{'stack' it touches depends on what it writes itself}}
  }
}
