// Choices inside of choices, of unsigned numbers: what an outer condition keeps
// from wrapping does not fail the guard, and what wraps has C's value.
// RUN: %clang -O2 -DT=unsigned %s -o %t.32 %link
// RUN: %three %t.32
// RUN: %clang -O2 -DT=size_t %s -o %t.64 %link
// RUN: %three %t.64
// RUN: %clang -O2 "-DT=unsigned char" %s -o %t.8 %link
// RUN: %three %t.8
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 200 };
static float x[N], y[N];
static T at[N];

static void
nested(T n, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++)
    to[k] = from[k > 2 ? (k > 5 ? k - 5 : k - 2) : 0];
}

static void
from_first(T first, T n, float *to, const float *from) {
#pragma loft
  for (T k = first; k < n; k++)
    to[k] = from[k > 2 ? (k > 5 ? k - 5 : k - 2) : 0];
}

static void
deep(T n, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++)
    to[k] = from[k < 2 ? k : k < 4 ? k - 2 : k < 8 ? k - 4 : k - 8];
}

static void
lowered(T n, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++) {
    T i = 0;
    if (k > 2) {
      i = k - 2;
      if (i > 5)
        i -= 5;
    }
    to[k] = from[i];
  }
}

static void
summed(T n, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++)
    to[k] = from[(k > 2 ? (k > 5 ? k - 5 : k - 2) + 1 : 1) - 1];
}

static void
gathered(T n, const T *idx, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++)
    to[k] = from[idx[k] > 2 ? (idx[k] > 5 ? idx[k] - 5 : idx[k] - 2) : 0];
}

static void
mirrored(T n, T r, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++) {
    T i = k < r ? r - k : (T)(k - r) < n ? k - r : n - 1;
    to[k] = from[i < n ? i : n - 1];
  }
}

static void
tested(T n, float *to, const float *from) {
#pragma loft
  for (T k = 0; k < n; k++) {
    T before = k - 1, after = k + 1;
    float s = from[k];
    if (before < n)
      s += 2 * from[before];
    if (after < n)
      s -= from[after];
    to[k] = s;
  }
}

// Prints what was written.
static void
print(T n) {
  printf("%d: %a\n", (int)n, weighted(N, y));
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 6, 9, 37, N};
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i * 37 % 101);
    at[i] = (T)(i * 7 % N);
  }
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
    T n = (T)sizes[i];
    nested(n, y, x);
    print(n);
    from_first(1, n, y, x);
    print(n);
    deep(n, y, x);
    print(n);
    lowered(n, y, x);
    print(n);
    summed(n, y, x);
    print(n);
    gathered(n, at, y, x);
    print(n);
    mirrored(n, 3, y, x);
    print(n);
    tested(n, y, x);
    print(n);
  }
}
