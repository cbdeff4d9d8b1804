// Walks through texts up to their end by steps that data say: characters of
// several bytes, escapes, ends of lines; in texts of all lengths around those
// that are walked through as a whole to see that no step is over the end.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 3000 };
static const unsigned char length_of[256] = {
    [0 ... 0x7f] = 1, [0x80 ... 0xdf] = 2, [0xe0 ... 0xef] = 3, [0xf0 ... 0xff] = 4};
static unsigned char text[N + 1];
static char plain[N + 1], out[N + 1];
static uint32_t points[N + 1];
static int starts[N + 1];

static size_t
by_table(const char *s)
{
  size_t n = 0;
#pragma loft
  while (*s) {
    s += length_of[(unsigned char)*s];
    n++;
  }
  return n;
}

static inline int
utf8_len(unsigned char c)
{
  return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static size_t
by_function(const char *s, size_t n)
{
#pragma loft
  for (; *s; s += utf8_len(*s))
    n++;
  return n;
}

static int
places(const unsigned char *restrict s, int i, int *restrict at)
{
  int n = 0;
#pragma loft
  while (s[i] != '\0') {
    unsigned char c = s[i];
    at[n++] = i;
    if (c < 0x80)
      i += 1;
    else if (c >> 5 == 6)
      i += 2;
    else if (c >> 4 == 14)
      i += 3;
    else
      i += 4;
  }
  return n * 10000 + i;
}

static size_t
decode(const unsigned char *restrict s, uint32_t *restrict to)
{
  size_t n = 0;
#pragma loft
  while (*s) {
    uint32_t c = *s;
    if (c < 0x80) {
      s++;
    } else if (c < 0xe0) {
      c = (c & 31) << 6 | (s[1] & 63);
      s += 2;
    } else if (c < 0xf0) {
      c = (c & 15) << 12 | (s[1] & 63) << 6 | (s[2] & 63);
      s += 3;
    } else {
      c = (c & 7) << 18 | (s[1] & 63) << 12 | (s[2] & 63) << 6 | (s[3] & 63);
      s += 4;
    }
    to[n++] = c;
  }
  return n;
}

// No step is over a 0: each of its elements is compared first.
static ptrdiff_t
unescape(const char *restrict s, char *restrict to)
{
  char *o = to;
#pragma loft
  while (*s) {
    if (*s == '\\' && s[1]) {
      s++;
      *o++ = *s == 'n' ? '\n' : *s;
      s++;
    } else
      *o++ = *s++;
  }
  return o - to;
}

static size_t
lines(const char *s)
{
  size_t n = 0;
#pragma loft
  while (*s) {
    if (s[0] == '\r' && s[1] == '\n')
      s += 2;
    else
      s++;
    n++;
  }
  return n;
}

// The same, by an index that goes on by one behind the iteration, too.
static size_t
from_url(const char *restrict s, char *restrict to)
{
  size_t k = 0;
#pragma loft
  for (size_t i = 0; s[i]; i++) {
    if (s[i] == 'b' && s[i + 1] && s[i + 2]) {
      to[k++] = (char)(s[i + 1] * 16 + s[i + 2]);
      i += 2;
    } else
      to[k++] = s[i] == '\\' ? ' ' : s[i];
  }
  return k;
}

// By indices of other types.
static size_t
by_int(const unsigned char *restrict s, int *restrict at)
{
  size_t n = 0;
  int i = 0;
#pragma loft
  while (s[i]) {
    at[n++] = i;
    i += s[i] < 0x80 ? 1 : s[i] < 0xe0 ? 2 : s[i] < 0xf0 ? 3 : 4;
  }
  return n;
}

static size_t
by_size(const unsigned char *s)
{
  size_t n = 0, i = 0;
#pragma loft
  while (s[i]) {
    n += s[i] > 0xd0;
    i += length_of[s[i]];
  }
  return n * 10000 + i;
}

static size_t
escapes(const char *restrict s, size_t i, char *restrict to)
{
  size_t n = 0;
#pragma loft
  while (s[i]) {
    to[n++] = s[i];
    i += s[i] == '\\' && s[i + 1] ? 2 : 1;
  }
  return n * 10000 + i;
}

// Ends at a quote, behind which there may be no 0.
static int
quoted(const char *s)
{
  int n = 0;
#pragma loft
  while (*s) {
    if (*s == '"')
      break;
    s += utf8_len(*s);
    n++;
  }
  return n;
}

// Ends early in the midst of a character.
static size_t
whole(const unsigned char *s)
{
  size_t n = 0;
#pragma loft
  for (; *s; n++) {
    if (*s < 0x80)
      s++;
    else if (s[1] && *s < 0xe0)
      s += 2;
    else if (s[1] && s[2] && *s < 0xf0)
      s += 3;
    else if (s[1] && s[2] && s[3])
      s += 4;
    else
      break;
  }
  return n;
}

static unsigned
hash(const void *p, size_t n)
{
  const unsigned char *x = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + x[i];
  return h;
}

static unsigned seed = 5;

// A number below "n".
static int
below(int n)
{
  seed = seed * 1103515245 + 12345;
  return (int)(seed >> 16) % n;
}

// Fills the texts up to "n" bytes; "kind": characters of up to so many bytes.
static void
fill(int n, int kind)
{
  int i = 0;
  memset(text, 0, sizeof text);
  memset(plain, 0, sizeof plain);
  while (i < n) {
    int k = 1 + below(kind);
    k = k > n - i ? n - i : k;
    text[i] = (unsigned char)(k == 1   ? 32 + below(90)
                              : k == 2 ? 0xc2 + below(30)
                              : k == 3 ? 0xe1 + below(14)
                                       : 0xf1 + below(3));
    for (int j = 1; j < k; j++)
      text[i + j] = (unsigned char)(0x80 + below(64));
    i += k;
  }
  for (i = 0; i < n; i++)
    plain[i] = "a\\b\\nc\r\n \r\\d"[below(12)];
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 17, 511, 512, 513, 514, 530, 1000, N};
  for (int kind = 1; kind < 5; kind++)
    for (int i = 0; i < 14; i++) {
      fill(sizes[i], kind);
      memset(points, 0, sizeof points);
      memset(starts, 0, sizeof starts);
      memset(out, 0, sizeof out);
      printf("%d: %zu %zu", sizes[i], by_table((char *)text), by_function((char *)text, 7));
      printf(" %d %x", places(text, 0, starts), hash(starts, sizeof starts));
      printf(" %zu %x", decode(text, points), hash(points, sizeof points));
      printf(" %td %x", unescape(plain, out), hash(out, sizeof out));
      printf(" %zu %x", from_url(plain, out), hash(out, sizeof out));
      printf(" %zu %zu", lines(plain), whole(text));
      printf(" %zu %x", by_int(text, starts), hash(starts, sizeof starts));
      printf(" %zu", by_size(text));
      printf(" %zu %x\n", escapes(plain, 0, out), hash(out, sizeof out));
    }
  // Texts that end where memory does.
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *all = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, page, PROT_NONE))
    return 1;
  for (int n = 1; n < 2000; n += 399) {
    char *at = all + page - n - 1;
    fill(n, 3);
    memcpy(at, text, (size_t)n + 1);
    printf("%zu", by_table(at));
    at[n / 2] = '"';
    printf(" %d\n", quoted(at));
  }
  return 0;
}
