// Floods of a grid by a queue, whose cells are left by "continue" where they
// are walls or were seen; the queue is not empty while its ends differ.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

enum { W = 37, H = 29, N = W * H };
static const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
static unsigned char wall[N], seen[N];
static int q[N], dist[N];

static int
flood(int w, int h, int start) {
  int head = 0, tail = 1;
  q[0] = start;
  seen[start] = 1;
#pragma loft
  while (head < tail) {
    int c = q[head++], x = c % w, y = c / w;
    for (int d = 0; d < 4; d++) {
      int nx = x + dx[d], ny = y + dy[d];
      if (nx < 0 || ny < 0 || nx >= w || ny >= h)
        continue;
      int p = ny * w + nx;
      if (wall[p] || seen[p])
        continue;
      seen[p] = 1;
      q[tail++] = p;
    }
  }
  return tail;
}

static int
distances(int w, int h, int start) {
  int head = 0, tail = 1;
  q[0] = start;
  dist[start] = 0;
#pragma loft
  while (head != tail) {
    int c = q[head++], x = c % w, y = c / w;
    for (int d = 0; d < 4; d++) {
      int nx = x + dx[d], ny = y + dy[d];
      if (nx < 0 || ny < 0 || nx >= w || ny >= h)
        continue;
      int p = ny * w + nx;
      if (wall[p])
        continue;
      if (dist[p] >= 0)
        continue;
      dist[p] = dist[c] + 1;
      q[tail++] = p;
    }
  }
  return tail;
}

static unsigned
hash(const void *p, size_t n) {
  const unsigned char *a = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + a[i];
  return h;
}

int
main(void) {
  unsigned seed = 3;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    wall[i] = seed >> 16 & 3 ? 0 : (unsigned char)(seed >> 20 | 1);
  }
  for (int k = 0; k < 3; k++) {
    int start = k == 0 ? 0 : k == 1 ? N / 2 : N - 1;
    wall[start] = 0;
    memset(seen, 0, sizeof seen);
    memset(dist, 255, sizeof dist);
    printf("%d ", flood(W, H, start));
    printf("%u %u ", hash(q, sizeof q), hash(seen, sizeof seen));
    printf("%d ", distances(W, H, start));
    printf("%u %u\n", hash(q, sizeof q), hash(dist, sizeof dist));
  }
  return 0;
}
