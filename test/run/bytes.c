// memset, memcpy and memmove of parts of arrays, in several types, of counts
// that are written in several ways, onto themselves, of rows behind pointers.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: bytes {{.*}} original: its run-time guard failed
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 40, M = 32 };

static float a[N * M], b[N * M];
static short s[N * M];
static unsigned char c[N * M];
static long w[N][M];
static double rows[N][M], *row[N];
struct pair {
  int x, y;
};
static struct pair p[N][8], q[N][8];

static void
sets(int n, int m, int v)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    memset(a + i * M, 0, m * sizeof *a);
    memset(&s[i * M], 0x35, sizeof(short) * (size_t)(m - 1));
    memset(c + i * M + 1, v + i, (size_t)m - 1);
    memset(w[i], -1, sizeof w[i]);
  }
}

static void
copies(int n, int m)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float t[M];
    memcpy(t, b + i * M, sizeof t);
    for (int j = 0; j < m; j++)
      t[j] += t[M - 1 - j];
    memcpy(&a[i * M], t, sizeof(float) * m);
    memcpy(q[i] + 1, &p[i], 4 * sizeof(struct pair));
    memcpy(row[i], row[i] + 8, (m - 24) * sizeof(double));
  }
}

static void
moves(int n, int m, int by)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    memmove(b + i * M + by, b + i * M, (m - by) * sizeof *b);
    memmove(w[i], w[i] + by, (m - by) * sizeof(long));
    memmove(c + i * M, c + i * M + by, m - by);
  }
}

static void
bytes(int n, size_t size)
{
#pragma loft
  for (int i = 0; i < n; i++)
    memset(s + i * M, i, size);
}

int
main(void)
{
  for (int i = 0; i < N * M; i++) {
    b[i] = (float)(i % 37);
    s[i] = (short)(i * 3);
    c[i] = (unsigned char)(i * 5);
    w[i / M][i % M] = i * 7;
    rows[i / M][i % M] = i * 0.5;
  }
  for (int i = 0; i < N; i++) {
    row[i] = rows[i * 7 % N];
    for (int k = 0; k < 8; k++)
      p[i][k] = (struct pair){i, k};
  }
  for (int n = 0; n <= N; n += 20) {
    moves(n, M, 5);
    printf("%08x %08x %08x\n", hash(b, sizeof b), hash(w, sizeof w),
           hash(c, sizeof c));
    sets(n, M - 2, 300);
    printf("%08x %08x %08x %08x\n", hash(a, sizeof a), hash(s, sizeof s),
           hash(c, sizeof c), hash(w, sizeof w));
    copies(n, M);
    printf("%08x %08x %08x\n", hash(a, sizeof a), hash(q, sizeof q),
           hash(rows, sizeof rows));
    bytes(n, 10);
    printf("%08x\n", hash(s, sizeof s));
    bytes(n, 7);
    printf("%08x\n", hash(s, sizeof s));
  }
  return 0;
}
