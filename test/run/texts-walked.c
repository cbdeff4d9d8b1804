// Walks through texts up to their end, by inner loops that stop at it: texts of
// marks alone, of one word, that end in a word, and of bytes above 127.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2049 };
static char text[N + 1];
static int at[N + 1], len[N + 1], ends[N + 1], sizes[N + 1];
static unsigned numbers[N + 1], parts[N + 1];
static size_t bounds[2 * N + 2];

static int
words(const char *restrict s, int *restrict p, int *restrict q) {
  const char *from = s;
  int k = 0;
#pragma loft
  while (*s) {
    while (*s == ' ')
      s++;
    if (!*s)
      break;
    p[k] = (int)(s - from);
    while (*s && *s != ' ')
      s++;
    q[k++] = (int)(s - from);
  }
  return k * 10000 + (int)(s - from);
}

// With an empty word behind the last mark.
static int
all(const char *restrict s, int i, int *restrict q) {
  int k = 0;
#pragma loft
  while (s[i]) {
    while (s[i] == ' ')
      i++;
    int b = i;
    while (s[i] && s[i] != ' ')
      i++;
    q[k++] = i - b;
  }
  return k * 10000 + i;
}

static size_t
by_class(const char *restrict s, size_t *restrict p) {
  size_t k = 0, i = 0;
#pragma loft
  while (s[i]) {
    while (isspace((unsigned char)s[i]))
      i++;
    if (s[i]) {
      p[k++] = i;
      while (s[i] && !isspace((unsigned char)s[i]))
        i++;
      p[k++] = i;
    }
  }
  return k;
}

static int
values(const char *restrict s, unsigned *restrict p) {
  int k = 0;
#pragma loft
  while (*s) {
    while (*s && (*s < '0' || *s > '9'))
      s++;
    unsigned v = 0;
    while (*s >= '0' && *s <= '9')
      v = v * 10 + (unsigned)(*s++ - '0');
    p[k++] = v;
  }
  return k;
}

static int
fields(const char *restrict s, unsigned *restrict p) {
  int k = 0;
#pragma loft
  while (*s) {
    unsigned v = 0;
    while (*s && *s != ',') {
      v += (unsigned char)*s;
      s++;
    }
    p[k++] = v;
    if (*s)
      s++;
  }
  return k;
}

static int
passed(const char *restrict s, int *restrict q) {
  int k = 0;
#pragma loft
  while (*s) {
    if (*s == '\n') {
      s++;
      continue;
    }
    const char *b = s;
    while (*s && *s != '\n')
      s++;
    q[k++] = (int)(s - b);
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
  text[n] = 0;
  int a = words(text, at, len), b = all(text, n / 3, ends);
  printf("%d: %d %x %x", n, a, hash(at, sizeof at), hash(len, sizeof len));
  printf(" %d %x", b, hash(ends, sizeof ends));
  printf(" %zu %x", by_class(text, bounds), hash(bounds, sizeof bounds));
  printf(" %d %x", values(text, numbers), hash(numbers, sizeof numbers));
  printf(" %d %x", fields(text, parts), hash(parts, sizeof parts));
  printf(" %d %x\n", passed(text, sizes), hash(sizes, sizeof sizes));
}

int
main(void) {
  static const int lengths[] = {N, 1000, 77, 2, 1, 0};
  unsigned seed = 3;
  for (int kind = 0; kind < 6; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      text[i] = (char)(kind == 0   ? ' '
                       : kind == 1 ? 'x'
                       : kind == 2 ? "a b,12\n 907"[r % 11]
                       : kind == 3 ? (int)(r % 255 + 1)
                       : kind == 4 ? (r % 60 ? '0' + (int)(r % 10) : ',')
                                   : (i && r % 5 ? text[i - 1]
                                                 : " \nx7,-"[r % 6]));
    }
    for (int s = 0; s < 6; s++)
      print_all(lengths[s]);
  }
  return 0;
}
