// Where an iteration goes from a place that it took from the queue must be
// bounded by itself, since others go on from there: here p + 1 is only compared
// by its column, and p + w by its row. Arrays that are declared with their
// lengths need no such bounds; nor do places that data gives (to[e]).
void f(int w, int h, int tail, int *queue, char *seen) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int p = queue[head++], x = p % w, y = p / w;
    if (x > 0 && !seen[p - 1]) {
      seen[p - 1] = 1;
      queue[tail++] = p - 1;
    }
    if (x < w - 1 && !seen[p + 1]) {
      seen[p + 1] = 1;
      queue[tail++] = p + 1;
    }
    if (y > 0 && !seen[p - w]) {
      seen[p - w] = 1;
      queue[tail++] = p - w;
    }
    if (y < h - 1 && !seen[p + w]) {
      seen[p + w] = 1;
      queue[tail++] = p + w;
    }
  }
}
// -- instead
static const int dx[4] = {-1, 1, 0, 0}, dy[4] = {0, 0, -1, 1};
void f(int w, int h, int tail, int *queue, char *seen) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int p = queue[head++], x = p % w, y = p / w;
    for (int d = 0; d < 4; d++) {
      int nx = x + dx[d], ny = y + dy[d];
      if (nx < 0 || ny < 0 || nx >= w || ny >= h || seen[ny * w + nx])
        continue;
      seen[ny * w + nx] = 1;
      queue[tail++] = ny * w + nx;
    }
  }
}
