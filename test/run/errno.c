// Loops that read or write errno are the original: the runtime's calls of the
// system may change it on the way, and it is put back as it was.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.c
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t > %t.cpu 2> %t.log
// RUN: cmp %t.c %t.cpu
// RUN: FileCheck %s < %t.log
// CHECK: values ({{.*}}): original: errno is errno, which the runtime changes
// CHECK: numbers ({{.*}}): original: errno is errno
// CHECK: behind ({{.*}}): original: e is errno
// CHECK: same ({{.*}}): cpu
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static int x[N];
static long y[N];
static char *text[N];

static void
values(void)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    x[i] = i;
    errno = x[i] & 7;
  }
}

static int
numbers(void)
{
  int bad = 0;
#pragma loft
  for (int i = 0; i < N; i++) {
    errno = 0;
    y[i] = strtol(text[i], NULL, 10);
    if (errno)
      bad++;
  }
  return bad;
}

static void
behind(int *e)
{
#pragma loft
  for (int i = 0; i < N; i++) {
    x[i] += i;
    e[0] += x[i] & 3;
  }
}

static void
same(void)
{
#pragma loft
  for (int i = 0; i < N; i++)
    x[i] ^= 5;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    text[i] = i == N / 2 ? "99999999999999999999" : "12";
  errno = 77;
  values();
  printf("%d\n", errno);
  errno = 77;
  printf("%d\n", numbers());
  printf("%d\n", errno);
  errno = 77;
  behind(&errno);
  printf("%d\n", errno);
  errno = 77;
  same();
  printf("%d %d\n", errno, x[N - 1]);
  return 0;
}
