// With -g or hardening the program builds and runs.
// RUN: %clang -O0 -g %s -o %t %link && %three %t
// RUN: %clang -O2 -fstack-protector-all -fcf-protection -fPIE -pie %s -o %t %link && %three %t cpu
#include <stdio.h>
int main(void) {
  static int x[1000];
  int n = 1000, s = 0;
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      x[i] = i * 3;
    for (int i = 0; i < n; i++)
      s += x[i] & 7;
  }
  printf("%d %d\n", s, x[999]);
}
