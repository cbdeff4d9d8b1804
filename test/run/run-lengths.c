// Runs are appended, and what is counted or combined goes into the last one.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { N = 4000 };
static int x[N], w[N], val[N], len[N], marks[N];
static unsigned sums[N];
static unsigned short counts[N];

static int
encode(int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      val[k] = x[i];
      len[k++] = 0;
    }
    len[k - 1]++;
  }
  return k;
}

static int
encode_on(int n, int k) {
  val[k - 1] = x[0];
  len[k - 1] = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] != x[i - 1]) {
      val[k] = x[i];
      len[k++] = 1;
    } else {
      len[k - 1]++;
    }
  return k;
}

static size_t
groups(int n) {
  size_t k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] < x[i - 1]) {
      sums[k] = 1000;
      marks[k] = 1;
      k++;
    }
    sums[k - 1] += (unsigned)w[i];
    if (w[i] < 0)
      marks[k - 1] |= w[i] & 6;
  }
  return k;
}

static int
groups_from_none(int n, int *restrict key, unsigned short *restrict count) {
  int g = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      g++;
      key[g] = x[i];
      count[g] = 0;
    }
    count[g]++;
  }
  return g + 1;
}

static void
count_groups(int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] == 0)
      k++;
    len[k]++;
  }
}

static unsigned
hash(const void *p) {
  const unsigned *a = p;
  unsigned h = 1;
  for (int i = 0; i < N; i++)
    h = h * 31 + a[i];
  return h;
}

int
main(void) {
  static const int sizes[] = {1, 2, 17, 1000, N};
  unsigned seed = 5;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    x[i] = i && seed >> 16 & 3 ? x[i - 1] : (int)(seed >> 20 & 7);
    w[i] = (int)(seed >> 8 & 511) - 200;
  }
  for (int s = 0; s < 5; s++) {
    printf("%d %u %u ", encode(sizes[s]), hash(val), hash(len));
    printf("%d %u %u ", encode_on(sizes[s], 1), hash(val), hash(len));
    printf("%zu %u %u ", groups(sizes[s]), hash(sums), hash(marks));
    printf("%d %u ", groups_from_none(sizes[s], val, counts), hash(val));
    for (int i = 0; i < sizes[s]; i++)
      len[i] = counts[i];
    count_groups(sizes[s]);
    printf("%u\n", hash(len));
  }
  return 0;
}
