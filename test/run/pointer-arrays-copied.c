// Structures with arrays of pointers as values in the loop, of which numbers are
// used: as variables, arguments and results, and set to zero.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 1000 };
#define FN __attribute__((noinline)) static

struct node {
  int *next[2];
  int value[2];
  double weight;
};

static int sum(struct node v)
{
  return v.value[0] + v.value[1];
}

static struct node turned(struct node v)
{
  int first = v.value[0];
  v.value[0] = v.value[1];
  v.value[1] = first;
  return v;
}

FN void copied(int *to, const struct node *a, int n)
{
#pragma loft map required
  for (int i = 0; i < n; i++) {
    struct node v = a[i];
    to[i] = v.value[1];
  }
}

FN void passed(int *to, const struct node *a, unsigned n)
{
#pragma loft map required
  for (unsigned i = 0; i < n; i++)
    to[i] = sum(a[i]);
}

FN void returned(int *to, const struct node *a, size_t n)
{
#pragma loft map required
  for (size_t i = 0; i < n; i++) {
    struct node v = turned(a[i]);
    v.value[1]++;
    to[i] = v.value[1] + (int)v.weight;
  }
}

FN void zero(int *to, const struct node *a, int n)
{
#pragma loft map required
  for (const struct node *p = a; p < a + n; p++) {
    struct node v = {0}, w = {{NULL, NULL}, {3}};
    if (p->value[0] & 1)
      v = *p;
    to[p - a] = v.value[1] + w.value[0] + w.value[1];
  }
}

int main(void)
{
  static const int sizes[] = {0, 1, 2, 17, N};
  static int to[N], z[N];
  static struct node a[N];
  for (int i = 0; i < N; i++)
    a[i] = (struct node){{z + i, z + N - 1 - i}, {i, i * 3}, i * .5};
  for (int k = 0; k < 20; k++) {
    int n = sizes[k / 4];
    k % 4 == 0   ? copied(to, a, n)
    : k % 4 == 1 ? passed(to, a, (unsigned)n)
    : k % 4 == 2 ? returned(to, a, (size_t)n)
                 : zero(to, a, n);
    unsigned h = 5;
    for (int i = 0; i < N; i++)
      h = h * 31 + (unsigned)to[i];
    printf("%u\n", h);
  }
}
