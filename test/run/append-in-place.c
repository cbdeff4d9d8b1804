// Filters in place: of several arrays, of structures, by two, from behind. Where
// what C may not read cannot be read, the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>
#include <sys/mman.h>

enum { N = 3000 };
typedef struct point {
  double x;
  int id;
  short y;
} point;
static int a[2 * N + 2];
static float b[N];
static point points[N];

static int
arrays(int n, int k, int *a, float *b)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (a[i] % 3 == 0) {
      a[k] = a[i];
      b[k] = b[i];
      k++;
    }
  return k;
}

static int
structures(int n, point *p)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].id % 3 == 0)
      p[k++] = p[i];
  return k;
}

static long
pairs(long n, int *x)
{
  long k = n;
#pragma loft
  for (long i = n - 1; i >= 0; i--)
    if (x[2 * i] % 3 == 0) {
      k--;
      x[2 * k] = x[2 * i];
      x[2 * k + 1] = x[2 * i + 1];
    }
  return k;
}

static void
fill(void)
{
  for (int i = 0; i < 2 * N + 2; i++)
    a[i] = (int)(i * 2654435761u >> 12);
  for (int i = 0; i < N; i++) {
    b[i] = i;
    points[i] = (point){i, a[i], i};
  }
}

static void
show(const char *what, long k)
{
  double h = 0;
  for (int i = 0; i < N; i++)
    h = h * 0.75 + a[i] + a[N + i] + b[i] + points[i].x * 3 + points[i].id +
        points[i].y * 2;
  printf("%s %ld %a\n", what, k, h);
  fill();
}

int
main(void)
{
  fill();
  // CHECK: arrays ({{.*}}): cpu
  show("arrays", arrays(N, 0, a, b));
  // CHECK: arrays ({{.*}}): original{{.*}}guard
  show("arrays", arrays(N, 2, a, b));
  // CHECK: structures ({{.*}}): cpu
  show("structures", structures(N, points));
  // CHECK: pairs ({{.*}}): cpu
  show("pairs", pairs(N, a));
  char *page = mmap(0, 2 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  float *last = (float *)(page + 4096) - 3;
  for (int i = 0; i < N; i++)
    a[i] = 3 - (i > 2);
  // CHECK: arrays ({{.*}}): original
  show("arrays", arrays(N, 0, a, last));
  return 0;
}
