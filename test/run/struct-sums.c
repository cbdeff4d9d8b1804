// Sums in several fields of one structure, known to the loop by a pointer; in
// loops that do not run, too.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define N 300
struct v {
  int x, y, z;
};
static struct v f[N], r[N], total;

static void
add(int n, const struct v *a, struct v *sum)
{
#pragma loft reduce
  for (int i = 0; i < n; i++) {
    sum->x += a[i].y;
    sum->z -= a[i].x * sum->y;
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    r[i] = (struct v){i, i * i % 17, 3 - i};
#pragma loft map
  for (int i = 0; i < N; i++) {
    f[i].x = 1;
    for (int j = 0; j < 40; j++) {
      f[i].x += r[j].x * r[i].y;
      f[i].y -= r[j].y;
      f[i].z += f[i].x;
    }
  }
  total = (struct v){1, 2, 3};
  add(0, r, &total);
  add(N, r, &total);
  for (int i = 0; i < N; i++)
    printf("%d %d %d\n", f[i].x, f[i].y, f[i].z);
  printf("%d %d %d\n", total.x, total.y, total.z);
}
