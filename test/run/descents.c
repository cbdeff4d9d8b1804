// Walks whose next place is what they read: descents of trees, chains of links,
// in scalars and in arrays that the region writes itself.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { N = 300, DEPTH = 6, TREE = (2 << DEPTH) - 1, ORDER = 8, NODES = 73 };

// The leaf of a binary tree that each key belongs in.
static void
descend(int n, const int *left, const int *right, const float *at,
        const float *key, int *leaf) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int node = 0;
    for (int d = 0; d < 10 && left[node] >= 0; d++)
      node = key[i] < at[node] ? left[node] : right[node];
    leaf[i] = node;
  }
}

// Where "m" links lead from each place, in place.
static void
follow(int n, int m, const int *next, int *at) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int node = at[i];
    for (int j = 0; j < m; j++)
      node = next[node];
    at[i] = node;
  }
}

// The same in a grid, with the way kept.
static void
trace(int n, int m, const unsigned *next, unsigned *way) {
#pragma loft required
  for (int j = 1; j < m; j++)
    for (int i = 0; i < n; i++)
      way[j * n + i] = next[way[(j - 1) * n + i]];
}

typedef struct page {
  int where, child[ORDER + 1], key[ORDER + 1];
  char is_leaf;
} page;

// Searches in a tree of pages: where each is, is kept in arrays.
static void
search(int n, int height, const page *pages, long n_pages, const int *keys,
       int *now, int *then, int *found) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    for (int h = 0; h < height; h++) {
      for (int k = 0; k < ORDER; k++)
        if (pages[now[i]].key[k] <= keys[i] &&
            pages[now[i]].key[k + 1] > keys[i])
          if (pages[then[i]].child[k] < n_pages)
            then[i] = pages[then[i]].child[k];
      now[i] = then[i];
    }
    for (int k = 0; k < ORDER; k++)
      if (pages[now[i]].key[k] == keys[i])
        found[i] = pages[now[i]].child[k];
  }
}

static int left[TREE + 1], right[TREE + 1], next[N], now[N], then[N], out[N];
static float at[TREE + 1], key[N];
static unsigned succ[N], way[7 * N];
static page pages[NODES];

static void
fill_pages(void) {
  for (int i = 0; i < NODES; i++)
    for (int k = 0; k <= ORDER; k++) {
      int inner = i <= ORDER && k < ORDER;
      pages[i].child[k] = inner ? i * ORDER + k + 1 : i * 100 + k;
      pages[i].key[k] = i == 0       ? k * 64
                        : i <= ORDER ? (i - 1) * 64 + k * 8
                                     : (i - 9) * 8 + k;
    }
}

static void
print(const char *name, const void *x, int n) {
  unsigned s = 0, e;
  for (int i = 0; i < n; i++) {
    memcpy(&e, (const char *)x + 4 * i, 4);
    s = s * 31 + e;
  }
  printf("%s %u\n", name, s);
}

int
main(void) {
  for (int i = 0; i < TREE; i++) {
    int inner = 2 * i + 2 < TREE;
    left[i + 1] = inner ? 2 * i + 1 : -1;
    right[i + 1] = inner ? 2 * i + 2 : -1;
    at[i + 1] = (float)(i * 37 % 101) / 101;
  }
  for (int i = 0; i < N; i++) {
    key[i] = (float)(i * 7 % 97) / 97;
    next[i] = (i * 3 + 1) % N;
    succ[i] = (unsigned)(i + 1) % N;
    now[i] = way[i] = i * 5 % N;
  }
  descend(N, left + 1, right + 1, at + 1, key, out);
  print("descend", out, N);
  follow(N, 9, next, now);
  print("follow", now, N);
  trace(N, 7, succ, way);
  print("trace", way, 7 * N);
  fill_pages();
  memset(now, 0, sizeof now);
  for (int i = 0; i < N; i++)
    next[i] = i % 512;
  search(N, 2, pages, NODES, next, now, then, out);
  print("search", out, N);
}
