// Searches in nests that say where they found something, by results, flags and
// elements that they set: those found early, late and not at all.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdbool.h>
#include <stdio.h>

enum { N = 300 };
static int x[N], y[N];

static int
duplicate(const int *restrict a, int n, int *restrict pos) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (a[i] == a[j]) {
        *pos = j;
        return i;
      }
  return -1;
}

static int
opposite(const int *a, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j && a[i] == -a[j])
        return i;
  return -1;
}

static int
pair(const int *a, int n, int sum, int *restrict at) {
  int found = 0, last = -5;
#pragma loft
  for (int i = 0; i < n && !found; i++)
    for (int j = i + 1; j < n; j++)
      if (a[i] + a[j] == sum) {
        at[0] = i;
        at[1] = j;
        last = j;
        found = 1;
        break;
      }
  return found * 1000 + last;
}

static bool
all_rows(const int *a, int n, int m, int limit) {
  bool ok = true;
#pragma loft
  for (int i = 0; i < n && ok; i++)
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > limit) {
        ok = false;
        break;
      }
  return ok;
}

static int
looked(const int *a, int n, int sum) {
  int found = 0, count = 0;
#pragma loft
  for (int i = 0; i < n && !found; i++)
    for (int j = i + 1; j < n; j++) {
      if (a[i] + a[j] == sum) {
        found = 1;
        break;
      }
      count++;
    }
  return count;
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 50, N};
  unsigned seed = 7;
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      x[i] = kind == 0 ? 3 * i + 1 : (int)(seed >> 16 & 4095) - 900 * kind;
    }
    for (int s = 0; s < 5; s++) {
      int n = sizes[s];
      y[0] = y[1] = -1;
      printf("%d %d:", kind, n);
      printf(" %d %d", duplicate(x, n, y), y[0]);
      printf(" %d", opposite(x, n));
      printf(" %d %d %d", pair(x, n, 40, y), y[0], y[1]);
      printf(" %d %d", all_rows(x, n / 5, 5, 3000), all_rows(x, n / 5, 5, 100));
      printf(" %d %d\n", looked(x, n, 55), looked(x, n, 1000000));
    }
  }
  return 0;
}
