// Rows behind pointers whose ends are pointers, too: texts of a first and an
// end, lines of which the next one begins where one ends, differences as
// bounds, rows that are changed.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: warning: loop stays
#include <stdio.h>

#include "Inputs/hash.h"

#define FN __attribute__((noinline)) static
enum { ROWS = 60, ALL = 3000 };
typedef struct span {
  const unsigned char *first, *end;
} span;
typedef struct part {
  int id;
  float *begin, *end;
} part;
static unsigned char text[ALL];
static float numbers[ALL];

FN void
hashes(const span *s, int n, unsigned *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned h = 5381;
    for (const unsigned char *q = s[i].first; q < s[i].end; q++)
      h = h * 33 + *q;
    out[i] = h;
  }
}

FN void
hashes_met(const span *s, int n, unsigned *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    const unsigned char *q = s[i].first, *e = s[i].end;
    unsigned h = 0;
    while (q != e)
      h = h * 31 + *q++;
    out[i] = h;
  }
}

FN void
by_length(const span *s, int n, unsigned *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned h = 1;
    for (int j = 0; j < s[i].end - s[i].first; j++)
      h = h * 7 ^ s[i].first[j];
    out[i] = h;
  }
}

FN void
lengths(const span *s, int n, long *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[i] = s[i].end - s[i].first;
}

FN void
words(unsigned char **line, int n, int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (const unsigned char *q = line[i]; q < line[i + 1]; q++)
      k += *q < 32;
    out[i] = k;
  }
}

FN void
find(const span *s, int n, int c, int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    out[i] = -1;
    for (const unsigned char *q = s[i].first; q < s[i].end; q++)
      if (*q == c) {
        out[i] = (int)(q - s[i].first);
        break;
      }
  }
}

FN void
scale(part *p, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    for (float *q = p[i].begin; q != p[i].end; q++)
      *q = *q * 2 + (float)p[i].id;
    p[i].id++;
  }
}

int
main(void) {
  static span s[ROWS];
  static part p[ROWS];
  static unsigned char *line[ROWS + 1];
  static unsigned out[ROWS];
  static long length[ROWS];
  static int count[ROWS];
  int at = 0;
  for (int i = 0; i < ALL; i++) {
    text[i] = (unsigned char)(i * 7919 >> 4);
    numbers[i] = (float)(i % 19);
  }
  for (int i = 0; i < ROWS; i++) {
    int n = i == 33 ? 150 : i * 29 % 67;
    s[i] = (span){text + i * 13, text + i * 13 + (i % 11 ? n : 0)};
    line[i] = text + at;
    p[i * 3 % ROWS] = (part){i, numbers + at, numbers + at + (n ? n - 1 : 0)};
    at += n;
  }
  line[ROWS] = text + at;
  for (int n = ROWS; n > 0; n /= 3) {
    hashes(s, n, out);
    unsigned h = hash(out, sizeof out);
    hashes_met(s, n, out);
    h = h * 31 + hash(out, sizeof out);
    by_length(s, n, out);
    h = h * 31 + hash(out, sizeof out);
    lengths(s, n, length);
    words(line, n, count);
    printf("%08x %08x %08x ", h, hash(length, sizeof length),
           hash(count, sizeof count));
    find(s, n, n, count);
    scale(p, n);
    printf("%08x %08x\n", hash(count, sizeof count),
           hash(numbers, sizeof numbers));
  }
}
