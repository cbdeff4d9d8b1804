// Integers of 128 bits: arrays, fields, parameters and results, all operators;
// sums of them are scans of their words.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 s128;
typedef unsigned long u64;

enum { N = 500 };

typedef struct entry {
  int tag;
  s128 at;
} entry;

static u64 a[N], b[N], to[N];
static long c[N];
static u128 big[N], total;
static s128 scale;
static entry entries[N];

static inline u128
rotate(u128 x, int n) {
  n &= 127;
  return n ? x << n | x >> (128 - n) : x;
}

static void
mulmod(int n, u64 *x, const u64 *y, u64 m) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = (u128)x[i] * y[i] % m;
}

static u128
dot(int n, const u64 *x, const u64 *y) {
  u128 s = 7;
#pragma loft
  for (int i = 0; i < n; i++)
    s += (u128)x[i] * y[i];
  return s;
}

static void
change(int n, u128 *x, const long *y, u64 *out) {
#pragma loft
  for (int i = 0; i < n; i++) {
    s128 t = x[i];
    t -= y[i];
    if (t < 0 && !(t & 1))
      t = -t;
    else if (t)
      t ^= scale * y[i];
    t += t > scale ? 3 : -(t >= y[i]);
    u128 u = rotate(t, i) / (b[i] | 1);
    u--;
    out[i] = u;
    out[i] += u >> 60;
    x[i] = ~u + (t >> (y[i] & 127)) + (u <= x[i]) + (u == x[i]);
    x[i] |= (x[i]++ & 1) << 100;
  }
}

static void
fields(int n, entry *x, const long *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    x[i].tag += (int)(x[i].at >> 90);
    x[i].at = x[i].at * y[i] + (x[i].at != y[i]);
  }
}

// The total in memory, and a word as a subscript and a number of bits.
static void
globals(int n, const u64 *x, u64 *y) {
#pragma loft
  for (int i = 0; i < n; i++) {
    u128 k = x[i] % N;
    total += x[i];
    y[i] = x[k] << (k & 63);
  }
}

static u64 hash;

static void
add(u128 x) {
  hash = hash * 31 + (u64)x;
  hash = hash * 31 + (u64)(x >> 64);
}

int
main(void) {
  u64 s = 88172645463325252u;
  for (int i = 0; i < N; i++) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    a[i] = s;
    b[i] = s * 0x9e3779b97f4a7c15u >> (i & 31);
    c[i] = (long)(s << 3 ^ s >> 9);
    big[i] = (u128)a[i] * b[i] >> i % 100;
    entries[i] = (entry){i, (s128)c[i] * (long)a[i] >> i % 80};
  }
  scale = 3 - ((s128)5 << 70);
  total = dot(N, a, b);
  mulmod(N, a, b, 0xfffffffffffffc5u);
  mulmod(N, a, b, 1000003);
  mulmod(N, a, b, -59ul);
  change(N, big, c, to);
  fields(N, entries, c);
  globals(N, a, b);
  for (int i = 0; i < N; i++) {
    add(a[i]);
    add(b[i]);
    add(to[i]);
    add(big[i]);
    add((u128)entries[i].at);
    add((u128)entries[i].tag);
  }
  add(total);
  printf("%lx\n", hash);
}
