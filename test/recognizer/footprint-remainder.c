// Hashes modulo a size that is not known to be positive: unsigned ones, and
// such as are checked, are below it in any case, so no values are looked at.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 | FileCheck %s

// CHECK-LABEL: @hashed_footprint
// CHECK-NOT: reduce
// CHECK: return
void
hashed(int n, const unsigned *restrict h, unsigned m, int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[h[i] * 2654435761u % m]++;
}

// A size of 64 bits is below 2^40, or the original loop runs.
// CHECK-LABEL: @wide_footprint
// CHECK: const 1099511627776
// CHECK-NOT: reduce
// CHECK: return
void
wide(int n, const unsigned long *restrict h, unsigned long m,
     int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[h[i] % m]++;
}

// CHECK-LABEL: @checked_footprint
// CHECK-NOT: reduce
// CHECK: neg
// CHECK-NOT: reduce
// CHECK: return
void
checked(int n, const int *restrict h, int m, int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (h[i] >= 0)
      out[h[i] % m]++;
}

// Of a number that may be negative this is no range: the values are looked at.
// CHECK-LABEL: @negative_footprint
// CHECK: reduce
void
negative(int n, const int *restrict h, int m, int *restrict out) {
#pragma loft
  for (int i = 0; i < n; i++)
    out[h[i] % m]++;
}
