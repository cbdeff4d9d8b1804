// Walks through texts up to their end: that is found first, and the walk is one
// over the elements before it.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft
// COVERS: shape-text
#include <ctype.h>
#include <stddef.h>

// CHECK-LABEL: func @words(
// CHECK:         reduce (%j{{[0-9]*}} <
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int words(const char *restrict s, int *restrict at, int *restrict len) {
  const char *p = s;
  int k = 0;
#pragma loft
  while (*p) {
    while (*p == ' ')
      p++;
    if (!*p)
      break;
    at[k] = (int)(p - s);
    while (*p && *p != ' ')
      p++;
    len[k++] = (int)(p - s);
  }
  return k;
}

// By a table of classes, of which the guard asks what it says of 0.
// CHECK-LABEL: func @classes(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-LABEL: func @classes_guard(
// CHECK:         index %isspace
int classes(const char *restrict s, size_t *restrict at) {
  size_t i = 0;
  int k = 0;
#pragma loft
  while (s[i]) {
    while (isspace((unsigned char)s[i]))
      i++;
    if (s[i]) {
      at[k++] = i;
      while (s[i] && !isspace((unsigned char)s[i]))
        i++;
    }
  }
  return k;
}

// CHECK-LABEL: func @numbers(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int numbers(const char *restrict s, unsigned *restrict out) {
  int k = 0;
#pragma loft
  while (*s) {
    if (*s < '0' || *s > '9') {
      s++;
      continue;
    }
    unsigned v = 0;
    while (*s >= '0' && *s <= '9')
      v = v * 10 + (unsigned)(*s++ - '0');
    out[k++] = v;
  }
  return k;
}

// Fields that a mark ends, or the end of the text.
// CHECK-LABEL: func @fields(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int fields(const char *restrict s, int *restrict len) {
  int k = 0, i = 0;
#pragma loft
  while (s[i]) {
    int b = i;
    while (s[i] && s[i] != ',')
      i++;
    len[k++] = i - b;
    if (s[i])
      i++;
  }
  return k;
}

// A step past what may be the end: nobody can tell where the walk stops.
int past(const char *restrict s, int *restrict at) {
  int k = 0, i = 0;
#pragma loft // expected-note 2 {{the loop was to be lifted by this pragma}}
  while (s[i]) { // expected-warning {{[LOFT084]}}
    at[k++] = i;
    while (s[i] && s[i] != ',') // expected-warning {{[LOFT166]}}
      i++;
    i++;
  }
  return k;
}

// An inner loop that does not stop at the end.
int on(const char *restrict s, int *restrict at) {
  int k = 0, i = 0;
#pragma loft // expected-note 2 {{the loop was to be lifted by this pragma}}
  while (s[i]) { // expected-warning {{[LOFT084]}}
    while (s[i] != ',') // expected-warning {{[LOFT166]}}
      i++;
    at[k++] = i;
  }
  return k;
}

// By steps that data say: the guard asks whether they lead over the end.
// CHECK-LABEL: func @stepped(
// CHECK:         reduce (%j{{[0-9]*}} <
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
// CHECK-LABEL: func @stepped_guard(
// CHECK:         %missed{{[0-9]*}}: i64 = loop
int stepped(const char *s) {
  int n = 0;
#pragma loft
  while (*s) {
    s += (*s & 192) == 192 ? 2 : 1;
    n++;
  }
  return n;
}

// They do not where all that they step over is compared first.
// CHECK-LABEL: func @compared(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     %missed
int compared(const char *s) {
  int n = 0;
#pragma loft
  while (*s) {
    s += *s == '\r' && s[1] == '\n' ? 2 : 1;
    n++;
  }
  return n;
}

// The same by an int, and by a number without a sign.
// CHECK-LABEL: func @by_int(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
// CHECK-LABEL: func @by_int_guard(
// CHECK:         %missed{{[0-9]*}}: i64 = loop
int by_int(const unsigned char *restrict s, int *restrict at) {
  int n = 0, i = 0;
#pragma loft
  while (s[i]) {
    at[n++] = i;
    i += s[i] < 0x80 ? 1 : s[i] < 0xe0 ? 2 : s[i] < 0xf0 ? 3 : 4;
  }
  return n;
}

// CHECK-LABEL: func @unsigned_places(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     %missed
// CHECK-LABEL: func @unsigned_steps(
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-LABEL: func @unsigned_steps_guard(
// CHECK:         %missed{{[0-9]*}}: i64 = loop
int unsigned_places(const char *s) {
  int n = 0;
  size_t i = 0;
#pragma loft
  while (s[i]) {
    n++;
    i += s[i] == '\\' && s[i + 1] ? 2 : 1;
  }
  return n;
}
int unsigned_steps(const char *s) {
  int n = 0;
  size_t i = 0;
#pragma loft
  while (s[i]) {
    n++;
    i += (s[i] & 192) == 192 ? 2 : 1;
  }
  return n;
}

// The table has no element for some bytes that are stepped over.
static const unsigned char few[128] = {[0 ... 127] = 2};
int outside(const char *s) {
  int n = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (*s) { // expected-warning {{[LOFT168]}}
    s += few[(unsigned char)*s];
    n++;
  }
  return n;
}

// By more than the places from which the guard walks.
int far(const unsigned char *s) {
  int n = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (*s) { // expected-warning {{[LOFT168]}}
    s += 1 + (*s & 63);
    n++;
  }
  return n;
}
