// Nests that fold by key become one loop: over the elements of rows that follow
// one another, with a table of their rows where that is needed; over all of rows
// of one length. Rows that may lie anywhere stay a nest.
// RUN: %clang -O1 -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft
// RUN: %loft-opt --passes=common,cpu --quiet %t.loft
// RUN: %loft-opt --passes=common,gpu --quiet %t.loft
// COVERS: shape-flat_keyed
// COVERS: shape-flat_counts

int count[5000], number[5000], row[5000];

// CHECK-LABEL: func @numbers(
// CHECK-NOT: alloc
// CHECK: %was: []i32 = alloc %
// CHECK: loop (%at < %{{.*}}) (%{{.*}} = %count, %{{.*}} = %was) {
// CHECK: map (%at
// CHECK-LABEL: func @numbers_guard(
// CHECK: reduce {{.*}} [or
void
numbers(const int *ptr, const short *col, int m)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      number[k] = count[col[k]]++;
}

// CHECK-LABEL: func @places(
// CHECK: %row{{.*}}: []i32 = alloc %
// CHECK: [[ROW:%.*]]: []i32 = map (%i < %
// CHECK: loop (%at < %{{.*}}) (%{{.*}} = %count, %{{.*}} = %was) {
// CHECK: index [[ROW]], %at
void
places(const int *ptr, const short *col, int m)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      row[count[col[k]]++] = i;
}

// CHECK-LABEL: func @image(
// CHECK: loop (%at < %{{.*}}) (%{{.*}} = %count, %{{.*}} = %was) {
void
image(const unsigned char *x, int h, int w)
{
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      row[count[x[i * w + j]]++] = i;
}

// CHECK-LABEL: func @counts(
// CHECK: map (%at < %{{[a-z0-9]*}}) (
// CHECK: combine add
void
counts(const int *ptr, const short *col, int m)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      count[col[k]]++;
}

// What is added tells the row.
// CHECK-LABEL: func @rows(
// CHECK: map (%i < %
// CHECK: map (%k{{.*}} < %
// CHECK: combine add
void
rows(const int *ptr, const short *col, int m)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      count[col[k]] += i;
}

// CHECK-LABEL: func @anywhere(
// CHECK: loop (%i < %
// CHECK: map (%k{{.*}} < %
void
anywhere(const int *ptr, const int *end, const short *col, int m)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int k = ptr[i]; k < end[i]; k++)
      number[k] = count[col[k]]++;
}
