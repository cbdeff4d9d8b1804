// Memory behind a pointer to void, as numbers of two types: two arrays. Types
// that are alike are one.
// RUN: %clang -fplugin-arg-loft-emit=lower -c -o /dev/null %s 2>&1 | FileCheck %s
// CHECK: func @f(%n: i32, %wide: i32, %m: []u16 {write}, %m1: []i8 {read,write}) -> ([]u16, []i8)
void f(int n, void *m, int wide) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (wide)
      ((unsigned short *)m)[i] = 1;
    else
      ((unsigned char *)m)[i] = (unsigned char)((signed char *)m)[i + n];
}
