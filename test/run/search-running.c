// Loops that end by what their iterations have counted or summed so far: the
// first elements that match, the one with a number, where a sum gets too large,
// the bracket that closes.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-DAG: take (/{{.*}}: cpu
// RAN-DAG: limited (/{{.*}}: cpu
// RAN-DAG: nth (/{{.*}}: cpu
// RAN-DAG: sum_to (/{{.*}}: cpu
// RAN-DAG: closing (/{{.*}}: cpu
// RAN-DAG: spent (/{{.*}}: cpu
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 100000 };
static int x[N], out[N];
static char text[N];

FN int
take(int n, int q) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      out[k++] = x[i];
    if (k == q)
      break;
  }
  return k;
}

FN int
limited(int n, int q) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n && k < q; i++)
    if (x[i] > 3)
      out[k++] = x[i];
  return k;
}

FN int
nth(int n, int q) {
  int k = 0, at = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && ++k == q) {
      at = i;
      break;
    }
  return at;
}

FN int
sum_to(int n, int most) {
  int s = 0, i;
#pragma loft
  for (i = 0; i < n; i++) {
    s += x[i];
    if (s > most)
      break;
  }
  return i * 1000 + s % 1000;
}

FN int
closing(int n) {
  int depth = 0, at = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (text[i] == '(')
      depth++;
    if (text[i] == ')' && --depth == 0) {
      at = i;
      break;
    }
  }
  return at;
}

// Pointers go along, and tell nothing that the index does not.
FN int
spent(const int *p, const int *before, int *q, int n, int most) {
  int s = 0, i = 0;
#pragma loft
  for (; i < n; i++, p++, before++, q++) {
    int v = *q = (*p - *before) & 15;
    s += v;
    if (s > most)
      break;
  }
  return i * 1000 + s % 1000;
}

static unsigned
hash(void) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)out[i];
  return h;
}

int
main(void) {
  static const int counts[] = {0, 1, 5, 1000, N / 2, N, -1};
  for (int i = 0; i < N; i++) {
    x[i] = i * 7919 % 11;
    text[i] = i < N / 2 - 5 ? "(()("[i % 4] : ')';
  }
  for (int c = 0; c < 7; c++) {
    for (int i = 0; i < N; i++)
      out[i] = 0;
    printf("%d %u ", take(N, counts[c]), hash());
    printf("%d %u ", limited(N, counts[c]), hash());
    printf("%d ", spent(x + 1, x, out, N - 1, counts[c] * 3));
    printf("%u ", hash());
    printf("%d %d\n", nth(N, counts[c]), sum_to(N, counts[c] * 3));
  }
  printf("%d\n", closing(N));
}
