// Sums that C may wrap are no sums within bounds, nor are those that start again
// below the bound that they are compared with.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fwrapv -DWRAPS -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRAPS

// WRAPS: LOFT082
// CHECK-LABEL: func @bounded(
// CHECK: scan
void bounded(const int *x, int *out, int n) {
  int v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < 0)
      v = 0;
    out[i] = v;
  }
}

#ifndef WRAPS
// CHECK: [[@LINE+6]]:{{.*}}LOFT082
void unsigned_sum(const unsigned *x, unsigned *out, int n) {
  unsigned v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < 9)
      v = 9;
    out[i] = v;
  }
}

// CHECK: [[@LINE+6]]:{{.*}}LOFT082
void narrow(const short *x, short *out, int n) {
  short v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < 0)
      v = 0;
    out[i] = v;
  }
}

// CHECK: [[@LINE+6]]:{{.*}}LOFT082
void jumps(const int *x, int *out, int n) {
  int v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v < 10)
      v = 0;
    out[i] = v;
  }
}

// CHECK: [[@LINE+6]]:{{.*}}LOFT082
void crossed(const int *x, int *out, int n) {
  int v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v += x[i];
    if (v > 0)
      v = 9;
    else if (v < -9)
      v = -9;
    out[i] = v;
  }
}
#endif
