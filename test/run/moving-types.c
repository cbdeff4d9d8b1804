// Rows of longest common subsequences and edit distances, of short, unsigned
// char and long elements, of which some do not fit: then the loop runs as it is.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <limits.h>
#include <stdio.h>

enum { N = 500 };
static char text[N];

#define ROWS(TYPE, NAME)                                                       \
  static TYPE NAME##_rows[2][N + 1];                                           \
                                                                               \
  static void NAME##_common(int n, char c, const TYPE *restrict prev,          \
                            TYPE *restrict cur)                                \
  {                                                                            \
    _Pragma("loft") for (int j = 1; j <= n; j++)                               \
      cur[j] = c == text[j - 1]        ? prev[j - 1] + 1                       \
               : cur[j - 1] > prev[j] ? cur[j - 1]                            \
                                       : prev[j];                              \
  }                                                                            \
                                                                               \
  static void NAME##_edits(int n, char c, const TYPE *restrict prev,           \
                           TYPE *restrict cur)                                 \
  {                                                                            \
    _Pragma("loft") for (int j = 1; j <= n; j++)                               \
    {                                                                          \
      TYPE best = prev[j] + 1;                                                 \
      if (cur[j - 1] + 1 < best)                                               \
        best = cur[j - 1] + 1;                                                 \
      if (prev[j - 1] + (c != text[j - 1]) < best)                             \
        best = prev[j - 1] + (c != text[j - 1]);                               \
      cur[j] = best;                                                           \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void NAME##_show(const char *what, int n, TYPE first, TYPE step,      \
                          void row(int, char, const TYPE *, TYPE *))           \
  {                                                                            \
    unsigned h = 0;                                                            \
    for (int j = 0; j <= N; j++) {                                             \
      NAME##_rows[0][j] = (TYPE)(first + j * step);                            \
      NAME##_rows[1][j] = 7;                                                   \
    }                                                                          \
    for (int i = 0; i < 3; i++) {                                              \
      NAME##_rows[!(i & 1)][0] = (TYPE)(first + i);                            \
      row(n, "abc"[i], NAME##_rows[i & 1], NAME##_rows[!(i & 1)]);             \
      for (int j = 0; j <= N; j++)                                             \
        h = h * 31 + (unsigned)NAME##_rows[!(i & 1)][j];                       \
    }                                                                          \
    printf(#NAME " %s %d %u\n", what, n, h);                                   \
  }                                                                            \
                                                                               \
  static void NAME##_all(int n, TYPE first, TYPE step)                         \
  {                                                                            \
    NAME##_show("common", n, first, step, NAME##_common);                      \
    NAME##_show("edits", n, first, step, NAME##_edits);                        \
  }

ROWS(short, half)
ROWS(unsigned char, byte)
ROWS(long, wide)

// Each arm stores.
static void
byte_arms(int n, char c, const unsigned char *restrict prev,
          unsigned char *restrict cur)
{
#pragma loft
  for (int j = 1; j <= n; j++)
    if (c == text[j - 1])
      cur[j] = prev[j - 1] + 1;
    else if (cur[j - 1] > prev[j])
      cur[j] = cur[j - 1];
    else
      cur[j] = prev[j];
}

int
main(void)
{
  for (int j = 0; j < N; j++)
    text[j] = "abcd"[j * 2654435761u >> 30];
  for (int n = 0; n < 3; n++) {
    half_all(n, 0, 1);
    byte_all(n, 0, 1);
    wide_all(n, 0, 1);
  }
  half_all(N, 0, 1);
  half_all(N, SHRT_MAX - 300, 1);
  half_all(N, SHRT_MIN, 0);
  half_all(N, SHRT_MAX, 0);
  byte_all(200, 0, 1);
  byte_show("arms", 200, 0, 1, byte_arms);
  byte_show("arms", N, 0, 1, byte_arms);
  byte_all(N, 0, 1);
  byte_all(N, 0, 0);
  wide_all(N, 0, 1);
  wide_all(N, 1L << 40, 1);
  wide_all(N, -1L << 62, 1L << 30);
  wide_all(N, (1L << 30) - 100, 1);
  return 0;
}
