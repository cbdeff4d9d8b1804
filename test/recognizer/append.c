// Elements appended by a counter: its loop is a scan, which writes at the
// running count.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=footprint %t.loft | FileCheck --check-prefix=PRINT %s

// CHECK-LABEL: func @filter(
// CHECK: scan (%i < %{{.*}}) [add %k]
// CHECK: then (%i1, %before, %after, %out
// CHECK: if
// CHECK: [[AT:%.*]]: i64 = convert %before
// CHECK: update %{{.*}}, [[AT]], %
// The footprint is as long as the loop.
// PRINT-LABEL: func @filter_footprint(
// PRINT: [[K:%.*]]: i64 = convert %k
// PRINT: [[END:%.*]]: i64 = add %{{.*}}, [[K]]
// PRINT: sub [[END]], %
int
filter(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[k++] = x[i];
  return k;
}

// The footprint starts at the first element that may be written.
// CHECK-LABEL: func @ahead(
// CHECK: scan (%i < %{{.*}}) [add %k]
// PRINT-LABEL: func @ahead_footprint(
int
ahead(const int *x, int *out, int n)
{
  int k = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[++k] = x[i];
  return k;
}

// CHECK-LABEL: func @partition(
// CHECK: scan (%i < %n) [add %{{.*}}, add %{{.*}}]
void
partition(const float *x, float *lo, float *hi, long *ends, long n)
{
  long a = 0, b = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    if (x[i] < 0.5f)
      lo[a++] = x[i];
    else
      hi[b++] = x[i];
  ends[0] = a;
  ends[1] = b;
}

// CHECK-LABEL: func @triples(
// CHECK: scan
unsigned long
triples(const short *x, short *out, unsigned long n, unsigned long k)
{
#pragma loft
  for (unsigned long i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    out[3 * k] = x[i];
    out[3 * k + 2] = 1;
    if (x[i] & 1) {
      out[3 * k + 5] = 2;
      k++;
    }
    k++;
  }
  return k;
}

// CHECK-LABEL: func @copy(
// CHECK: scan
char *
copy(const char *s, char *p, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (s[i] != ' ')
      *p++ = s[i];
  return p;
}

// A nest appends in C's order.
// CHECK-LABEL: func @nest(
// CHECK: [[N:%.*]]: i64 = mul %
// CHECK: scan (%at < [[N]]) [add %k]
// CHECK-NOT: loop
// PRINT-LABEL: func @nest_footprint(
int
nest(const int *x, int *out, int n, int m)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j] > 3)
        out[k++] = x[i * m + j];
  return k;
}

// CHECK-LABEL: func @places(
// CHECK: scan (%i < %{{.*}}, %j < %{{.*}}) [add %k]
// PRINT-LABEL: func @places_footprint(
int
places(const int *x, int *row, int *column, int n, int m)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (x[i * m + j]) {
        row[k] = i;
        column[k++] = j;
      }
  return k;
}

// A narrow counter must not wrap: that is checked before.
// CHECK-LABEL: func @narrow(
// CHECK: scan (%i < %{{.*}}) [add %k]
// CHECK-LABEL: func @narrow_guard(
// CHECK: const 65535
int
narrow(const int *x, int *out, int n)
{
  unsigned short k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      out[k++] = x[i];
  return k;
}
