// Loops that go on by how far the end is: pairs and records of bytes, by
// pointers and by indices, also where there is no room for one.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 1000 };
static unsigned char in[N + 8], out[4 * N];
static int x[N], y[N];

static long
pairs(const unsigned char *restrict p, const unsigned char *end,
      unsigned char *restrict q) {
  unsigned char *start = q;
#pragma loft
  while (end - p > 1) {
    int c = *p++ & 3;
    unsigned char v = *p++;
    while (c-- > 0)
      *q++ = v;
  }
  return q - start;
}

static int
ahead(const unsigned char *p, const unsigned char *end) {
  int s = 0;
#pragma loft
  while (p + 2 < end) {
    s += p[0] * p[2] - p[1];
    p += 3;
  }
  return s;
}

static int
records(const int *p, const int *end, long words) {
  int s = 0;
#pragma loft
  for (; end - p >= words; p += 4)
    s += p[0] ^ p[words - 1];
  return s;
}

static int
by_index(const int *restrict a, int n, int least, int *restrict b) {
  int i = 0;
#pragma loft
  while (n - i > least) {
    b[i] = a[i] - a[i + least];
    i++;
  }
  return i;
}

static int
turned(const int *a, int n, int m) {
  int s = 0;
#pragma loft
  for (int i = 0; m <= n - i; i += m)
    s = s * 3 + a[i];
  return s;
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 64, 999, N};
  unsigned seed = 9;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    in[i] = (unsigned char)(seed >> 16);
    x[i] = (int)(seed >> 8);
  }
  for (int s = 0; s < 9; s++) {
    int n = sizes[s];
    long k = pairs(in, in + n, out);
    unsigned h = 1;
    for (long i = 0; i < k; i++)
      h = h * 31 + out[i];
    printf("%d: %ld %x %d", n, k, h, ahead(in, in + n));
    printf(" %d %d", records(x, x + n, 4), records(x, x + n, 2));
    printf(" %d %d %d", by_index(x, n, 1, y), y[0], by_index(x, n, 40, y));
    printf(" %d %d\n", turned(x, n, 2), turned(x, n, 7));
  }
  printf("%d %d\n", by_index(x, -2147483647, 5, y), turned(x, -5, 1));
  return 0;
}
