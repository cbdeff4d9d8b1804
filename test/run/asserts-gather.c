// Assertions about indices bound what is gathered; where one fails, C's calls
// happen when C makes them. Index arrays that end with what C reads of them.
// RUN: %clang -O2 -w %s -o %t %link
// RUN: %three %t none
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Inputs/hash.h"

enum { N = 3000, M = 700 };
static float a[N], b[M];
static jmp_buf out;

static _Noreturn void
fail(void)
{
  longjmp(out, 1);
}

__attribute__((noinline)) static void
both(int n, int m, float *restrict y, const float *restrict x,
     const int *restrict k)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    assert(n >= 0);
    if (!(k[i] >= 0 && k[i] < m))
      fail();
    y[i] = x[k[i]];
  }
}

__attribute__((noinline)) static void
one(int n, int m, float *restrict y, const float *restrict x,
    const int *restrict k)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (k[i] >= m)
      fail();
    y[i] += x[k[i]];
  }
}

__attribute__((noinline)) static void
pairs(int n, int m, float *restrict y, const float *restrict x,
      const int *restrict k)
{
#pragma loft required
  for (int i = 0; i + 1 < n; i++)
    for (int j = 0; j < 2; j++) {
      if ((unsigned)k[i + j] >= (unsigned)m)
        fail();
      y[i] += x[k[i + j]] * 0.5f;
    }
}

typedef void work(int n, int m, float *y, const float *x, const int *k);

static void
run(work *f, int n, int m, const int *k)
{
  for (int i = 0; i < N; i++)
    a[i] = i;
  volatile int failed = 0;
  if (!setjmp(out))
    f(n, m, a, b, k);
  else
    failed = 1;
  printf("%d %u\n", failed, hash(a, sizeof a));
}

int
main(void)
{
  work *const all[] = {both, one, pairs};
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = sizeof(int) * N;
  bytes = (bytes + page - 1) / page * page;
  char *at = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + bytes, page, PROT_NONE);
  int *k = (int *)(at + bytes) - N;
  for (int i = 0; i < M; i++)
    b[i] = 0.25f * i;
  for (int f = 0; f < 3; f++) {
    for (int i = 0; i < N; i++)
      k[i] = i * 7 % M;
    run(all[f], N, M, k);
    run(all[f], N, M - 1, k);
    run(all[f], 0, 0, k);
    k[N - 1] = 1 << 30;
    run(all[f], N, M, k);
    run(all[f], N + 20000, M, k); // never gets behind the end
    k[5] = -1;
    if (f != 1)
      run(all[f], N, M, k);
  }
  return 0;
}
