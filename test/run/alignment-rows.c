// Rows of alignments, in which an element needs the one before in one branch of
// a condition alone: common subsequences and distances, written as choices and
// as ifs; a first element that C does not read, and nobody can.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/hash.h"

enum { MOST = 3000 };
static char a[40], b[MOST];
static int prev[MOST + 1], cur[MOST + 1];

// CHECK: subsequence ({{.*}}): cpu
static int
subsequence(int n, int m)
{
  memset(prev, 0, sizeof prev), memset(cur, 0, sizeof cur);
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 1; j <= m; j++)
      cur[j] = a[i] == b[j - 1] ? prev[j - 1] + 1 : (cur[j - 1] > prev[j] ? cur[j - 1] : prev[j]);
    for (int j = 0; j <= m; j++)
      prev[j] = cur[j];
  }
  return cur[m];
}

static int
by_ifs(char c, int m)
{
#pragma loft
  for (int j = 1; j <= m; j++) {
    if (c == b[j - 1])
      cur[j] = prev[j - 1] + 1;
    else if (cur[j - 1] > prev[j])
      cur[j] = cur[j - 1];
    else
      cur[j] = prev[j];
  }
  return cur[m];
}

static int
distance(char c, int m)
{
#pragma loft
  for (int j = 1; j <= m; j++) {
    if (c == b[j - 1])
      cur[j] = prev[j - 1];
    else {
      int t = prev[j - 1];
      if (prev[j] < t)
        t = prev[j];
      if (cur[j - 1] < t)
        t = cur[j - 1];
      cur[j] = t + 1;
    }
  }
  return cur[m];
}

// CHECK: unread ({{.*}}): original
__attribute__((noinline)) static void
unread(const int *s, int *y, int n)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = s[i] > 0 ? i : (y[i - 1] > s[i] ? y[i - 1] : s[i]);
}

static void
check(int n, int m)
{
  printf("%d %d: %d", n, m, subsequence(n, m));
  printf(" %08x", hash(cur, sizeof cur));
  for (int k = 0; k < 3; k++) {
    printf(" %d", by_ifs((char)('a' + k), m));
    memcpy(prev, cur, sizeof prev);
    printf(" %d", distance((char)('b' + k), m));
    cur[0] = k;
  }
  printf(" %08x\n", hash(cur, sizeof cur));
}

int
main(void)
{
  for (int i = 0; i < MOST; i++)
    b[i] = (char)('a' + ((unsigned)i * 2654435761u >> 21) % 5);
  for (int i = 0; i < 40; i++)
    a[i] = (char)('a' + i * 7 % 5);
  check(0, 0);
  check(1, 0);
  check(1, 1);
  check(3, 2);
  check(40, MOST);
  char *page = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page, 1 << 16, PROT_NONE);
  int *y = (int *)(page + (1 << 16));
  for (int i = 0; i < MOST; i++)
    prev[i] = i % 7 == 0 ? 5 : -i;
  unread(prev, y, MOST);
  printf("%08x\n", hash(y, MOST * sizeof *y));
  return 0;
}
