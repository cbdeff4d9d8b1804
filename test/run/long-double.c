// The x87's long double: arrays, fields, parameters, results, literals, all
// conversions and functions; the bytes behind a value stay as they are.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t -lm %link 2>&1 | FileCheck %s
// RUN: %three %t cpu
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe %run %t 2>&1 | FileCheck %s --check-prefix=ON
// REQUIRES: x86
// CHECK-NOT: warning
// CHECK: remark: the lifted loop runs on the CPU only: no GPU computes in long double
// ON: not on Vulkan as LOFT_OFFLOAD=mandatory asks, lifted CPU code runs: it has no Vulkan version
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 5000 };

typedef struct entry {
  long double at;
  int tag;
  double weight;
} entry;

static long double a[N], b[N];
static double d[N];
static float f[N];
static long l[N];
static unsigned long u[N];
static int ints[N];
static signed char c[N];
static _Bool is[N];
static entry entries[N];

__attribute__((noinline)) static void
map(long double *to, const long double *from, long double scale, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    long double x = from[i] * scale + 0.1L;
    to[i] = x > 3 ? sqrtl(x) - floorl(x) : fminl(fabsl(x), 1e-4940L * i);
  }
}

__attribute__((noinline)) static void
convert(const long double *from, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    d[i] = from[i];
    f[i] = from[i];
    l[i] = from[i];
    u[i] = fabsl(from[i]);
    ints[i] = from[i];
    c[i] = from[i] / 100;
    is[i] = from[i];
  }
}

__attribute__((noinline)) static void
back(long double *to, int n) {
#pragma loft
  for (int i = 0; i < n; i++)
    to[i] = (d[i] - f[i]) / (l[i] + 1.5L) + u[i] - ints[i] * (long double)c[i] +
            is[i];
}

__attribute__((noinline)) static long double
sum(const double *x, int n, long double from) {
#pragma loft
  for (int i = 0; i < n; i++)
    from += x[i];
  return from;
}

__attribute__((noinline)) static long double
extrema(const long double *x, int n, long double *least) {
  long double most = x[0];
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > most)
      most = x[i];
    if (x[i] < *least)
      *least = x[i];
  }
  return most;
}

__attribute__((noinline)) static void
running(long double *to, const int *x, int n) {
  long double s = 0.5L;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    to[i] = s;
  }
}

__attribute__((noinline)) static void
fields(entry *e, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    e[i].at = e[i].tag / 3.0L;
    e[i].weight = e[i].at * e[i].tag;
  }
}

// A hash of so many bytes, of which those behind a value are some.
static unsigned
hash(const void *p, size_t n) {
  const unsigned char *at = p;
  unsigned h = 0;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + at[i];
  return h;
}

int
main(void) {
  memset(a, 0x55, sizeof a);
  memset(b, 0xaa, sizeof b);
  memset(entries, 0x33, sizeof entries);
  for (int i = 0; i < N; i++) {
    a[i] = (i * 7919 % 10007 - 5000) / 7.0L;
    d[i] = i % 1000 * 0.25;
    ints[i] = i % 77;
    entries[i].tag = i - 9;
  }
  map(b, a, 1 / 3.0L, N);
  printf("%x\n", hash(b, sizeof b));
  printf("%La\n", sum(d, N, 0.5L));
  running(b, ints, N);
  printf("%x\n", hash(b, sizeof b));
  convert(a, N);
  printf("%x %x %x %x %x %x %x\n", hash(d, sizeof d), hash(f, sizeof f),
         hash(l, sizeof l), hash(u, sizeof u), hash(ints, sizeof ints),
         hash(c, sizeof c), hash(is, sizeof is));
  back(b, N);
  printf("%x\n", hash(b, sizeof b));
  long double least = -3, most = extrema(a, N, &least);
  printf("%La %La\n", least, most);
  fields(entries, N);
  printf("%x\n", hash(entries, sizeof entries));
  return 0;
}
