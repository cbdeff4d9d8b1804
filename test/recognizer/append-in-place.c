// A filter in place of several arrays, or of structures, reads copies: of all
// elements, so that those that C may not read are looked at before.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @arrays(
// CHECK-SAME: %a: []i32 {read,write}
// CHECK-SAME: %b: []f32 {probe,read,write}
// CHECK-DAG: map (%j{{[0-9]*}} < %{{.*}}) (%b{{.*}} = %b
// CHECK-DAG: map (%j{{[0-9]*}} < %{{.*}}) (%a{{.*}} = %a
// CHECK: scan (%i{{[0-9]*}} < %{{.*}}) [add %k]
int
arrays(int n, int *a, float *b)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] > 3) {
      a[k] = a[i];
      b[k] = b[i];
      k++;
    }
  return k;
}

typedef struct point {
  double x, y;
  int id;
} point;

// CHECK-LABEL: func @structures(
// CHECK-COUNT-2: map (%j{{[0-9]*}} <
// CHECK: scan (%i{{[0-9]*}} < %{{.*}}) [add %k]
int
structures(int n, point *p)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].id > 3)
      p[k++] = p[i];
  return k;
}

// Elements by two, backwards.
// CHECK-LABEL: func @pairs(
// CHECK: map (%j <
// CHECK: scan (%i{{[0-9]*}} < %{{.*}}) [add %k]
long
pairs(long n, int *x)
{
  long k = n;
#pragma loft
  for (long i = n - 1; i >= 0; i--)
    if (x[2 * i] > 3) {
      k--;
      x[2 * k] = x[2 * i];
      x[2 * k + 1] = x[2 * i + 1];
    }
  return k;
}

// Reads of the iteration's own elements need no copy.
// CHECK-LABEL: func @own(
// CHECK-COUNT-1: map (%j{{[0-9]*}} <
// CHECK: scan (%i{{[0-9]*}} < %{{.*}}) [add %k]
int
own(int n, int *a, int *b)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    b[i] += 2;
    if (a[i] > 3)
      a[k++] = a[i];
  }
  return k;
}
