// A counter that stops at a limit: the loop counts on, and the test becomes
// whether there is room.
// COVERS: shape-limit
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @keep(
// CHECK: [[ROOM:%.*]]: i64 = max %{{.*}}, %
// CHECK: [[MOVES:%.*]]: i64, %{{.*}} = scan (%i < %{{.*}}) [add %
// CHECK: then (%i1, %before, %after, %out
// CHECK: lt %before, [[ROOM]]
// CHECK: min [[MOVES]], [[ROOM]]
int
keep(const int *x, int *out, int n, int k, int most)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < most)
      out[k++] = x[i];
  return k;
}

// CHECK-LABEL: func @pairs(
// CHECK: [[ROOM:%.*]]: i64 = mul %
// CHECK: [[MOVES:%.*]]: i64, %{{.*}} = scan (%i < %{{.*}}) [add %
// CHECK: lt %before, [[ROOM]]
// CHECK: min [[MOVES]], [[ROOM]]
int
pairs(const int *x, int *out, int n, int k, int most)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k + 2 <= most) {
      out[k++] = x[i];
      out[k++] = i;
    }
  return k;
}

// CHECK-LABEL: func @down(
// CHECK: [[ROOM:%.*]]: i64 = min %{{.*}}, %
// CHECK: scan (%i < %{{.*}}) [add %
unsigned
down(const int *x, int *out, int n, unsigned k)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3) {
      if (k <= 5)
        continue;
      out[--k] = x[i];
    }
  return k;
}

// What is read behind the test is looked at before.
// CHECK-LABEL: func @behind(
// CHECK-SAME: %x: []i32 {{{.*}}probe
// CHECK: scan (%i < %{{.*}}) [add %
long
behind(const int *x, long *out, long n)
{
  long k = 0;
#pragma loft
  for (long i = 0; i < n; i++)
    if (k != 100 && x[i] > 3)
      out[k++] = i;
  return k;
}

typedef struct list {
  int *data;
  int count, room;
} list;

// CHECK-LABEL: func @push(
// CHECK: scan (%i < %{{.*}}) [add %
void
push(list *v, const int *x, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && v->count < v->room)
      v->data[v->count++] = x[i];
}

// Counts that stop alone are folds, too.
// CHECK-LABEL: func @count(
// CHECK: reduce (%i < %{{.*}}) [add %
int
count(const int *x, int n)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < 100)
      k++;
  return k;
}

// What the first one leaves goes to the second: the first one's loop stores
// where it stands, too.
// CHECK-LABEL: func @rest(
// CHECK: [[K:%k[0-9]*]]: []i64 = alloc
// CHECK: scan (%i < %{{.*}}) [add %{{.*}} = %out, %{{.*}} = [[K]]) {
// CHECK: scan (%i{{.*}} < %{{.*}}) [add %
int
rest(const int *x, int *restrict out, int *restrict left, int n, int most, int *n_left)
{
  int k = 0, m = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k < most && x[i] > 3)
      out[k++] = x[i];
    else if (x[i] < 0 && m < most)
      left[m++] = x[i];
  *n_left = m;
  return k;
}

// A third one follows from both, which it asks in the words of their own tests.
// CHECK-LABEL: func @three(
// CHECK: [[K:%k[0-9]*]]: []i64 = alloc
// CHECK: scan (%i < %{{.*}}) [add %{{.*}} = %a, %{{.*}} = [[K]]) {
// CHECK: [[M:%m[0-9]*]]: []i64 = alloc
// CHECK: scan (%i{{.*}} < %{{.*}}) [add %{{.*}} = %b, %{{.*}} = [[M]]) {
// CHECK: scan (%i{{.*}} < %{{.*}}) [add %
int
three(const int *x, int *restrict a, int *restrict b, int *restrict c, int n, int most, int *n_b, int *n_c)
{
  int k = 0, m = 0, l = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < 3 && k < most)
      a[k++] = x[i];
    else if (x[i] < 5 && m < most)
      b[m++] = x[i];
    else if (x[i] < 7 && l < most)
      c[l++] = x[i];
  *n_b = m;
  *n_c = l;
  return k;
}
