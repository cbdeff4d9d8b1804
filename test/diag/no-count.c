// Loops without a count that have a way of their own to get one; what is said of
// others is that, and only where nothing else keeps them in order.
// COVERS: LOOP_SCALED LOOP_MERGES LOOP_STRIDES LOOP_EXIT LOOP_ENDLESS
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -fsyntax-only -DLIFTED -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
#ifndef LIFTED
void powers(int n, float *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i *= 2) // expected-warning{{'i' is multiplied or divided, or loses bits, until the loop ends, which takes few iterations; annotate a loop around it, over many such numbers, or one inside it; or count its iterations first, and compute 'i' from the count: for (k = 0; k < count; k++) ... 1 << k [LOFT154]}}
    x[i] = i;
}
int digits(unsigned n) {
  int d = 0;
#pragma loft // expected-note{{by this pragma}}
  for (; n; n /= 10) // expected-warning{{'n' is multiplied or divided}}
    d++;
  return d;
}
int bits(unsigned n) {
  int c = 0;
#pragma loft // expected-note{{by this pragma}}
  while (n) {
    n &= n - 1; // expected-warning{{'n' is multiplied or divided, or loses bits}}
    c++;
  }
  return c;
}
unsigned parents(unsigned i) {
  unsigned h = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i > 0) {
    h = h * 2 + (i & 1);
    i = (i - 1) / 2; // expected-warning{{'i' is multiplied or divided, or loses bits}}
  }
  return h;
}
void merge(int n, int m, const int *a, const int *b, int *out) {
  int i = 0, j = 0, k = 0;
#pragma loft                  // expected-note{{by this pragma}}
  while (i < n && j < m) // expected-warning{{an iteration takes from one of several sequences, as data say: a merge; find the place of each element among those of the other sequence by halves, keep it in an array, and write the elements there [LOFT155]}}
    out[k++] = a[i] < b[j] ? a[i++] : b[j++];
}
int records(const unsigned char *s, int n) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i += s[i]) // expected-warning{{'i' goes on by steps that data say, not all of which are known to lead on; let each be 1 or more, and made of constants, elements without a sign (s[i] + 1) or elements of a constant table, and compare 'i' with a bound; or keep where the steps lead in an array first [LOFT168]}}
    k++;
  return k;
}
int chain(const int *next, const int *x, int at) {
  int s = 0;
#pragma loft // expected-note{{by this pragma}}
  while (at >= 0) {
    s += x[at];
    at = next[at]; // expected-warning{{'at' follows a list}}
  }
  return s;
}
int walk(int n, int *x) {
  int i = 0;
#pragma loft // expected-note{{by this pragma}}
  while (x[i] < 17 && i < n) { // expected-warning{{the loop may end early or runs an unknown number of times; find its end first, by a loop that does nothing else, and count up to that; or annotate loops inside it [LOFT084]}}
    x[i] = 1;
    i++;
  }
  return i;
}
long length(const char *s) {
  long n = 0;
#pragma loft // expected-note{{by this pragma}}
  while (s[n] && s[n + 1] != ' ') // expected-warning{{the loop does no more than to look for its end, and nothing says how far that may be; bound it (i < n && s[i]), where it is known how far may be read; else it reads one element after the other, as C does [LOFT166]}}
    n++;
  return n;
}
const float *until(const float *p) {
#pragma loft // expected-note{{by this pragma}}
  for (; *p > 0; p++) // expected-warning{{LOFT166}}
    ;
  return p;
}
// What is set where it ends is nothing that it does.
int has(const char *s) {
#pragma loft // expected-note{{by this pragma}}
  for (; *s; s++) // expected-warning{{LOFT166}}
    if (*s == 7)
      return 1;
  return 0;
}
// What is multiplied does not tell how often the loop runs.
unsigned scaled(const int *next, int *x, int at) {
  unsigned power = 1;
#pragma loft // expected-note{{by this pragma}}
  while (at >= 0) {
    x[at] += power;
    power *= 3;
    at = next[at]; // expected-warning{{'at' follows a list}}
  }
  return power;
}
// The inner loop would be in order whatever it did.
void reversed(int n, unsigned *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++) {
    unsigned v = x[i];
    while (v > 9)
      v = v / 2 + 1;
    x[i] = x[i - 1] / (v + 1); // expected-warning{{LOFT140}}
  }
}
#else
// CHECK-NOT: runs in order
// CHECK: lifted to map of loop
// CHECK-NOT: runs in order:
void halved(int n, unsigned *x) {
#pragma loft
  for (int i = 1; i < n; i++)
    while (x[i] > 9)
      x[i] = x[i] / 2 + 1;
}
#endif
