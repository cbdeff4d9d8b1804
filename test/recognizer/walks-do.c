// Walks that step before they ask, between elements that are skipped: their
// first step is made in front of a loop that asks first.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
#include <ctype.h>

// CHECK-LABEL: func @text(
// CHECK:         reduce (%j{{[0-9]*}} <
// CHECK:         reduce (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int text(const char *p) {
  int n = 0;
#pragma loft
  while (*p) {
    if (isspace((unsigned char)*p)) {
      p++;
      continue;
    }
    do {
      p++;
    } while (*p && !isspace((unsigned char)*p));
    n++;
  }
  return n;
}

// CHECK-LABEL: func @bounded(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int bounded(const char *restrict s, int m, unsigned *restrict out) {
  int n = 0, i = 0;
#pragma loft
  while (i < m) {
    if (s[i] < '0') {
      i++;
      continue;
    }
    unsigned v = 0;
    do {
      v = v * 10 + (unsigned char)s[i++];
    } while (i < m && s[i] >= '0');
    out[n++] = v;
  }
  return n;
}

// One step in front of a loop.
// CHECK-LABEL: func @behind(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int behind(const char *restrict s, int m, int *restrict len) {
  int n = 0, i = 0;
#pragma loft
  while (i < m) {
    while (i < m && s[i] == ' ')
      i++;
    if (i >= m)
      break;
    int b = i++;
    while (i < m && s[i] != ' ')
      i++;
    len[n++] = i - b;
  }
  return n;
}

// Two steps may lead over the end.
int two(const char *restrict s, int *restrict len) {
  int n = 0, i = 0;
#pragma loft // expected-note 2 {{the loop was to be lifted by this pragma}}
  while (s[i]) { // expected-warning {{[LOFT084]}}
    if (s[i] == ' ') {
      i++;
      continue;
    }
    int b = i++;
    do
      i++;
    while (s[i] && s[i] != ' '); // expected-warning@-2 {{[LOFT166]}}
    len[n++] = i - b;
  }
  return n;
}

// What it folds decides where it ends.
int by_fold(const char *restrict s, int m, unsigned *restrict out) {
  int n = 0, i = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (i < m) {
    if (s[i] < '0') {
      i++;
      continue;
    }
    unsigned v = 0;
    do {
      v = v * 10 + (unsigned char)s[i++];
    } while (i < m && v < 100);
    out[n++] = v; // expected-warning@-2 {{[LOFT161]}}
  }
  return n;
}
