// Words whose first element is stepped over before the next one is asked for: by
// do loops and by a step in front of a loop, up to bounds of several types and up
// to the zero that ends a text; counted, listed and folded, in texts of any
// length, that may end where memory does.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/hash.h"

enum { N = 3000 };
static char text[N + 1];
static int at[N + 1], len[N + 1];
static unsigned folds[N + 1];

static int
counted(const char *p)
{
  int n = 0;
#pragma loft
  while (*p) {
    if (isspace((unsigned char)*p)) {
      p++;
      continue;
    }
    do
      p++;
    while (*p && !isspace((unsigned char)*p));
    n++;
  }
  return n;
}

static int
listed(const char *s)
{
  const char *p = s;
  int n = 0;
#pragma loft
  for (;;) {
    while (*p == ' ' || *p == '\n')
      p++;
    if (!*p)
      break;
    const char *b = p;
    do
      p++;
    while (*p && *p != ' ' && *p != '\n');
    at[n] = (int)(b - s);
    len[n++] = (int)(p - b);
  }
  return n;
}

static int
numbers(const char *restrict p, unsigned *restrict out)
{
  int n = 0;
#pragma loft
  while (*p) {
    if (*p < '0' || *p > '9') {
      p++;
      continue;
    }
    unsigned v = 0;
    do
      v = v * 10 + (unsigned)(*p++ - '0');
    while (*p >= '0' && *p <= '9');
    out[n++] = v;
  }
  return n;
}

static int
behind_first(const char *restrict s, int i, unsigned *restrict out)
{
  int n = 0;
#pragma loft
  while (s[i]) {
    if (s[i] < 'a') {
      i++;
      continue;
    }
    unsigned v = (unsigned char)s[i++];
    while (s[i] && s[i] >= 'a')
      v = v * 31 + (unsigned char)s[i++];
    out[n++] = v;
  }
  return n * 10000 + i;
}

static size_t
by_size(const char *s)
{
  size_t n = 0, i = 0;
#pragma loft
  while (s[i]) {
    while (s[i] == ' ')
      i++;
    if (!s[i])
      break;
    size_t b = i++;
    while (s[i] && s[i] != ' ')
      i++;
    n += i - b > 2;
  }
  return n;
}

static int
bounded(const char *restrict s, int i, int m, unsigned *restrict out)
{
  int n = 0;
#pragma loft
  while (i < m) {
    if (s[i] < '0') {
      i++;
      continue;
    }
    unsigned v = 0;
    do {
      v = v * 10 + (unsigned char)s[i];
      i++;
    } while (i < m && s[i] >= '0');
    out[n++] = v;
  }
  return n * 10000 + i;
}

static long
by_longs(const char *restrict s, long m)
{
  long i = 0, n = 0;
#pragma loft
  while (i < m) {
    if (s[i] == ' ') {
      i++;
      continue;
    }
    long b = i;
    do
      i++;
    while (i < m && s[i] != ' ');
    at[n] = (int)b;
    len[n++] = (int)(i - b);
  }
  return n;
}

// An element behind a word is passed over with it.
static int
passed(const char *restrict s, int n)
{
  long i = 0;
  int k = 0;
#pragma loft
  while (i < n) {
    while (i < n && s[i] == ' ')
      i++;
    if (i == n)
      break;
    long b = i;
    while (i < n && s[i] != ' ')
      i++;
    at[k] = (int)b;
    len[k++] = (int)(i - b);
    i++;
  }
  return k;
}

static int
by_unsigned(const char *restrict s, unsigned n)
{
  unsigned i = 0;
  int k = 0;
#pragma loft
  while (i < n) {
    if (s[i] == ' ' || s[i] == '\n') {
      i++;
      continue;
    }
    unsigned b = i++;
    while (i < n && s[i] != ' ' && s[i] != '\n')
      i++;
    len[k++] = (int)(i - b);
    i++;
  }
  return k;
}

static size_t
forever(const char *restrict s, size_t i, size_t n)
{
  size_t k = 0;
#pragma loft
  for (;;) {
    while (i < n && s[i] < '0')
      i++;
    if (i >= n)
      break;
    unsigned v = 0;
    while (i < n && s[i] >= '0')
      v = v * 10 + (unsigned char)s[i++];
    folds[k++] = v;
    i++;
  }
  return k;
}

static int
longest(const char *s, int m)
{
  int most = 0, i = 0;
#pragma loft
  while (i < m) {
    while (i < m && s[i] == ' ')
      i++;
    if (i >= m)
      break;
    int b = i++;
    while (i < m && s[i] != ' ')
      i++;
    if (i - b > most)
      most = i - b;
  }
  return most;
}

int
main(void)
{
  static const char *const letters[] = {" ", "a", "7", " a", " 7 12a\n,", "  \n", "abc12345 "};
  static const int sizes[] = {0, 1, 2, 3, 4, 77, 1000, N};
  unsigned seed = 3;
  for (int kind = 0; kind < 7; kind++) {
    int most = (int)strlen(letters[kind]);
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      text[i] = letters[kind][(int)(seed >> 16) % most];
    }
    for (int k = 7; k >= 0; k--) {
      int n = sizes[k];
      text[n] = 0;
      memset(at, 0, sizeof at);
      memset(len, 0, sizeof len);
      memset(folds, 0, sizeof folds);
      printf("%d: %d", n, counted(text));
      printf(" %d %x %x", listed(text), hash(at, sizeof at), hash(len, sizeof len));
      printf(" %d %x", numbers(text, folds), hash(folds, sizeof folds));
      printf(" %d %x", behind_first(text, n / 3, folds), hash(folds, sizeof folds));
      printf(" %d %x", bounded(text, n / 4, n, folds), hash(folds, sizeof folds));
      printf(" %ld %x %x", by_longs(text, n), hash(at, sizeof at), hash(len, sizeof len));
      printf(" %zu %d", by_size(text), longest(text, n));
      printf(" %d %x %x", passed(text, n), hash(at, sizeof at), hash(len, sizeof len));
      printf(" %d %x", by_unsigned(text, (unsigned)n), hash(len, sizeof len));
      printf(" %zu %x\n", forever(text, (size_t)n / 2, (size_t)n), hash(folds, sizeof folds));
    }
  }
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *all = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, page, PROT_NONE))
    return 1;
  for (int n = 1; n < 2000; n += 399) {
    char *end = all + page - n - 1;
    memset(end, 'a', (size_t)n);
    end[n / 2] = ' ';
    end[n] = 0;
    printf("%d %d %zu", counted(end), listed(end), by_size(end));
    printf(" %d %d\n", bounded(end + 1, 0, n, folds), longest(end, n + 1));
  }
  return 0;
}
