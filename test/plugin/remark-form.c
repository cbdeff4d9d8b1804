// Remarks say what the code for each target looks like after the passes, and
// about loops that stay in order inside no more than what was seen; nothing of
// it where no code is made.
// RUN: %clang -O2 -fplugin-arg-loft-remarks -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// RUN: %clang -O2 -fplugin-arg-loft-remarks -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SYNTAX

// SYNTAX-NOT: code:
// SYNTAX: lifted to map of loop of map
// SYNTAX-NOT: code:

// CHECK: remark: loop runs in order: an iteration may read what an earlier one wrote in 'c': a recurrence [LOFT140]
// CHECK: remark: lifted to map of loop of map;{{.*}}; CPU code: {{[0-9]}} kernels ({{.*}}loops interchanged, an operand copied in blocks{{.*}}, tiles of 4 x 8; GPU code: {{.*}}, tiles of 8 x 4{{$}}
void
product(int n, double a[n][n], double b[n][n], double c[restrict n][n])
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: remark: loop runs in order
// CHECK: remark: lifted to loop of (map + map);{{.*}}; CPU code: {{[0-9]}} kernels (map 1d) launched by a loop; GPU code: {{[0-9]}} kernels (map 1d) launched by a loop
void
steps(int n, int m, float *restrict x, float *restrict y)
{
#pragma loft
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n - 1; i++)
      y[i] = (x[i - 1] + x[i + 1]) / 2;
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i];
  }
}

// CHECK: remark: the lifted loop runs on the CPU only
// CHECK: remark: lifted to map;{{.*}}; CPU code: 1 kernel (map 1d){{$}}
void
wide(int n, const long double *restrict x, long double *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}

// CHECK: remark: lifted to scan add;{{.*}}; CPU code: {{[0-9]}} kernels (scan); GPU code: {{[0-9]}} kernels (scan){{$}}
void
running(int n, const int *restrict x, int *restrict y)
{
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

// CHECK: remark: lifted to map of loop;{{.*}} few long rows in parts
void
nearest(int n, int m, const float *restrict x, const float *restrict ok, int *restrict at)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float best = 1e30f;
    int k = -1;
    for (int j = 0; j < m; j++) {
      float d = x[i] - ok[j];
      if (j != i && d * d < best) {
        best = d * d;
        k = j;
      }
    }
    at[i] = k;
  }
}
