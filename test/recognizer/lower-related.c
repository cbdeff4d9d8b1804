// A pointer that is compared with another is a place in that one's array, at the
// distance that the addresses have at the region's start.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: func @sum(%p: []i32 {read}, %end: i64, %s: i64) -> (i64) {
// CHECK-DAG: [[FOUR:%.*]]: i64 = const 4
// CHECK: [[D:%.*]]: i64 = div %end, [[FOUR]]
// CHECK: loop (%p{{.*}} < [[D]])
// CHECK-LABEL: func @sum_guard(
// CHECK: [[REST:%.*]]: i64 = rem %end, %
// CHECK: eq [[REST]], %
long
sum(const int *p, const int *end)
{
  long s = 0;
#pragma loft
  for (; p != end; p++)
    s += *p;
  return s;
}

// Both ends are in one array; the loop counts by their distance.
// CHECK-LABEL: func @reverse(%p: []f32 {read,write}, %q: i64) -> ([]f32) {
// CHECK: [[Q:%.*]]: i64 = div %q, %
// CHECK: [[UP:%.*]]: i64 = add [[Q]], %
// CHECK: [[N:%.*]]: i64 = div [[UP]], %
// CHECK: loop (%q{{.*}} < [[N]])
void
reverse(float *a, int n)
{
  float *p = a, *q = a + n - 1;
#pragma loft
  while (p < q) {
    float t = *p;
    *p++ = *q;
    *q-- = t;
  }
}

// A local pointer is what it was made of.
// CHECK-LABEL: func @local(%b: []i8 {read}, %e: i64, %s: i32) -> (i32) {
int
local(const char *b, const char *e)
{
  int s = 0;
#pragma loft
  for (const char *p = b + 1; p <= e; p += 2)
    s += *p;
  return s;
}

// Only distances are asked for.
// CHECK-LABEL: func @difference(%from: []f64 {write}, %to: i64) ->
void
difference(double *from, double *to)
{
#pragma loft
  for (long i = 0; i < to - from; i++)
    from[i] = 0;
}
