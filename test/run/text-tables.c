// String literals as tables, and the C library's tables of characters.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <ctype.h>
#include <stdio.h>

enum { N = 999 };

static unsigned char bytes[N];
static char hex[2 * N + 1], kept[N], upper[N];

__attribute__((noinline)) static void
to_hex(const unsigned char *p, int n, char *out)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    out[2 * i] = "0123456789abcdef"[p[i] >> 4];
    out[2 * i + 1] = "0123456789abcdef"[p[i] & 15];
  }
}

__attribute__((noinline)) static int
vowels(const char *s, int n)
{
  const char *all = "aeiou\0xyz";
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 6; j++)
      k += s[i] == all[j];
  return k;
}

__attribute__((noinline)) static int
letters(const char *s, int n, char *out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (isalpha((unsigned char)s[i]) || isdigit(s[i]))
      out[k++] = s[i];
  return k;
}

__attribute__((noinline)) static void
to_upper(const char *s, int n, char *out)
{
#pragma loft
  for (int i = 0; i < n; i++)
    out[i] = (char)toupper((unsigned char)s[i]);
}

__attribute__((noinline)) static int
fold(const char *s, int n, char *out)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int c = tolower(s[i] & 127);
    out[i] = (char)c;
    if (c == toupper(c + 0))
      k++;
  }
  return k;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    bytes[i] = (unsigned char)(i * 37 + i / 9);
  to_hex(bytes, N, hex);
  printf("%s\n", hex);
  printf("%d", vowels((char *)bytes, N));
  int n = letters((char *)bytes, N, kept);
  printf(" %d %.*s\n", n, n, kept);
  to_upper(kept, n, upper);
  printf("%.*s\n", n, upper);
  int m = fold((char *)bytes, N, kept);
  printf("%d %.*s\n", m, N, kept);
}
