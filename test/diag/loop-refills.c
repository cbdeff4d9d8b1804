// Loops that fill gaps from the end, and merges from the end.
// COVERS: LOOP_REFILLS
// RUN: %clang -fsyntax-only -Xclang -verify %s
int
drop(int n, int *a) {
  int i = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i < n) { // expected-warning{{an element of 'a' is replaced by one from the other end, which is looked at next; if the order is free, store what stays in its order, and what does not behind that: if (stays) out[k++] = a[i] [LOFT170]}}
    if (a[i] < 0)
      a[i] = a[--n];
    else
      i++;
  }
  return n;
}

void
evens_first(int n, int *a) {
  int i = 0, j = n - 1;
#pragma loft // expected-note{{by this pragma}}
  while (i < j) { // expected-warning{{[LOFT170]}}
    if (a[i] % 2 == 0) {
      i++;
    } else {
      int t = a[i];
      a[i] = a[j];
      a[j--] = t;
    }
  }
}

void
merge_back(int n, int m, int *a, const int *b) {
  int i = n - 1, j = m - 1, k = n + m - 1;
#pragma loft // expected-note{{by this pragma}}
  while (i >= 0 && j >= 0) { // expected-warning{{[LOFT155]}}
    if (a[i] > b[j])
      a[k--] = a[i--];
    else
      a[k--] = b[j--];
  }
}
