// Without LLVM's passes nothing would define the region functions.
// COVERS: NO_PASSES
// RUN: %clang -c -Xclang -disable-llvm-passes -Xclang -verify %s -o /dev/null
void f(int n, int *x) {
#pragma loft // expected-warning{{LLVM's passes are switched off here (-disable-llvm-passes)}}
  for (int i = 0; i < n; i++)
    x[i] = i;
}
