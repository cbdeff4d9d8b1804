// A report names the function that only the original loop calls, as the remark
// does.
// RUN: rm -f %t.json
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -fplugin-arg-loft-report=%t.json %s 2>&1 | FileCheck %s --check-prefix REMARK
// RUN: python3 -m json.tool %t.json | FileCheck %s
// REMARK: lifted to {{.*}}; the original loop runs where 'complain' is called
// CHECK: "guards": [
// CHECK: "kind": "not called",
// CHECK-NEXT: "of": "complain"
void complain(const char *, int);
void
f(int n, const int *restrict x, int *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      complain("negative", i);
    y[i] = x[i];
  }
}
