// Loops that run up to the zero that ends a string, or another mark in memory:
// read, counted, changed in place and copied; nothing behind the mark is read,
// which is the last element of a page before one that cannot be read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void
upper(char *s)
{
#pragma loft
  for (; *s; s++)
    if (*s >= 'a' && *s <= 'z')
      *s -= 'a' - 'A';
}

static void
upper_at(char *s)
{
#pragma loft
  for (size_t i = 0; s[i]; i++)
    s[i] = s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i];
}

static void
turn(unsigned char *s)
{
#pragma loft
  while (*s) {
    *s = *s ^ 0x80;
    s++;
  }
}

static int
count(const char *s, char c)
{
  int n = 3;
#pragma loft
  for (; *s; s++)
    n += *s == c;
  return n;
}

static unsigned
hash(const char *s)
{
  unsigned h = 5381;
#pragma loft
  while (*s)
    h = h * 33 + (unsigned char)*s++;
  return h;
}

static unsigned
hash_next(const unsigned char *s)
{
  unsigned h = 1;
  int c;
#pragma loft
  while ((c = *s++))
    h = h * 31 + (unsigned)c;
  return h;
}

static void
copy(char *restrict d, const char *restrict s)
{
#pragma loft
  while ((*d++ = *s++))
    ;
}

static int
squeeze(char *restrict d, const char *restrict s)
{
  int n = 0;
#pragma loft
  for (; *s; s++)
    if (*s != ' ')
      d[n++] = *s;
  d[n] = 0;
  return n;
}

static long
sum(const int *a, int i)
{
  long t = 0;
#pragma loft
  for (; a[i] >= 0; i++)
    t += (long)a[i] * i;
  return t;
}

static unsigned long
length(const short *s)
{
  unsigned long n = 0, odd = 0;
#pragma loft
  for (; s[n] && s[n] != 7; n++)
    odd += s[n] & 1;
  return n * 1000003 + odd;
}

// Copies the "n" bytes at "from" to the end of what can be read.
static char *
put(char *end, const void *from, size_t n)
{
  return memcpy(end - n, from, n);
}

int
main(void)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 16 * page;
  char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + room, page, PROT_NONE);
  static char text[40000], out[40000];
  static int numbers[5000];
  static short shorts[5000];
  static const int sizes[] = {0, 1, 2, 17, 1000, 30000};
  for (int k = 0; k < 6; k++) {
    int n = sizes[k], m = n / 8;
    for (int i = 0; i < n; i++)
      text[i] = (char)(i % 7 == 3 ? ' ' : 'A' + i * 31 % 58);
    text[n] = 0;
    for (int i = 0; i < m; i++)
      numbers[i] = i * 7919 % 1000, shorts[i] = (short)(8 + i % 1000);
    numbers[m] = -1;
    shorts[m] = k % 2 ? 7 : 0;
    char *s = put(at + room, text, (size_t)n + 1);
    printf("%d %u %u ", count(s, 'c'), hash(s), hash_next((unsigned char *)s));
    memset(out, 1, sizeof out);
    copy(out, s);
    printf("%u %d ", hash(out), out[n + 1]);
    printf("%d %u ", squeeze(out, s), hash(out));
    upper(s);
    printf("%u ", hash(s));
    put(at + room, text, (size_t)n + 1);
    upper_at(s + n / 2);
    turn((unsigned char *)s + n / 3);
    printf("%u ", hash(s));
    s = put(at + room, numbers, ((size_t)m + 1) * sizeof *numbers);
    printf("%ld ", sum((int *)s, 0));
    s = put(at + room, shorts, ((size_t)m + 1) * sizeof *shorts);
    printf("%lu\n", length((short *)s));
  }
  return 0;
}
