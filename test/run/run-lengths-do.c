// Run lengths that do loops find, by indices with and without a sign and by
// pointers, with a limit and without one.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 3000 };
static int x[N], val[N], len[N];
static size_t sizes[N];
static unsigned char bytes[N], packed[2 * N];

static int
counters(const int *restrict a, int n, int *restrict y, int *restrict z) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int v = a[i], c = 0;
    do {
      i++;
      c++;
    } while (i < n && a[i] == v);
    y[k] = v;
    z[k++] = c;
  }
  return k;
}

static size_t
ends(const int *restrict a, size_t n, size_t *restrict y) {
  size_t k = 0, i = 0;
#pragma loft
  while (i < n) {
    size_t c = 0;
    int v = a[i];
    do {
      ++c;
      ++i;
    } while (i < n && a[i] == v);
    y[k++] = c;
  }
  return k;
}

static int
limited(const unsigned char *restrict p, int n, unsigned char *restrict y) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int v = p[i], c = 0;
    do {
      i++;
      c++;
    } while (i < n && p[i] == v && c < 5);
    y[k++] = (unsigned char)c;
    y[k++] = (unsigned char)v;
  }
  return k;
}

static int
rising(const int *a, int n) {
  int best = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int s = i;
    do
      i++;
    while (i < n && a[i] >= a[i - 1]);
    if (i - s > best)
      best = i - s;
  }
  return best;
}

static int
pointers(const unsigned char *restrict p, const unsigned char *end,
         unsigned char *restrict y) {
  int k = 0;
#pragma loft
  while (p < end) {
    int v = *p, c = 0;
    do {
      c++;
      p++;
    } while (p < end && *p == v);
    y[k++] = (unsigned char)c;
    y[k++] = (unsigned char)v;
  }
  return k;
}

static unsigned
hash(const void *p, size_t n) {
  const unsigned char *a = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + a[i];
  return h;
}

int
main(void) {
  static const int many[] = {0, 1, 2, 63, 1000, N};
  unsigned seed = 5;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    x[i] = i && seed >> 16 & 3 ? x[i - 1] : (int)(seed >> 20 & 7);
    bytes[i] = (unsigned char)(i / 700 == 2 ? 1 : x[i]);
  }
  for (int s = 0; s < 6; s++) {
    int n = many[s];
    printf("%d: %d ", n, counters(x, n, val, len));
    printf("%x %x ", hash(val, sizeof val), hash(len, sizeof len));
    printf("%zu %x ", ends(x, (size_t)n, sizes), hash(sizes, sizeof sizes));
    printf("%d %x ", limited(bytes, n, packed), hash(packed, sizeof packed));
    printf("%d ", rising(x, n));
    printf("%d %x\n", pointers(bytes, bytes + n, packed),
           hash(packed, sizeof packed));
  }
  return 0;
}
