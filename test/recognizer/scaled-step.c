// Steps and distances that a loop around multiplies or divides are known to be
// positive: from what it starts with and its test. Not so where the scalar may
// wrap, or is written in another way.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOWER
void butterflies(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of map 2d
#pragma loft
  for (int h = 1; h < n; h *= 2)
    for (int i = 0; i < n; i += h * 2)
      for (int j = i; j < i + h; j++) {
        int x = a[j], y = a[j + h];
        a[j] = x + y;
        a[j + h] = x - y;
      }
}

void halves(int n, float *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of map 2d
#pragma loft
  for (long len = 2; len <= n; len <<= 1)
    for (int i = 0; i < n; i += len)
      for (int j = 0; j < len / 2; j++)
        a[i + j + len / 2] += a[i + j];
}

void tree(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of map
#pragma loft
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = 0; i + gap < n; i += 2 * gap)
      a[i] += a[i + gap];
}

void doubling(int n, int *a, int *b) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to loop of (map + map)
#pragma loft
  for (int d = 1; d < n; d <<= 1) {
    for (int i = d; i < n; i++)
      b[i] = a[i] + a[i - d];
    for (int i = d; i < n; i++)
      a[i] = b[i];
  }
}

void wraps(unsigned n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}stays
#pragma loft
  for (unsigned h = 1; h < n; h *= 2)
    for (unsigned i = 0; i < n; i += h)
      a[i] += i;
}

void falls(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}stays
#pragma loft
  for (int h = 1; h < n; h = h * 2 - 9)
    for (int i = 0; i < n; i += h)
      a[i] += i;
}

// LOWER-LABEL: func @narrowed(
// LOWER: while
// LOWER: while
void narrowed(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}stays
#pragma loft
  for (int h = 1; h < n; h = (int)(2L * h))
    for (int i = 0; i < n; i += h)
      a[i] += i;
}

// LOWER-LABEL: func @computed_unsigned(
// LOWER: while
// LOWER: while
void computed_unsigned(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}stays
#pragma loft
  for (int h = 1; h < n; h *= 2u)
    for (int i = 0; i < n; i += h)
      a[i] += i;
}

// LOWER-LABEL: func @computed_wide(
// LOWER: while
// LOWER: while
void computed_wide(int n, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}stays
#pragma loft
  for (int h = 1; h < n; h *= 2L)
    for (int i = 0; i < n; i += h)
      a[i] += i;
}
