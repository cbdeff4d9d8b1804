// Appends by counters that go down, and from both ends of an array: lifted
// where they cannot meet, else the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>

enum { N = 3000 };
static int x[N], out[3 * N];

static int
down(int n, int *out, int k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      out[--k] = x[i];
  return k;
}

static unsigned
narrow(int n, int *out, unsigned k)
{
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    if (x[i] % 3 == 0) {
      out[k--] = x[i];
      out[k--] = i;
    }
  return k;
}

static long
ends(int n, int *out, int a, long b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] % 3 == 0)
      out[a++] = x[i];
    else if (x[i] % 3 == 1)
      out[--b] = x[i];
  return a * 10000 + b;
}

// A filter in place from behind.
static int
in_place(int n, int *x)
{
  int k = n;
#pragma loft
  for (int i = n - 1; i >= 0; i--)
    if (x[i] % 3 == 0)
      x[--k] = x[i];
  return k;
}

static void
show(const char *what, long k)
{
  unsigned h = 0;
  for (int i = 0; i < 3 * N; i++) {
    h = h * 31 + (unsigned)out[i];
    out[i] = -i;
  }
  printf("%s %ld %u\n", what, k, h);
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (int)(i * 2654435761u >> 12);
  show("", 0);
  // CHECK: down ({{.*}}): cpu
  show("down", down(N, out, N));
  // CHECK: narrow ({{.*}}): cpu
  show("narrow", narrow(N, out, 2 * N));
  // CHECK: narrow ({{.*}}): original{{.*}}guard
  show("narrow", narrow(N, out, 2 * N - 1));
  // CHECK: ends ({{.*}}): cpu
  show("ends", ends(N, out, 0, N));
  // CHECK: ends ({{.*}}): cpu
  show("ends", ends(N, out, N, N));
  // CHECK: ends ({{.*}}): original{{.*}}guard
  show("ends", ends(N, out, 0, N - 1));
  // CHECK: in_place ({{.*}}): cpu
  for (int i = 0; i < N; i++)
    out[i] = x[i];
  show("in_place", in_place(N, out));
  return 0;
}
