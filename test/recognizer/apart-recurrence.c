// Ways to pay a sum: for each coin a recurrence at a distance that is data. It
// stays in order where that is little; no guard asks for distances below 0.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
// RUN: %clang -fsyntax-only -fplugin-arg-loft-emit=soac %s 2>&1 | FileCheck %s --check-prefix=IR
// CHECK: remark: lifted to loop of (map or loop of map or loop);
// IR-NOT: func @ways_guard
void
ways(int nc, const int *c, int n, long *w) {
#pragma loft
  for (int j = 0; j < nc; j++)
    for (int x = c[j]; x <= n; x++)
      w[x] += w[x - c[j]];
}
