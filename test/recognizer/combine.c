// Updates of elements by themselves and something else, at any index, are
// combines: counts, sums, bits, with conditions, several by one operator.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=soac \
// RUN:   -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s < %t.loft

// CHECK-LABEL: func @count(
// CHECK: map
// CHECK: combine add %{{.*}}, %{{.*}}, %c
// CHECK-NEXT: yield
void
count(const int *key, unsigned char *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]]++;
}

// CHECK-LABEL: func @differences(
// CHECK: if
// CHECK: [[V:%.*]]: i16 = neg
// CHECK: combine add %{{.*}}, %{{.*}}, [[V]]
// CHECK: combine add
void
differences(const int *key, const int *x, short *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      h[key[i]] -= x[i];
    h[key[i] + 1] += 5;
  }
}

// CHECK-LABEL: func @bits(
// CHECK: map (%y < %{{.*}})
// CHECK: map (%x < %{{.*}})
// CHECK: combine or
void
bits(const unsigned char *p, unsigned h[16][16], int rows, int n)
{
#pragma loft
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < n; x++)
      h[p[y * n + x] >> 4][p[y * n + x] & 15] |= 1u << y;
}

// CHECK-LABEL: func @product(
// CHECK: combine add
void
product(const int *a, const int *b, int *c, int n, int m)
{
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i + j] += a[i] * b[j];
}

// CHECK-LABEL: func @least(
// CHECK: combine min
void
least(const int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    h[key[i]] = x[i] < h[key[i]] ? x[i] : h[key[i]];
}

// Each branch reads the element that it replaces itself.
// CHECK-LABEL: func @branches(
// CHECK: combine add
// CHECK: combine add
// CHECK: combine add
void
branches(const int *key, const int *x, int *h, int n)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 5)
      h[key[i]]++;
    else if (x[i] > 0)
      h[key[i]] += 2;
    else {
      if (x[i] == -3)
        continue;
      h[key[i]] -= x[i];
    }
  }
}
