// A guard that fails says for which values of the region's variables.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// CHECK: rows ({{.*}}): original: its run-time guard failed: sizes do not fit what was compiled: n = 5, ld = -4{{$}}
void
rows(int n, float *a, long ld)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * ld + j] = i * j;
}

int
main(void)
{
  static float a[100];
  rows(5, a + 50, -4);
}
