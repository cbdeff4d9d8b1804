// Loops over what rows appended are part of the rows: histograms, sums, maps and
// permutations of them, of rows by lengths, of spans of offsets, of rows that
// some iterations have alone; what needs more than that stays behind them.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-emit=common -fplugin-arg-loft-emit-to=%t.ir
// RUN: %three %t cpu
// RUN: FileCheck %s < %t.ir
#include <stdio.h>

enum { N = 700, CAP = 40000, KEYS = 64 };
static int cnt[N], row[N + 1], level[N], x[N], col[CAP], out[CAP], h[KEYS];

// CHECK-LABEL: func @histogram(
// CHECK-NOT: alloc
// CHECK-NOT: scan
// CHECK: combine add
// CHECK: return
static void
histogram(int n, const int *restrict cnt, const int *restrict x, int *restrict h)
{
#pragma loft region
  {
    int t[CAP], k = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < cnt[i]; j++)
        t[k++] = x[i] + j;
    for (int m = 0; m < k; m++)
      h[t[m] & (KEYS - 1)] += t[m] >> 3;
  }
}

// CHECK-LABEL: func @spans(
// CHECK-NOT: alloc
// CHECK-NOT: scan
// CHECK: = reduce
// CHECK: = reduce
// CHECK: return
static int
spans(int n, const int *restrict row, const int *restrict col, int cap)
{
  int s = 7;
#pragma loft region
  {
    int t[cap], k = 0;
    for (int i = 0; i < n; i++)
      for (int e = row[i]; e < row[i + 1]; e++)
        t[k++] = col[e] ^ i;
    for (int m = 0; m < k; m++)
      s += t[m] & 1023;
  }
  return s;
}

// CHECK-LABEL: func @frontier(
// CHECK-NOT: alloc
// CHECK-NOT: scan
// CHECK: if
// CHECK: combine add
// CHECK: return
static void
frontier(int n, const int *restrict level, int d, const int *restrict row, const int *restrict col,
         int *restrict h)
{
#pragma loft region
  {
    int t[CAP], k = 0;
    for (int i = 0; i < n; i++)
      if (level[i] == d)
        for (int e = row[i]; e < row[i + 1]; e++)
          t[k++] = col[e];
    for (int m = 0; m < k; m++)
      h[t[m] & (KEYS - 1)] += 1;
  }
}

// CHECK-LABEL: func @pairs(
// CHECK-NOT: alloc
// CHECK: = scan
// CHECK: = map
// CHECK-NOT: = map
// CHECK: return
static int
pairs(int n, const int *restrict row, const int *restrict col, int *restrict out, int cap)
{
  int k = 0;
#pragma loft region
  {
    int t[cap], u[cap];
    for (int i = 0; i < n; i++)
      for (int e = row[i]; e < row[i + 1]; e++) {
        t[k] = i;
        u[k++] = col[e];
      }
    for (int m = 0; m < k; m++)
      out[m] = (t[m] ^ u[m]) - m;
  }
  return k;
}

// CHECK-LABEL: func @some(
// CHECK-NOT: alloc
// CHECK: = scan
// CHECK: if
// CHECK: = map
// CHECK-NOT: = map
// CHECK: return
static int
some(int n, const int *restrict level, int d, const int *restrict row, const int *restrict col,
     int *restrict out)
{
  int k = 0;
#pragma loft region
  {
    int t[CAP];
    for (int i = 0; i < n; i++)
      if (level[i] < d)
        for (int e = row[i]; e < row[i + 1]; e++)
          t[k++] = col[e] + i;
    for (int m = 0; m < k; m++)
      out[m] = t[m] * 3;
  }
  return k;
}

// CHECK-LABEL: func @floats(
// CHECK: = scan
// CHECK: = reduce
// CHECK: return
static float
floats(int n, const int *restrict cnt, const int *restrict x)
{
  float s = 0;
#pragma loft region
  {
    float t[CAP];
    int k = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < cnt[i]; j++)
        t[k++] = (x[i] & 7) * 0.5f + (j & 3);
    for (int m = 0; m < k; m++)
      s += t[m];
  }
  return s;
}

// CHECK-LABEL: func @alive(
// CHECK: = scan
// CHECK: = reduce
// CHECK: return
static int
alive(int n, const int *restrict cnt, const int *restrict x, int *restrict out)
{
  int s = 0;
#pragma loft region
  {
    int k = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < cnt[i]; j++)
        out[k++] = x[i] - j;
    for (int m = 0; m < k; m++)
      s ^= out[m];
  }
  return s;
}

static unsigned
mixed(unsigned s, const int *a, int n)
{
  for (int i = 0; i < n; i++)
    s = s * 31 + (unsigned)a[i];
  return s;
}

int
main(void)
{
  for (int shape = 0; shape < 4; shape++) {
    int sum = 0, n = shape == 3 ? 1 : N;
    unsigned r = 5;
    for (int i = 0; i < N; i++) {
      r = r * 1103515245 + 12345;
      cnt[i] = shape == 0 ? 0 : shape == 1 ? (int)(r >> 16) % 50 - 3 : i == 0 ? 5000 : (int)(r >> 20) % 4;
      row[i] = sum;
      sum += cnt[i] > 0 ? cnt[i] : 0;
      level[i] = (int)(r >> 18) % 5;
      x[i] = (int)(r >> 8) % 1000;
    }
    row[N] = sum;
    for (int e = 0; e < CAP; e++) {
      r = r * 1103515245 + 12345;
      col[e] = (int)(r >> 9) % 100000;
      out[e] = -1;
    }
    histogram(n, cnt, x, h);
    frontier(n, level, 2, row, col, h);
    printf("%d %u\n", spans(n, row, col, CAP), mixed(1, h, KEYS));
    int k = pairs(n, row, col, out, CAP);
    printf("%d %u\n", k, mixed(1, out, CAP));
    k = some(n, level, 3, row, col, out);
    printf("%d %u\n", k, mixed(1, out, CAP));
    printf("%a\n", floats(n, cnt, x));
    k = alive(n, cnt, x, out);
    printf("%d %u\n", k, mixed(1, out, CAP));
  }
}
