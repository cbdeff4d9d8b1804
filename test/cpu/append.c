// What stays by one of several conditions is stored without a branch, to its
// place or to where nobody reads. Values that cost something, or might trap,
// keep the branch; so do places that do not run with what stays.
// RUN: %clang -w -O1 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -w -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=1 %run%t | FileCheck --check-prefix=RAN %s
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 LOFT_TEST_GRAIN=1000 %run%t \
// RUN:   | FileCheck --check-prefix=RAN %s
// RAN: sides: same
// RAN: pairs: same
// RAN: quotients: same
// RAN: doubled: same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100000, LIMIT = 50 };

#define LOFT _Pragma("loft")
#define PLAIN

// CHECK: define internal {{.*}}__loft_region_0.kernel1(
// CHECK: %[[NOWHERE:.*]] = {{.*}}call ptr asm "", "=r,0"(ptr
// CHECK: %[[AT:.*]] = select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]], !unpredictable
// CHECK-NEXT: store i32 %{{.*}}, ptr %[[AT]]
// CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]], !unpredictable
#define SIDES(name, pragma)                                                    \
  int name(int n, const int *x, int *out, int *at) {                           \
    int k = 0, l = 0;                                                          \
    pragma for (int i = 0; i < n; i++) {                                       \
      if (x[i] < LIMIT)                                                        \
        out[k++] = x[i];                                                       \
      if (x[i] > LIMIT)                                                        \
        at[l++] = i;                                                           \
    }                                                                          \
    return k + l;                                                              \
  }
SIDES(sides, LOFT)
SIDES(sides_plain, PLAIN)

static int sevens[N];

// CHECK: define internal {{.*}}__loft_region_1.kernel1(
// CHECK: %[[NOWHERE:.*]] = {{.*}}call ptr asm
// CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]]
// CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]]
// CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]]
#define PAIRS(name, pragma)                                                    \
  int name(int n, const int *x, int *out, int *at) {                           \
    int k = 0, l = 0;                                                          \
    pragma for (int i = 0; i < n; i++) {                                       \
      if (x[i] >= LIMIT) {                                                     \
        out[k] = x[i] + 1;                                                     \
        at[k++] = i;                                                           \
      }                                                                        \
      if (x[i] == 7)                                                           \
        sevens[l++] = i;                                                       \
    }                                                                          \
    return k + l;                                                              \
  }
PAIRS(pairs, LOFT)
PAIRS(pairs_plain, PLAIN)

// CHECK: define internal {{.*}}__loft_region_2.kernel1(
// CHECK-NOT: asm
#define QUOTIENTS(name, pragma)                                                \
  int name(int n, const int *x, int *out, int *at) {                           \
    int k = 0, l = 0;                                                          \
    pragma for (int i = 0; i < n; i++) {                                       \
      if (x[i])                                                                \
        out[k++] = 1000 / x[i];                                                \
      if (x[i] > LIMIT)                                                        \
        at[l++] = 1000 / x[i];                                                 \
    }                                                                          \
    return k;                                                                  \
  }
QUOTIENTS(quotients, LOFT)
QUOTIENTS(quotients_plain, PLAIN)

// CHECK: define internal {{.*}}__loft_region_3.kernel
// CHECK-NOT: asm
#define DOUBLED(name, pragma)                                                  \
  int name(int n, const int *x, int *out, int *at) {                           \
    pragma for (int i = 0; i < n; i++) if (x[i] < LIMIT) out[i] = 2 * x[i];    \
    return n;                                                                  \
  }
DOUBLED(doubled, LOFT)
DOUBLED(doubled_plain, PLAIN)

// Whether both do the same, also behind what they keep.
static void
compare(const char *what, int (*lifted)(int, const int *, int *, int *),
        int (*plain)(int, const int *, int *, int *)) {
  static int x[N], out[4][N];
  for (int i = 0; i < N; i++)
    x[i] = (int)((unsigned)i * 2654435761u >> 12) % 100;
  memset(out, 7, sizeof out);
  int k = lifted(N, x, out[0], out[1]), l = plain(N, x, out[2], out[3]);
  printf("%s: %s\n", what,
         k == l && !memcmp(out[0], out[2], 2 * sizeof *out) ? "same" : "other");
}

int
main(void) {
  compare("sides", sides, sides_plain);
  compare("pairs", pairs, pairs_plain);
  compare("quotients", quotients, quotients_plain);
  compare("doubled", doubled, doubled_plain);
  return 0;
}
