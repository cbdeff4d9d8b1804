// strlen and strcmp of rows of bytes, of members, of texts; the sign alone of
// what strcmp gives is used.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { N = 16, WIDTH = 24 };

typedef struct person {
  char name[WIDTH];
  int age;
} person;

static void
lengths(int n, char (*restrict w)[WIDTH], int *restrict len) {
#pragma loft
  for (int i = 0; i < n; i++)
    len[i] = (int)strlen(w[i]);
}

static int
count(int n, char (*restrict w)[WIDTH], const char *restrict key) {
  int c = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    c += strcmp(w[i], key) == 0;
  return c;
}

static int
below(int n, char (*restrict w)[WIDTH], const char *restrict key, int *at) {
  int c = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (strcmp(w[i], key) < 0)
      at[c++] = i;
  return c;
}

static int
disorder(int n, char (*restrict w)[WIDTH]) {
  int bad = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (strcmp(w[i - 1], w[i]) > 0)
      bad++;
  return bad;
}

static long
ages(int n, const person *restrict p, const char *restrict key) {
  long sum = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!strcmp(p[i].name, key))
      sum += p[i].age;
  return sum;
}

static int
letters(const char *s, char c) {
  int n = 0;
#pragma loft
  for (size_t i = 0; i < strlen(s); i++)
    n += s[i] == c;
  return n;
}

int
main(void) {
  static char words[N][WIDTH];
  static person persons[N];
  static int out[N];
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i % 4; j++) {
      seed = seed * 1103515245 + 12345;
      words[i][j] = "ab\xe4z"[seed >> 16 & 3];
    }
    memcpy(persons[i].name, words[N - 1 - i], WIDTH);
    persons[i].age = i;
  }
  memset(words[N - 1], 'b', WIDTH - 1);
  lengths(N, words, out);
  for (int i = 0; i < N; i++)
    printf("%d ", out[i]);
  static const char *const keys[] = {"", "a", "ab", "\xe4", "zb", "bbbbbbbbbb"};
  for (int k = 0; k < 6; k++) {
    printf("\n%d %ld ", count(N, words, keys[k]), ages(N, persons, keys[k]));
    int n = below(N, words, keys[k], out);
    for (int i = 0; i < n; i++)
      printf("%d ", out[i]);
  }
  printf("\n%d %d %d\n", disorder(N, words), letters("where we are", 'e'),
         letters("", 'e'));
  return 0;
}
