// Identities hold while C is read: floats keep what differs for a zero.
// RUN: rm -f %t
// RUN: %clang -fplugin-arg-loft-emit=lower -fplugin-arg-loft-emit-to=%t \
// RUN:   -fsyntax-only %s
// RUN: FileCheck %s < %t
void f(int n, float *x) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float same = x[i] * 1.0f - 0.0f;
    float other = same + 0.0f;
    x[i] = -(-other);
  }
}
// CHECK:      [[E:%.*]]: f32 = index
// CHECK-NOT:  = mul
// CHECK-NOT:  = sub
// CHECK:      [[O:%.*]]: f32 = add [[E]],
// CHECK-NOT:  = neg
// CHECK:      = update {{.*}}, [[O]]
