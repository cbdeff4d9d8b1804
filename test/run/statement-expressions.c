// Statements in expressions, as macros have them.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#define MAX(a, b) \
  ({ \
    __auto_type x_ = (a); \
    __auto_type y_ = (b); \
    x_ > y_ ? x_ : y_; \
  })
#define SWAP(a, b) \
  ({ \
    __auto_type t_ = a; \
    a = b; \
    b = t_; \
  })
#define DIGITS(n) \
  ({ \
    unsigned v_ = (n); \
    int k_; \
    for (k_ = 0; k_ < 6; k_++) { \
      if (v_ == 0) \
        break; \
      v_ /= 10; \
    } \
    k_; \
  })

enum { N = 500 };

static int x[N], y[N], z[N];

__attribute__((noinline)) static int
widest(int n, int *a, int *b)
{
  int most = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    b[i] = MAX(a[i], MAX(b[i], 3)) + DIGITS(a[i]);
    most = MAX(most, b[i]);
  }
  return most;
}

__attribute__((noinline)) static void
ordered(int n, int *a, int *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > b[i])
      SWAP(a[i], b[i]);
}

// The statements are not executed where the operator does not need them.
__attribute__((noinline)) static int
counted(int n, const int *a, int *c)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > 40 && ({ k++; a[i] & 1; }))
      c[i] = 1;
  return k;
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = i * 7919 % 1000;
    y[i] = i * 31 % 700;
  }
  printf("%d", widest(N, x, y));
  ordered(N, x, y);
  printf(" %d\n", counted(N, x, z));
  for (int i = 0; i < N; i++)
    printf("%d %d %d\n", x[i], y[i], z[i]);
}
