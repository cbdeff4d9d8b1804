// 16-bit floats: calls, steps, and sums that a processor may fuse products
// into.
// COVERS: HALF
// REQUIRES: x86
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: %clang -mavx512fp16 -DNATIVE -fsyntax-only -Xclang -verify %s
void call(int n, _Float16 *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] = __builtin_sqrtf16(x[i]); // expected-warning{{'__builtin_sqrtf16(x[i])' computes with 16-bit floats in a way that is not lifted; convert its operands to float}}
}
void step(int n, _Float16 *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i]++; // expected-warning{{'x[i]++' computes with 16-bit floats}}
}
#ifdef NATIVE
void fuse(int n, _Float16 *x, _Float16 *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    x[i] += x[i] * y[i]; // expected-warning{{'x[i] += x[i] * y[i]' computes with 16-bit floats}}
}
#endif
void sum(int n, _Float16 *x, _Float16 *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = x[i] + y[i];
}
