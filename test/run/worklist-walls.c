// Floods of a grid that ask for a wall where a place was not seen yet, which is
// read of more places then; what it is read of cannot always be read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-3: flood ({{.*}}): cpu
// CHECK: ends ({{.*}}): cpu
// CHECK: ends ({{.*}}): original
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/hash.h"

enum { W = 37, H = 29 };
static const int dx[4] = {-1, 1, 0, 0}, dy[4] = {0, 0, -1, 1};
static int seen[W * H], list[W * H];
static unsigned char wall[W * H];

__attribute__((noinline)) static int
flood(int w, int h, const unsigned char *closed, int *mark, int *q, int tail) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int p = q[head++];
    int x = p % w, y = p / w;
    for (int d = 0; d < 4; d++) {
      int nx = x + dx[d], ny = y + dy[d];
      if (nx >= 0 && nx < w && ny >= 0 && ny < h) {
        int np = ny * w + nx;
        if (!mark[np] && !closed[np]) {
          mark[np] = 1;
          q[tail++] = np;
        }
      }
    }
  }
  return tail;
}

// Marks the ends of edges that are open; whether, is read of unmarked ends.
__attribute__((noinline)) static int
ends(int m, const int *end, const unsigned char *open, int *mark, int *q) {
  int k = 0;
#pragma loft
  for (int e = 0; e < m; e++)
    if (!mark[end[e]] && open[e]) {
      mark[end[e]] = e + 1;
      q[k++] = e;
    }
  return k;
}

static void
show(const char *what, int n) {
  printf("%s %d %08x %08x\n", what, n, hash(seen, sizeof seen),
         hash(list, sizeof list));
  memset(seen, 0, sizeof seen);
}

int
main(void) {
  static int end[W * H];
  for (int i = 0; i < W * H; i++) {
    wall[i] = (i * 2654435761u >> 24) % 10 < 3;
    end[i] = (int)(i * 2654435761u >> 16) % 300;
  }
  for (int s = 0; s < 3; s++) {
    list[0] = s * 211 + 1;
    seen[list[0]] = 1;
    show("flood", flood(W, H, wall, seen, list, 1));
  }
  show("ends", ends(W * H, end, wall, seen, list));
  // All ends behind the first 4096 edges are marked, and what is open is not
  // read.
  unsigned char *page =
      mmap(0, 2 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  memset(page, 1, 4096);
  static int far[5000], all[5000];
  for (int e = 0; e < 5000; e++)
    far[e] = e < 4096 ? e % 1000 : e % 500;
  show("page", ends(5000, far, page, seen, all));
  printf("%08x\n", hash(all, sizeof all));
  return 0;
}
