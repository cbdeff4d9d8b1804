// Calls that bring results back are before what may touch the arrays, before a
// loop that does, and nowhere else.
// RUN: %clang -O0 -S -emit-llvm %s -o - | FileCheck %s

void unknown(void);
static int calls;

// CHECK-LABEL: define{{.*}}@returns(
// CHECK: call i32 @__loft_region_0(
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 @__loft_region_1(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: ret void
void
returns(int n, int *a, int *b) {
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
    calls++;
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = b[i] * 3;
  }
}

// CHECK-LABEL: define{{.*}}@reads(
// CHECK: call i32 @__loft_region_2(
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 @__loft_region_3(
// CHECK: call void @loft_results_back()
// CHECK-NEXT: br label %[[COND:.*]]
// CHECK: [[COND]]:
// CHECK-NOT: call void @loft_results_back()
// CHECK: ret i32
int
reads(int n, int *a, int *b) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
#pragma loft
  for (int i = 0; i < n; i++)
    s += b[i] * 3;
  for (int i = 0; i < 3; i++)
    s += b[i];
  return s;
}

// Nothing stays where a call that is not known is next.
// CHECK-LABEL: define{{.*}}@calls_other(
// CHECK-NOT: call void @loft_results_back
// CHECK: ret void
void
calls_other(int n, int *a, int *b) {
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
    unknown();
  }
}
