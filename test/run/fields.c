// Loops that fold what they walk through, of fields with a mark behind each, of
// words between marks, and of equal elements.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2049 };
static char text[N];
static int keys[N], data[N], most[N + 1], sums[N + 1], products[N + 1];
static unsigned numbers[N + 1], values[N + 1], hashes[N + 1];

static int
fields(const char *restrict s, int n, unsigned *restrict p) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    while (i < n && s[i] != ',')
      v = v * 10 + (unsigned)(s[i++] - '0');
    p[k++] = v;
    i++;
  }
  return k * 10000 + i;
}

static int
largest(const char *restrict p, const char *end, int *restrict q) {
  int k = 0;
#pragma loft
  while (p < end) {
    int m = 0;
    for (; p < end && *p != ','; p++)
      if (*p > m)
        m = *p;
    q[k++] = m;
    if (p < end)
      p++;
  }
  return k;
}

static int
read_numbers(const char *restrict s, int n, unsigned *restrict p) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    if (s[i] >= '0' && s[i] <= '9') {
      unsigned v = 0;
      while (i < n && s[i] >= '0' && s[i] <= '9') {
        v = v * 10 + (unsigned)(s[i] - '0');
        i++;
      }
      p[k++] = v;
    } else
      i++;
  }
  return k;
}

// With nothing behind the last mark.
static int
read_hashes(const char *restrict s, int n, unsigned *restrict p) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    while (i < n && s[i] == ' ')
      i++;
    int b = i;
    unsigned h = 5381;
    while (i < n && s[i] != ' ') {
      h = h * 33 + (unsigned char)s[i];
      i++;
    }
    p[k++] = h ^ (unsigned)(i - b);
  }
  return k * 10000 + i;
}

static int
groups(const int *restrict x, const int *restrict y, int n, int *restrict p,
       int *restrict q) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int j = i + 1, v = y[i], m = y[i];
    while (j < n && x[j] == x[i]) {
      v += y[j];
      m = y[j] < m ? y[j] : m;
      j++;
    }
    p[k] = v;
    q[k++] = m;
    i = j;
  }
  return k;
}

static unsigned
hash(const void *p, size_t n) {
  const unsigned char *x = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + x[i];
  return h;
}

static void
print_all(int n) {
  printf("%d: %d %x", n, fields(text, n, numbers), hash(numbers, sizeof numbers));
  printf(" %d %x", largest(text, text + n, most), hash(most, sizeof most));
  printf(" %d %x", read_numbers(text, n, values), hash(values, sizeof values));
  printf(" %d %x", read_hashes(text, n, hashes), hash(hashes, sizeof hashes));
  printf(" %d %x", groups(keys, data, n, sums, products),
         hash(sums, sizeof sums));
  printf(" %x\n", hash(products, sizeof products));
}

int
main(void) {
  static const int lengths[] = {0, 1, 2, 77, 1000, N};
  unsigned seed = 3;
  for (int kind = 0; kind < 6; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      text[i] = (char)(kind == 0   ? ','
                       : kind == 1 ? '7'
                       : kind == 2 ? "a b,12\n 907"[r % 11]
                       : kind == 3 ? (int)(r % 255 + 1)
                       : kind == 4 ? (r % 60 ? '0' + (int)(r % 10) : ',')
                                   : (i && r % 5 ? text[i - 1]
                                                 : " \nx7,-"[r % 6]));
      keys[i] = kind == 0 ? i : kind == 1 ? 3 : text[i] & 15;
      data[i] = (int)(r % 1000) - 500;
    }
    for (int s = 0; s < 6; s++)
      print_all(lengths[s]);
  }
  return 0;
}
