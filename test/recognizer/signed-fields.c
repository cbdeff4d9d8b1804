// Walks that may pass over an element in front: it is the first one of a run.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @numbers(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int numbers(const char *restrict s, int m, int *restrict out) {
  int n = 0, i = 0;
#pragma loft
  while (i < m) {
    int v = 0, neg = 0;
    if (s[i] == '-') {
      neg = 1;
      i++;
    }
    while (i < m && s[i] >= '0' && s[i] <= '9')
      v = v * 10 + (s[i++] - '0');
    out[n++] = neg ? -v : v;
    i++;
  }
  return n;
}

// Places of 64 bits, with a sign and without, up to bounds of fewer bits.
// CHECK-LABEL: func @longs(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
long longs(const char *restrict s, int m, unsigned *restrict out) {
  long n = 0, i = 0;
#pragma loft
  while (i < m) {
    unsigned v = 0;
    if (s[i] == '-')
      i++;
    while (i < m && s[i] != ',')
      v ^= (unsigned)s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}

// CHECK-LABEL: func @sizes(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
// CHECK-LABEL: func @sizes_guard(
unsigned long sizes(const char *restrict s, int m, unsigned *restrict out) {
  unsigned long n = 0, i = 0;
#pragma loft
  while (i < (unsigned long)m) {
    unsigned v = 0;
    if (s[i] == '-')
      i++;
    while (i < (unsigned long)m && s[i] != ',')
      v ^= (unsigned)s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}

// By more than one element.
int two(const char *restrict s, int m, int *restrict out) {
  int n = 0, i = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (i < m) {
    int v = 0;
    if (s[i] == '-')
      i += 2;
    while (i < m && s[i] != ',') // expected-warning {{[LOFT091]}}
      v += s[i++];
    out[n++] = v;
    i++;
  }
  return n;
}
