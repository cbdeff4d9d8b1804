// A lookup by open addressing stays below the mask, the size, or where the ring
// ends, wherever it is left: no keys are looked at, and no table.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-emit=footprint 2>&1 | FileCheck %s

// CHECK-LABEL: @masked_footprint
// CHECK: ge %mask
// CHECK-NOT: {{reduce|loop}} (
// CHECK: return
void
masked(int n, const unsigned *k, const unsigned *t, int mask, int *found) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = k[i] & mask;
    while (t[s] && t[s] != k[i])
      s = (s + 1) & mask;
    found[i] = t[s] ? s : -1;
  }
}

// CHECK-LABEL: @divided_footprint
// CHECK-NOT: {{reduce|loop}} (
// CHECK: return
void
divided(int n, const unsigned *k, const unsigned *t, int size, int *found) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = k[i] % size;
    while (t[s] && t[s] != k[i])
      s = (s + 1) % size;
    found[i] = t[s] ? s : -1;
  }
}

// CHECK-LABEL: @ring_footprint
// CHECK-NOT: {{reduce|loop}} (
// CHECK: return
void
ring(int n, const unsigned *k, const unsigned *t, unsigned size, int *found) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned s = k[i] % size;
    while (t[s] && t[s] != k[i])
      if (++s == size)
        s = 0;
    found[i] = t[s] ? (int)s : -1;
  }
}
