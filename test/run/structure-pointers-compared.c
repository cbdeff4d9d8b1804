// Pointers to structures in an array that are compared with each other and with
// a pointer from outside: some are the same.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { CELLS = 10, N = 1000 };
typedef struct cell {
  float v;
  int k;
  double w;
} cell;

FN int
repeated(cell **p, int n) {
  int c = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    c += p[i] == p[i - 1] && p[i]->k >= 0;
  return c;
}

FN int
but_first(cell **p, int n) {
  int c = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (p[i] != p[0])
      c += p[i]->k;
  return c;
}

FN int
but_one(cell **p, int n, const cell *e) {
  int c = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i] != e)
      c += p[i]->k;
  return c;
}

FN int
beside_one(cell **p, int n, const cell *e) {
  int c = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (e == p[i])
      c += p[i]->k + e->k;
  return c;
}

typedef struct link {
  int id;
  struct link *next;
} link;

FN int
ends(const link *p, const link *end, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].next == end)
      k += p[i].id;
  return k;
}

int
main(void) {
  static link links[N];
  static cell cells[CELLS];
  static cell *p[N];
  for (int i = 0; i < CELLS; i++)
    cells[i].k = i;
  for (int i = 0; i < N; i++)
    links[i] = (link){i, &links[i * 7 % 13]};
  for (int i = 0; i < N; i++)
    p[i] = &cells[i / 7 % CELLS];
  printf("%d %d\n", ends(links, links + 5, N), ends(links, NULL, N));
  printf("%d %d %d %d\n", repeated(p, N), but_first(p, N),
         but_one(p, N, cells + 3), beside_one(p, N, cells + 4));
}
