// Remarks say how often loops run where that is a constant, and from which size
// on lifted code runs, where one number decides how much work there is.
// RUN: %clang -O2 -fplugin-arg-loft-remarks -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:

// CHECK: remark: lifted to map;{{.*}}: iterations run at once; by default the original loop runs below n = [[N:[0-9]+]]; CPU code: 
void
one(int n, const float *restrict x, float *restrict y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}

// CHECK: remark: lifted to map;{{.*}}: iterations run at once; CPU code: 
void
two(int n, int m, const float *restrict x, float *restrict y)
{
#pragma loft
  for (int i = m; i < n; i++)
    y[i] = 2 * x[i];
}

struct sizes {
  long rows;
};

// CHECK: remark: lifted to map 2d;{{.*}}: iterations of 2 nested loops run at once; by default the original loop runs below s.rows = {{[0-9]+}}; CPU code: 
void
field(struct sizes s, const float *restrict x, float *restrict y)
{
#pragma loft
  for (long i = 0; i < s.rows; i++)
    for (int j = 0; j < 64; j++)
      y[i * 64 + j] = 2 * x[i * 64 + j];
}

// CHECK: remark: loop runs in order
// CHECK: remark: lifted to loop of (map + map);{{.*}}: 2000 steps run in order, in each of them 3 iterations run at once, then 3 iterations run at once; CPU code: 
void
steps(float *restrict a, float *restrict b)
{
#pragma loft
  for (int t = 0; t < 2000; t++) {
    for (int i = 0; i < 3; i++)
      a[i] += b[i];
    for (int i = 0; i < 3; i++)
      b[i] = a[2 - i];
  }
}

// CHECK: remark: lifted to map;{{.*}}: 40 iterations run at once; by default the original loop runs always; CPU code: 
void
always(const float *restrict x, float *restrict y, int unused)
{
#pragma loft
  for (int i = 0; i < 40; i++)
    y[i] = 2 * x[i] + unused;
}
