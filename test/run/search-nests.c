// Searches whose iterations have loops: where a text is found, which row is the
// first of its kind. Rows behind the hit may be missing, as C allows.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t end 2>&1 | FileCheck %s
// CHECK: row_lifted {{.*}} original: a reaches into memory that cannot be read
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N = 5000, M = 7 };

#define FIND(NAME, PRAGMA)                                                     \
  __attribute__((noinline)) static long NAME(const char *hay, long n,          \
                                             const char *needle, long m) {     \
    PRAGMA                                                                     \
    for (long i = 0; i + m <= n; i++) {                                        \
      long j;                                                                  \
      for (j = 0; j < m; j++)                                                  \
        if (hay[i + j] != needle[j])                                           \
          break;                                                               \
      if (j == m)                                                              \
        return i;                                                              \
    }                                                                          \
    return -1;                                                                 \
  }
FIND(find, )
FIND(find_lifted, _Pragma("loft required"))

#define WINDOW(NAME, PRAGMA)                                                   \
  __attribute__((noinline)) static int NAME(const float *x, int n, float t) {  \
    int at = -1;                                                               \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++) {                                              \
      float s = 0;                                                             \
      for (int k = 0; k < M; k++)                                              \
        s += x[i + k];                                                         \
      if (s > t) {                                                             \
        at = i;                                                                \
        break;                                                                 \
      }                                                                        \
    }                                                                          \
    return at;                                                                 \
  }
WINDOW(window, )
WINDOW(window_lifted, _Pragma("loft required"))

// The first row without a zero; "sum" is of those before it, and what it has.
#define ROW(NAME, PRAGMA)                                                      \
  __attribute__((noinline)) static int NAME(const int *a, int n, int m,        \
                                            unsigned *sum) {                   \
    unsigned s = 0;                                                            \
    int found = 0;                                                             \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++) {                                              \
      int all = 1;                                                             \
      for (int k = 0; k < m; k++) {                                            \
        if (a[i * m + k] == 0) {                                               \
          all = 0;                                                             \
          break;                                                               \
        }                                                                      \
      }                                                                        \
      s += (unsigned)a[i * m];                                                 \
      if (all) {                                                               \
        found = i + 1;                                                         \
        break;                                                                 \
      }                                                                        \
    }                                                                          \
    *sum = s;                                                                  \
    return found;                                                              \
  }
ROW(row, )
ROW(row_lifted, _Pragma("loft required"))

// The first row of a triangle that has "key".
#define CORNER(NAME, PRAGMA)                                                   \
  __attribute__((noinline)) static int NAME(const int *a, int n, int key) {    \
    int at = -1;                                                               \
    PRAGMA                                                                     \
    for (int i = 0; i < n; i++) {                                              \
      int any = 0;                                                             \
      for (int k = 0; k <= i; k++)                                             \
        any |= a[i + k] == key;                                                \
      if (any) {                                                               \
        at = i;                                                                \
        break;                                                                 \
      }                                                                        \
    }                                                                          \
    return at;                                                                 \
  }
CORNER(corner, )
CORNER(corner_lifted, _Pragma("loft required"))

static char hay[N + 1];
static float x[N + M];
static int a[N * M];

// Searches for a text at "at", or for none.
static int
differ_at(int at) {
  memset(hay, 'a', N);
  for (int i = 0; i < N; i += 3)
    hay[i] = 'b';
  if (at >= 0)
    memcpy(hay + at, "abbab", 5);
  for (int i = 0; i < N + M; i++)
    x[i] = (float)(i % 10) / 7;
  if (at >= 0)
    x[at] = 99;
  for (int i = 0; i < N * M; i++)
    a[i] = i % M == i / M % M ? 0 : i;
  if (at >= 0)
    a[at * M + at % M] = 1;
  unsigned sum[2];
  return find(hay, N, "abbab", 5) != find_lifted(hay, N, "abbab", 5) ||
         find(hay, N, "", 0) != find_lifted(hay, N, "", 0) ||
         window(x, N, 90) != window_lifted(x, N, 90) ||
         row(a, N, M, &sum[0]) != row_lifted(a, N, M, &sum[1]) ||
         sum[0] != sum[1] || corner(a, 300, at) != corner_lifted(a, 300, at);
}

// Rows up to the end of a mapping, of which the last has no zero; more of them
// are said to follow.
static int
differ_at_end(void) {
  enum { PAGE = 1 << 16 };
  char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect(p + PAGE, PAGE, PROT_NONE))
    return 1;
  int *rows = (int *)(p + PAGE) - 40 * M;
  for (int k = 0; k < M; k++)
    rows[39 * M + k] = k + 1;
  unsigned sum[2];
  return row(rows, N, M, &sum[0]) != row_lifted(rows, N, M, &sum[1]) ||
         sum[0] != sum[1];
}

int
main(int argc, char **argv) {
  static const int places[] = {-1, 0, 1, 15, 16, 700, 4000, N - 5};
  (void)argv;
  if (argc > 1)
    return differ_at_end();
  for (int i = 0; i < (int)(sizeof places / sizeof *places); i++)
    if (differ_at(places[i]))
      return 1 + i;
  return 0;
}
