// What is stored where a counter is stays where the counter moves, and in the
// last iteration: a filter without branches.
// COVERS: shape-latest
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @keep(
// CHECK: scan (%i < %{{.*}}) [add %k]
// CHECK: then (%i1, %before, %after, %out
// CHECK: [[MOVES:%.*]]: bool = ne %after, %before
// CHECK: [[NEXT:%.*]]: i64 = add %i1, %
// CHECK: [[LAST:%.*]]: bool = eq [[NEXT]], %
// CHECK: if [[MOVES]]
// CHECK: if [[LAST]]
int
keep(const int *x, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k += x[i] > 3;
  }
  return k;
}

// CHECK-LABEL: func @down(
// CHECK: scan (%i < %{{.*}}) [add %k]
unsigned
down(const unsigned char *x, int *out, int n, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = i;
    if (x[i] == ' ')
      k -= 2;
    else if (x[i] > 'a')
      k--;
  }
  return k;
}

// CHECK-LABEL: func @firsts(
// CHECK: scan (%i < %{{.*}}) [add %k]
int
firsts(const unsigned char *lengths, int *out, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[k] = i;
    k += lengths[i];
  }
  return k;
}
