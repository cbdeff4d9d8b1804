// Loops that skip marks and walk through words, by places and by pointers, in
// texts of marks alone, of none, and of both.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5000 };
static char text[N + 1];
static int at[N], len[N], runs[N], pointed[N], numbers[N], between[N];
static size_t bounds[2 * N];

static int
words(const char *restrict s, int n, int *restrict p, int *restrict q) {
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
    p[k] = b;
    q[k++] = i - b;
  }
  return k;
}

static size_t
by_class(const char *restrict s, size_t n, size_t *restrict p) {
  size_t k = 0, i = 0;
#pragma loft
  while (i < n) {
    while (i < n && isspace((unsigned char)s[i]))
      ++i;
    if (i < n) {
      p[k++] = i;
      while (i < n && !isspace((unsigned char)s[i]))
        ++i;
      p[k++] = i;
    }
  }
  return k;
}

static int
forever(const char *restrict s, int n, int i, int *restrict q) {
  int k = 0;
#pragma loft
  for (;;) {
    while (i < n && (s[i] == ' ' || s[i] == '\n'))
      i++;
    if (i >= n)
      break;
    int b = i;
    while (i < n && s[i] != '\n' && s[i] != ' ')
      i++;
    q[k++] = i - b;
  }
  return k + i;
}

static int
zeros(const char *restrict s, int n, int *restrict q) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    if (s[i] != ' ') {
      q[k++] = s[i++];
    } else {
      int b = i;
      while (i < n && s[i] == ' ')
        i++;
      q[k++] = b - i;
    }
  }
  return k;
}

static int
pointers(const char *restrict p, const char *end, int *restrict q) {
  const char *s = p;
  int k = 0;
#pragma loft
  while (p < end) {
    if (*p == ' ') {
      p++;
      continue;
    }
    q[k++] = (int)(p - s);
    while (p < end && *p != ' ')
      p++;
  }
  return k;
}

static int
passed(const char *restrict s, int n) {
  int k = 0, longest = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == '\n')
      continue;
    int b = i;
    while (i < n && s[i] != '\n')
      i++;
    k++;
    if (i - b > longest)
      longest = i - b;
  }
  return longest * 10000 + k;
}

static unsigned
hash(const void *p, size_t n) {
  const unsigned char *x = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + x[i];
  return h;
}

// The place before what is skipped is used behind it: the loop stays.
__attribute__((noinline)) static int
gaps(const char *restrict s, int n, int *restrict gap) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int b = i;
    while (i < n && s[i] == ' ')
      i++;
    if (i == n)
      break;
    gap[k++] = i - b;
    while (i < n && s[i] != ' ')
      i++;
  }
  return k;
}

static void
print_all(int n) {
  int a = words(text, n, at, len), f = forever(text, n, n / 3, runs);
  printf("%d: %d %x %x", n, a, hash(at, sizeof at), hash(len, sizeof len));
  printf(" %zu %x", by_class(text, (size_t)n, bounds), hash(bounds, sizeof bounds));
  printf(" %d %x", f, hash(runs, sizeof runs));
  printf(" %d %x", zeros(text, n, numbers), hash(numbers, sizeof numbers));
  printf(" %d %x", pointers(text, text + n, pointed), hash(pointed, sizeof pointed));
  printf(" %d %x", gaps(text, n, between), hash(between, sizeof between));
  printf(" %d\n", passed(text, n));
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 77, 1000, N};
  unsigned seed = 3;
  for (int kind = 0; kind < 4; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      text[i] = kind == 0   ? ' '
                : kind == 1 ? 'x'
                : kind == 2 ? "a bc\nd e"[seed >> 20 & 7]
                            : (seed >> 20 & 63 ? (i ? text[i - 1] : 'y')
                                               : " \nxyz qr"[seed >> 16 & 7]);
    }
    for (int s = 0; s < 6; s++)
      print_all(sizes[s]);
  }
  return 0;
}
