// One value that all iterations store, at any index, is stored by combine: under
// conditions, several times, in nests and inner loops of unknown length.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @mark(
// CHECK: map
// CHECK: combine update %{{.*}}, %{{.*}}, %c
// CHECK-NEXT: yield
void
mark(const int *key, unsigned char *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]] = 1;
}

// CHECK-LABEL: func @twice(
// CHECK: map
// CHECK: combine update
// CHECK: combine update
void
twice(const int *from, const int *to, const int *on, double *h, double c, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (on[i] > 3) {
      h[from[i]] = c + 1;
      h[to[i]] = c + 1;
    }
}

// CHECK-LABEL: func @edges(
// CHECK: map
// CHECK: combine update
void
edges(const int *start, const int *to, int *level, int now, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      level[to[k]] = now;
}

// CHECK-LABEL: func @sieve(
// CHECK: map
// CHECK: loop
// CHECK: combine update
void
sieve(const int *prime, unsigned char *composite, int m, int n)
{
#pragma loft
  for (int i = 0; i < m; i++)
    for (int p = prime[i], j = p * p; j < n; j += p)
      composite[j] = 1;
}

// Rows of one value may overlap.
// CHECK-LABEL: func @bars(
// CHECK: map (%i < %
// CHECK: combine update
// CHECK-NOT: func @bars_guard(
void
bars(const int *from, const int *to, const int *row, int *image, int w, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int x = from[i]; x < to[i]; x++)
      image[row[i] * w + x] = 255;
}
