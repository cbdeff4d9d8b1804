// A misspelt word is a warning at the word, with the nearest one.
// COVERS: PRAGMA_WORD
// RUN: %clang -fsyntax-only -Xclang -verify %s
// RUN: not %clang -fsyntax-only -Werror %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+5]]:14: error: {{.*}}[LOFT100]
// CHECK: ^~~~~
// CHECK-NEXT: reduce
// CHECK: note: did you mean 'reduce'?
void f(int n, int *x) {
#pragma loft reduc // expected-warning{{'reduc' is not a word of '#pragma loft'}} expected-note{{did you mean 'reduce'?}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft map banana // expected-warning{{'banana' is not a word of '#pragma loft'; write map, reduce, region, exact, required, independent, reduce(op: variables), combine(function: variables), keep(arrays) or assume(condition) [LOFT100]}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft Exact // expected-warning{{'Exact'}} expected-note{{did you mean 'exact'?}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft required banana // expected-error{{'banana' is not a word}}
  for (int i = 0; i < n; i++)
    x[i] = i;
#pragma loft exat required // expected-error{{'exat' is not a word}} expected-note{{did you mean 'exact'?}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
