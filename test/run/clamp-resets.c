// Integers that are bounded by data, or set to what does not depend on them.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 3000 };
static int key[N], value[N], out[N], before[N + 1], now[N + 1];

static int
greatest_since(int n, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (key[i] == 0)
      c = value[i];
    else if (value[i] > c)
      c = value[i];
    out[i] = c;
  }
  return c;
}

static int
level(int n, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (key[i] == 0) {
      c = value[i] / 2;
    } else {
      c += value[i];
      if (c < 0)
        c = 0;
      if (c > 500)
        c = 500;
    }
    out[i] = c;
  }
  return c;
}

static int
common(int m, const int *a, int n) {
#pragma loft
  for (int i = 0; i < m; i++) {
    int c = 0;
    for (int j = 1; j <= n; j++) {
      int other = before[j] > c ? before[j] : c;
      c = a[i] == key[j - 1] ? before[j - 1] + 1 : other;
      now[j] = c;
    }
    for (int j = 1; j <= n; j++)
      before[j] = now[j];
  }
  return before[n];
}

static unsigned long
hash(const int *x) {
  unsigned long h = 1;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)x[i];
  return h;
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 100, N};
  unsigned seed = 9;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    key[i] = (int)(seed >> 16 & 7);
    value[i] = (int)(seed >> 8 & 1023) - 500;
  }
  for (int s = 0; s < 5; s++) {
    printf("%d %lu ", greatest_since(sizes[s], 3), hash(out));
    printf("%d %lu ", level(sizes[s], -7), hash(out));
    printf("%d %lu\n", common(20, key + 5, sizes[s]), hash(now));
  }
  return 0;
}
