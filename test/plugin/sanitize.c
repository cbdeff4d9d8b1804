// With sanitizers, coverage and profiling the program builds and runs.
// REQUIRES: llvm22
// The runtimes of sanitizers do not mix.
// UNSUPPORTED: asan
// RUN: %clang -O1 -g -fsanitize=undefined %s -o %t %link && %three %t cpu
// RUN: %clang -O2 -fprofile-instr-generate=%t.profraw -fcoverage-mapping %s -o %t %link && %three %t cpu
// RUN: %clang -O1 -g -fsanitize=address %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %three %t cpu
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
