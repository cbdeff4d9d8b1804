// A refusal obeys -w and -Werror, and "required" makes it an error.
// RUN: %clang -fsyntax-only -w %s 2>&1 | count 0
// RUN: not %clang -fsyntax-only -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %clang -fsyntax-only -w -DREQUIRED=required %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang -fsyntax-only -Werror -fplugin-arg-loft-off %s
// ERROR: :[[@LINE+10]]:5: error: loop stays as it is: inline assembly; write it as C [LOFT003]
// ERROR: :[[@LINE+7]]:{{[0-9]+}}: note: the loop was to be lifted by this pragma
#ifndef REQUIRED
#define REQUIRED
#endif
#define STRING(x) #x
#define LIFT(x) _Pragma(STRING(loft x))
void f(int n, int *x) {
  LIFT(REQUIRED)
  for (int i = 0; i < n; i++)
    __asm__("nop");
  x[0] = 1;
}
