// Loops that skip elements and walk through others: one loop over all elements,
// which ends a run where one begins or ends that is walked through.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
#include <stddef.h>

// CHECK-LABEL: func @words(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int words(const char *restrict s, int n, int *restrict at, int *restrict len) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    while (i < n && s[i] == ' ')
      i++;
    if (i == n)
      break;
    int b = i;
    while (i < n && s[i] != ' ')
      i++;
    at[k] = b;
    len[k++] = i - b;
  }
  return k;
}

// Places of 64 bits up to an int, and an element that is passed over with the
// word that it ends.
// CHECK-LABEL: func @longs(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int longs(const char *restrict s, int n, long *restrict at, long *restrict len) {
  int k = 0;
  long i = 0;
#pragma loft
  while (i < n) {
    while (i < n && s[i] == ' ')
      i++;
    if (i == n)
      break;
    long b = i;
    while (i < n && s[i] != ' ')
      i++;
    at[k] = b;
    len[k++] = i - b;
    i++;
  }
  return k;
}

// CHECK-LABEL: func @unsigned_words(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int unsigned_words(const char *restrict s, unsigned n, unsigned *restrict len) {
  int k = 0;
  unsigned i = 0;
#pragma loft
  while (i < n) {
    if (s[i] == ' ') {
      i++;
      continue;
    }
    unsigned b = i++;
    while (i < n && s[i] != ' ')
      i++;
    len[k++] = i - b;
    i++;
  }
  return k;
}

// By more than one mark, in an if, with sizes that have no sign.
// CHECK-LABEL: func @by_marks(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
size_t by_marks(const char *restrict s, size_t n, size_t *restrict at) {
  size_t k = 0, i = 0;
#pragma loft
  while (i < n) {
    while (i < n && (s[i] == ' ' || s[i] == '\n'))
      i++;
    if (i < n) {
      at[k++] = i;
      while (i < n && s[i] != ' ' && s[i] != '\n')
        i++;
    }
  }
  return k;
}

// CHECK-LABEL: func @forever(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int forever(const int *restrict x, int n, int *restrict len) {
  int k = 0, i = 0;
#pragma loft
  for (;;) {
    while (i < n && x[i] < 0)
      i++;
    if (i >= n)
      break;
    int b = i;
    while (i < n && x[i] >= 0)
      i++;
    len[k++] = i - b;
  }
  return k;
}

// One at a time; what is skipped is kept, too.
// CHECK-LABEL: func @zeros(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int zeros(const int *restrict x, int n, int *restrict y) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    if (x[i] != 0) {
      y[k++] = x[i];
      i++;
    } else {
      int b = i;
      while (i < n && x[i] == 0)
        i++;
      y[k++] = b - i;
    }
  }
  return k;
}

// The element behind a run is passed over with it.
// CHECK-LABEL: func @passed(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int passed(const char *restrict s, int n, int *restrict at) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == ',')
      continue;
    at[k++] = i;
    while (i < n && s[i] != ',')
      i++;
  }
  return k;
}

// Not so where it would count: it stands for itself then.
int counted(const char *restrict s, int n, int *restrict at, int *marks) {
  int k = 0, m = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (s[i] == ',') {
      m++;
      continue;
    }
    at[k++] = i;
    while (i < n && s[i] != ',') // expected-warning{{LOFT091}}
      i++;
  }
  *marks = m;
  return k;
}

// Nor where an element may be both, or neither.
int overlapping(const char *restrict s, int n, int *restrict at) {
  int k = 0, i = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i < n) {
    if (s[i] < 'a') {
      i++;
      continue;
    }
    at[k++] = i;
    while (i < n && s[i] > ' ') // expected-warning{{LOFT091}}
      i++;
  }
  return k;
}

// Nor where what is skipped is written.
int written(char *s, int n, int *restrict at) {
  int k = 0, i = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i < n) {
    if (s[i] == ' ') {
      s[i++] = 0;
      continue;
    }
    at[k++] = i;
    while (i < n && s[i] != ' ') // expected-warning{{LOFT161}}
      i++;
  }
  return k;
}

// Nor where the place before what is skipped is used behind it.
int gaps(const char *restrict s, int n, int *restrict gap) {
  int k = 0, i = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i < n) {
    int b = i;
    while (i < n && s[i] == ' ') // expected-warning{{LOFT090}}
      i++;
    if (i == n)
      break;
    gap[k++] = i - b;
    while (i < n && s[i] != ' ')
      i++;
  }
  return k;
}
