// Calls that bring results back are before what may touch the arrays, before a
// loop that does, and nowhere else.
// RUN: %clang -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O0 -S -emit-llvm -fno-builtin %s -o - \
// RUN:   | FileCheck %s --check-prefix=OWN
#include <string.h>

void unknown(void);
static int calls;

// CHECK-LABEL: define{{.*}}@returns(
// CHECK: call i32 @__loft_region_0(
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 @__loft_region_1(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: br label %[[END1:.*]]
// CHECK: [[END1]]:
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
// CHECK-NEXT: br label %[[END2:.*]]
// CHECK: [[END2]]:
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
  for (int i = 0; i < n; i++)
    s += b[i];
  return s;
}

// One element comes back, and the rest stays.
// CHECK-LABEL: define{{.*}}@probes(
// CHECK: call i32 @__loft_region_4(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_at(ptr %[[PROBE:[^,]*]], i64 4)
// CHECK-NEXT: br label %[[END3:.*]]
// CHECK: [[END3]]:
// CHECK-NEXT: load i32, ptr %[[PROBE]]
// CHECK-NOT: call void @loft_results_back
// CHECK: br label
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: br label %[[END4:.*]]
// CHECK: [[END4]]:
// CHECK-NEXT: ret i32
int
probes(int n, int *a, int m) {
  int s = 0;
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
    s += a[m];
  }
  return s;
}

// All comes back at once where the access is volatile.
// CHECK-LABEL: define{{.*}}@probes_volatile(
// CHECK-NOT: call void @loft_results_back
// CHECK: ret i32
int
probes_volatile(int n, int *a, volatile int *m) {
  int s = 0;
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
    s += *m;
  }
  return s;
}

// In a loop of few iterations elements come back one by one, if there is no
// other in it.
// CHECK-LABEL: define{{.*}}@probes_some(
// CHECK: call i32 @__loft_region_6(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_at(ptr %[[PROBE:[^,]*]], i64 4)
// CHECK-NEXT: br label %[[END5:.*]]
// CHECK: [[END5]]:
// CHECK-NEXT: load i32, ptr %[[PROBE]]
// CHECK: call void @loft_results_back()
// CHECK: call i32 @__loft_region_7(
int
probes_some(int n, int *a, int m) {
  int s = 0;
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
    for (int i = 0; i < 5; i++)
      s += a[m + i];
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < n; j++)
        s += a[m + i];
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 5;
  }
  return s;
}

// Functions of the library are known that touch no arrays, if they are given
// none; not so where there may be others of their names.
// CHECK-LABEL: define{{.*}}@says(
// CHECK: call i32 @__loft_region_8(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_at(
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 {{.*}}@printf(
// CHECK-NOT: call void @loft_results_back
// CHECK: call double @sin(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_at(ptr @stderr, i64 8)
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 {{.*}}@fprintf(
// CHECK-NOT: call void @loft_results_back
// CHECK: call i32 @__loft_region_9(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: br label %[[END6:.*]]
// CHECK: [[END6]]:
// CHECK-NEXT: call i32 @puts(
// CHECK: ret void
// OWN-LABEL: define{{.*}}@says(
// OWN-NOT: call void @loft_results_back_at(
// OWN: ret void
int printf(const char *, ...), fprintf(void *, const char *, ...);
int puts(const char *);
double sin(double);
extern void *stderr;
void
says(int n, double *a, int m, char *name) {
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
    printf("%g\n", a[m]);
    a[0] = sin(0.5 * k);
    fprintf(stderr, "%d\n", k);
  }
#pragma loft
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 3 + i;
  puts(name);
}

// Elements and bytes are written that are told.
// CHECK-LABEL: define{{.*}}@fills(
// CHECK: %[[VALUE:[^ ]*]] = alloca i32
// CHECK: call i32 @__loft_region_10(
// CHECK-NOT: call void @loft_results
// CHECK: store i32 %[[K:[0-9]+]], ptr %[[VALUE]],
// CHECK: call void @loft_results_write(ptr %[[AT:.*]], i64 4, ptr %[[VALUE]])
// CHECK-NEXT: br label %[[END7:.*]]
// CHECK: [[END7]]:
// CHECK-NEXT: store i32 %[[K]], ptr %[[AT]]
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_fill(ptr %[[FILL:.*]], i64 %[[BYTES:.*]], i32 7)
// CHECK-NEXT: br label %[[END8:.*]]
// CHECK: [[END8]]:
// CHECK-NEXT: call void @llvm.memset{{.*}}(ptr {{.*}}%[[FILL]], i8 7, i64 %[[BYTES]]
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: br label %[[END9:.*]]
// CHECK: [[END9]]:
// CHECK-NEXT: ret void
void
fills(int n, int *a) {
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
    a[0] = k;
    memset(a + n / 2, 7, (unsigned long)k);
  }
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

void step(int n, int *a, int *b);

// In a statement that keeps arrays only code that is an access to one of these
// brings results back.
// CHECK-LABEL: define{{.*}}@keeps(
// CHECK: call i32 (i32, ...) @loft_keep_begin(i32 {{.*}}2, ptr {{.*}}, i64 {{.*}}0, ptr {{.*}}@array, i64 {{.*}}400)
// CHECK-NOT: loft_results_back
// CHECK: call void @step(
// CHECK-NOT: loft_results_back
// CHECK: call void @loft_results_back_at(ptr %[[ELEMENT:.*]], i64 4)
// CHECK-NEXT: br label %[[END10:.*]]
// CHECK: [[END10]]:
// CHECK-NEXT: load i32, ptr %[[ELEMENT]]
// CHECK-NOT: loft_results_back
// CHECK: call void @loft_keep_end(
// CHECK-NOT: loft_results_back
// CHECK: ret i32
static int array[100];
int
keeps(int n, int *a, int *other) {
#pragma loft keep(a, array)
  for (int k = 0; k < n; k++) {
    step(n, a, array);
    if (other[k])
      return a[k];
  }
  return array[2];
}

// The members of a structure beside the arrays in it are none of them.
// CHECK-LABEL: define{{.*}}@keeps_members(
// CHECK: @loft_keep_begin(i32 {{.*}}3, ptr {{.*}}, i64 {{.*}}0, ptr {{.*}}, i64 {{.*}}128, ptr {{.*}}, i64 {{.*}}128)
// CHECK: call void @step_members(
// CHECK-NOT: call void @loft_results_back
// CHECK: call void @step_members(
// CHECK-NEXT: {{.*}}load ptr
// CHECK-NEXT: {{.*}}getelementptr
// CHECK-NEXT: {{.*}}load ptr
// CHECK-NEXT: {{.*}}getelementptr
// CHECK: call void @loft_results_back_at(ptr {{.*}}, i64 4)
// CHECK: call void @step_members(
// CHECK-NOT: call void @step_members(
// CHECK: store i32 3, ptr %[[VALUE:[^,]*]]
// CHECK: call void @loft_results_write(ptr %[[AT:.*]], i64 4, ptr %[[VALUE]])
// CHECK-NEXT: br label %[[END11:.*]]
// CHECK: [[END11]]:
// CHECK-NEXT: store i32 3, ptr %[[AT]]
// CHECK: call void @step_members(
// CHECK-NOT: call void @step_members(
// CHECK: call void @loft_results_back_at(ptr %[[G:.*]], i64 [[SIZE:.*]])
// CHECK: call void @loft_results_write(ptr %[[H:.*]], i64 [[SIZE]], ptr %[[G]])
// CHECK-NEXT: br label %[[END12:.*]]
// CHECK: [[END12]]:
// CHECK-NEXT: call void @llvm.memcpy{{.*}}(ptr {{.*}}%[[H]], ptr {{.*}}%[[G]], i64 [[SIZE]]
// CHECK: call void @step_members(
// CHECK-NOT: call void @loft_results_back()
// CHECK: ret i32
struct grid {
  int n, *a, b[4][8];
  struct {
    int *c;
  };
};
void step_members(struct grid *, struct grid *);

int
keeps_members(struct grid *g, struct grid *h, int k) {
  struct grid s = *g;
#pragma loft keep(g->a, g->b, s.b)
  {
    step_members(g, &s);
    g->n += s.n + g->c[2] + s.a[1];
    g->c = g->a;
    step_members(g, &s);
    k += g->a[1];
    step_members(g, &s);
    s.b[k][2] = 3;
    step_members(g, &s);
    *h = *g;
    step_members(g, &s);
  }
  return k;
}

// A stream may write to an array, or call the program.
// CHECK-LABEL: define{{.*}}@logs(
// CHECK: call void @loft_results_back_unless_kept()
// CHECK-NEXT: br label %[[END13:.*]]
// CHECK: [[END13]]:
// CHECK-NEXT: call i32 @fputs(
int fputs(const char *, void *);
extern void *out;
void
logs(int n, double *a) {
  for (int k = 0; k < n; k++) {
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + i;
#pragma loft
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 5;
    fputs("step\n", out);
  }
}
