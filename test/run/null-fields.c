// Null tests of pointers in structures: behind pointers, in arrays of pointers,
// through a local pointer; what they point to need not be there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

enum { N = 1500 };

typedef struct node {
  int key;
  char mark;
  struct node *next, *child[2];
  double w;
  const char *name;
} node;

static node *list[N], nodes[N];
static int order[N], out[N];
static double y[N];

__attribute__((noinline)) static int
tails(node **p, int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (p[i]->next == NULL)
      k++;
  return k;
}

__attribute__((noinline)) static int
weights(node **p, int n, double *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    const node *q = p[i];
    to[i] = q->next ? q->w : -1;
    if (!q->name)
      k += q->key;
  }
  return k;
}

__attribute__((noinline)) static int
several(node **p, const int *at, int n) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (p[at[i]] && p[at[i]]->next != NULL && p[at[i]]->key > 3)
      k++;
  return k;
}

__attribute__((noinline)) static int
leaves(node **p, int n, int *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!p[i]->child[0] && p[i]->child[1] == NULL)
      to[k++] = p[i]->key;
  }
  return k;
}

__attribute__((noinline)) static int
flat(const node *p, int n, int *restrict to) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    to[i] = (p[i].child[0] != 0) + 2 * (p[i].child[1] != 0);
    if (p[i].next)
      k += p[i].mark;
  }
  return k;
}

__attribute__((noinline)) static int
first_tail(node **p, int n) {
  int at = -1;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (!p[i]->next) {
      at = i;
      break;
    }
  return at;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    node *p = list[i] = i % 4 ? &nodes[i] : malloc(sizeof *p);
    *p = (node){.key = i * 7 % 11, .mark = (char)i, .w = i};
    p->next = i > 40 && i % 3 ? list[i / 2] : NULL;
    p->child[0] = i % 5 > 2 ? (node *)(void *)(p->name = "far") : NULL;
    p->child[1] = i % 7 > 3 ? p : NULL;
    nodes[i] = *p;
    order[i] = i * 31 % N;
  }
  for (int n = 0; n <= N; n = n * 6 + 1) {
    printf("%d %d ", tails(list, n), weights(list, n, y));
    printf("%08x ", hash(y, sizeof y));
    printf("%d ", leaves(list, n, out));
    printf("%08x ", hash(out, sizeof out));
    printf("%d ", flat(nodes, n, out));
    printf("%08x %d\n", hash(out, sizeof out),
           n ? first_tail(list, n) : -1);
  }
  list[77] = NULL;
  printf("%d\n", several(list, order, N));
  printf("%d\n", first_tail(list + 41, 30));
  return 0;
}
