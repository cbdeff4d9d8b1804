// -ftrapv promises a trap that lifted code does not have; so do sanitizers that
// trap. Those that report do not keep loops from being lifted.
// COVERS: TRAPV
// RUN: %clang -ftrapv -fsyntax-only -Xclang -verify %s
// RUN: not %clang -fsanitize=signed-integer-overflow -fsanitize-trap=all \
// RUN:   -fsyntax-only -Werror %s 2>&1 | FileCheck %s
// RUN: %clang -fsanitize=undefined -fsyntax-only -Werror %s
// CHECK: '-fsanitize-trap' asks for a trap on overflow
void f(int n, int *x) {
#pragma loft // expected-warning{{'-ftrapv' asks for a trap on overflow}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
