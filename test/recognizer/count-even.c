// Where C would wrap a variable that its steps take past the bound, they must get
// to the bound, which is a number that it holds.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only -Wno-everything %s 2>&1 | FileCheck %s
// CHECK-LABEL: func @rounds(
// CHECK: %[[N:.*]]: i64 = const 10
// CHECK: loop (%{{.*}} < %[[N]])
unsigned rounds(unsigned s) {
#pragma loft
  for (unsigned i = 20; i > 0; i -= 2)
    s = s * 3 + i;
  return s;
}

// CHECK-LABEL: func @odd(
// CHECK: loop ({{.*}}) while
unsigned odd(unsigned s) {
#pragma loft
  for (unsigned i = 21; i > 0; i -= 2)
    s = s * 3 + i;
  return s;
}

// CHECK-LABEL: func @beyond(
// CHECK: loop ({{.*}}) while
unsigned beyond(unsigned s) {
#pragma loft
  for (unsigned char i = 0; i < 1000; i += 2)
    s = s * 3 + i;
  return s;
}

// CHECK-LABEL: func @guarded(
// CHECK: loop (
// CHECK-LABEL: func @guarded_guard(
// CHECK: rem
unsigned guarded(unsigned s, unsigned n) {
#pragma loft
  for (unsigned i = n; i > 0; i -= 2)
    s = s * 3 + i;
  return s;
}
