// The outer pragma wins; when its loop stays, the inner one is tried.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// CHECK: :[[@LINE+9]]:3: remark: lifted to map 2d; x written
// CHECK: :[[@LINE+9]]:9: remark: this pragma is inside a lifted statement and has no effect
// CHECK: :[[@LINE+17]]:7: warning: loop stays as it is: call to 'g'
// CHECK: :[[@LINE+13]]:5: remark: lifted to map; x read and written
// CHECK-NOT: {{warning|remark}}:

void g(void);
void f(int n, int (*x)[100]) {
#pragma loft
  for (int i = 0; i < n; i++)
#pragma loft
    for (int j = 0; j < 100; j++)
      x[i][j] = i + j;
#pragma loft
  for (int i = 0; i < n; i++) {
#pragma loft
    for (int j = 0; j < 100; j++)
      x[i][j] += 1;
    if (x[i][0] == 7)
      g();
  }
}
