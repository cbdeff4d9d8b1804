// Rows of narrow elements, or of numbers of 64 bits, that later iterations
// read: they are folded as integers that fit, which a loop in front asks.
// COVERS: shape-widened
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: loft-opt --passes=common --check-eval %t.loft -o %t.common.loft

// CHECK-LABEL: func @common(
// CHECK: scan
// CHECK: [[FITS:%.*]]: bool = reduce ({{.*}}) [and %
// CHECK: %[[CUT:.*]]: i16 = convert
// CHECK: convert %[[CUT]]
// CHECK: if [[FITS]] {versions}
// CHECK: scan
// CHECK: } else {
// CHECK: loop
void
common(int n, char c, const char *restrict b, const short *restrict prev,
       short *restrict cur)
{
#pragma loft
  for (int j = 1; j <= n; j++)
    cur[j] = c == b[j - 1]          ? prev[j - 1] + 1
             : cur[j - 1] > prev[j] ? cur[j - 1]
                                    : prev[j];
}

// CHECK-LABEL: func @edits(
// CHECK: [[FITS:%.*]]: bool = reduce ({{.*}}) [and %
// CHECK: if [[FITS]] {versions}
// CHECK: scan
void
edits(int n, char c, const char *restrict b, const long *restrict prev,
      long *restrict cur)
{
#pragma loft
  for (int j = 1; j <= n; j++) {
    long best = prev[j] + 1;
    if (cur[j - 1] + 1 < best)
      best = cur[j - 1] + 1;
    if (prev[j - 1] + (c != b[j - 1]) < best)
      best = prev[j - 1] + (c != b[j - 1]);
    cur[j] = best;
  }
}

// A scalar of its own.
// CHECK-LABEL: func @best(
// CHECK: {versions}
// CHECK: scan
void
best(int n, const short *restrict x, short *restrict y)
{
  short s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = s + x[i] > 0 ? s + x[i] : 0;
    y[i] = s;
  }
}

// What else follows from such a scalar is none: it reads the running values.
// CHECK-LABEL: func @best_sum(
// CHECK: reduce
// CHECK-SAME: [and
// CHECK: {versions}
// CHECK: scan
// CHECK: reduce
// CHECK-SAME: [max
long
best_sum(int n, const long *x)
{
  long best = 0, now = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    now = now + x[i] > 0 ? now + x[i] : 0;
    best = best > now ? best : now;
  }
  return best;
}
