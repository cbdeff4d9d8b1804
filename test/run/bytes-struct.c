// memcpy and memset of whole structures of several types are assignments where
// no byte of them is padding.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t cpu
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int id;
  float weight;
  double at[3];
  struct {
    short x, y;
    unsigned char rgba[4];
  } in;
} body;

void
copy_back(body *restrict to, const body *restrict from, int n) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    body *b = memcpy(&to[i], &from[n - 1 - i], sizeof(body));
    b->id ^= i;
  }
}

void
clear_some(body *b, int n) {
#pragma loft map
  for (int i = 0; i < n; i++)
    if (b[i].weight > 0.5f)
      memset(b + i, 0, sizeof *b);
}

void
move_forward(body *b, int n) {
  body *p = b;
#pragma loft map
  for (int i = 0; i < n / 2; i++, p++)
    memmove(p, (const void *)(p + n / 2), sizeof(*p));
}

int
main(void) {
  enum { N = 3000 };
  body *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  unsigned char *bytes = (unsigned char *)x;
  srand(3);
  for (size_t i = 0; i < N * sizeof *x; i++)
    bytes[i] = (unsigned char)(rand() >> 7);
  for (int i = 0; i < N; i++)
    x[i].weight = (float)(i % 17) / 16;
  memset(y, 1, N * sizeof *y);
  copy_back(y, x, N);
  clear_some(y, N - 3);
  move_forward(y, N);
  unsigned long hash = 5381;
  bytes = (unsigned char *)y;
  for (size_t i = 0; i < N * sizeof *y; i++)
    hash = hash * 33 + bytes[i];
  printf("%lx\n", hash);
  free(x);
  free(y);
  return 0;
}
