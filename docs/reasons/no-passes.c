// Lifted code is made by a pass at the start of LLVM's pipeline; without a
// pipeline there would be none.
// flags: -c -Xclang -disable-llvm-passes
void f(int n, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] = i;
}
