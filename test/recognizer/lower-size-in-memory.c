// Bounds of 64 bits that the region starts with in memory are taken to be of
// the size of memory, as parameters are; those that it writes are not.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
#include <stddef.h>
struct part {
  size_t shift, size, last;
  float *of;
};

float included(const struct part *p) {
  float sum = 0;
#pragma loft
  for (size_t i = 0; i <= p->last; i++) // expected-remark{{lifted to reduce add}}
    sum += p->of[i];
  return sum;
}

void shifted(struct part *p) {
#pragma loft
  for (size_t i = 0; i + p->shift < p->size; i++) // expected-remark{{lifted to map}}
    p->of[i] = 0;
}

void down(const size_t *n, float *to, const int *from) {
#pragma loft
  for (size_t left = *n; left; --left, ++from) // expected-remark{{lifted to map}}
    *to++ = (float)*from;
}

void written(size_t *n, float *to) {
#pragma loft // expected-note{{by this pragma}}
  for (size_t i = 0; i <= *n; i++) { // expected-warning{{LOFT084}}
    to[i] = 1;
    *n -= i & 1;
  }
}

// What is no count may be any number.
void data(const size_t *seed, int n, size_t *to) {
#pragma loft
  for (int i = 0; i < n; i++) // expected-remark{{lifted to map}}
    to[i] = *seed * 0x9e3779b97f4a7c15 + (size_t)i;
}
