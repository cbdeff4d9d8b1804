// Subscripts from a constant table: its values bound what is touched, wider than
// what C touches, which need not be there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 2048 };
static const int around[8] = {0, 1, -1, 2, -2, 3, -100000, 100000};

static void
sum(int n, const int *x, int *y)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int k = 0; k < 6; k++)
      s += x[i + around[k]] * k;
    y[i] = s;
  }
}

static void
put(int n, const int *x, int *y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (around[i & 7] >= 0 && around[i & 7] < 100)
      y[i] = x[i + around[i & 7]];
}

int
main(void)
{
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 2 * N * sizeof(int);
  static int y[N];
  char *p = mmap(NULL, bytes + 2 * page, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + page, bytes, PROT_READ | PROT_WRITE);
  int *x = (int *)(void *)(p + page);
  for (int i = 0; i < 2 * N; i++)
    x[i] = i * 7 % 11;
  sum(N, x + N / 2, y);
  put(N, x + N / 2, y);
  for (int i = 0; i < N; i++)
    printf("%d\n", y[i]);
}
