// Filters compute the conditions of 64 iterations first, and run those in which
// something stays; for any number of iterations, whatever stays of them.
// RUN: %clang -w -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -w -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=1 %run%t | FileCheck --check-prefix=RAN %s
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 LOFT_TEST_GRAIN=100 %run%t \
// RUN:   | FileCheck --check-prefix=RAN %s
// RAN: keep: same
// RAN: quotients: same
// RAN: changes: same
// RAN: steps: same
// RAN: moved: same
#include <stdio.h>
#include <string.h>

enum { N = 1000 };

#define LOFT _Pragma("loft")
#define PLAIN
#define BOTH(name, start, body)                                                \
  int name(int n, const int *x, int *out, int *at) {                           \
    int k = start;                                                             \
    LOFT for (int i = 0; i < n; i++) body return k;                            \
  }                                                                            \
  int name##_plain(int n, const int *x, int *out, int *at) {                   \
    int k = start;                                                             \
    PLAIN for (int i = 0; i < n; i++) body return k;                           \
  }

// CHECK: define internal {{.*}}__loft_region_0.kernel1(
// CHECK-NOT: asm
// CHECK: load <64 x i8>
// CHECK: call {{.*}}i64 @llvm.cttz.i64(
BOTH(keep, 0, if (x[i] < 50) out[k++] = x[i];)
// CHECK: define internal {{.*}}__loft_region_1.kernel1(
// CHECK: call {{.*}}i64 @llvm.cttz.i64(
BOTH(quotients, 0, if (x[i]) {
  out[k] = 1000 / x[i];
  at[k++] = i;
})
// CHECK: define internal {{.*}}__loft_region_2.kernel1(
// CHECK: call {{.*}}i64 @llvm.cttz.i64(
BOTH(changes, 5, if (x[i] != x[i + 1]) out[k++] = i;)
// CHECK: define internal {{.*}}__loft_region_3.kernel1(
// CHECK: call {{.*}}i64 @llvm.cttz.i64(
BOTH(steps, 0, if (x[i] & 1) {
  out[k] = x[i];
  k += 2;
})
// What is read may be what was stored, so the iterations stay in order.
// CHECK: define internal {{.*}}__loft_region_4.
BOTH(moved, 0, if (out[i] < 50) out[k++] = out[i];)

// What x[i] is where elements stay in kind "kind".
static int
element(int kind, unsigned i) {
  unsigned random = i * 2654435761u >> 12;
  int of[] = {random % 100, i % 150, i / 64 % 2 * 99, 1, 0, i % 77 == 0};
  return of[kind];
}

typedef int fn(int n, const int *x, int *out, int *at);

// Whether both do the same, also behind what they keep.
static void
compare(const char *what, fn *lifted, fn *plain) {
  static int x[N + 1], out[2][2][2 * N + 8];
  static const int sizes[] = {0, 1, 63, 64, 65, 128, 200, 639, N};
  int differ = 0;
  for (int kind = 0; kind < 6; kind++)
    for (int s = 0; s < 9; s++) {
      for (unsigned i = 0; i <= N; i++)
        x[i] = element(kind, i);
      memset(out, 7, sizeof out);
      memcpy(out[0][0], x, sizeof x);
      memcpy(out[1][0], x, sizeof x);
      int k = lifted(sizes[s], x, out[0][0], out[0][1]);
      int l = plain(sizes[s], x, out[1][0], out[1][1]);
      differ += k != l || memcmp(out[0], out[1], sizeof *out) != 0;
    }
  printf("%s: %s\n", what, differ ? "other" : "same");
}

int
main(void) {
  compare("keep", keep, keep_plain);
  compare("quotients", quotients, quotients_plain);
  compare("changes", changes, changes_plain);
  compare("steps", steps, steps_plain);
  compare("moved", moved, moved_plain);
  return 0;
}
