// A flood by a queue, with an if for each neighbour.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
// COVERS: FOOTPRINT_QUEUE
int flood(int w, int h, int tail, int *queue, char *seen) {
  int head = 0;
#pragma loft // expected-warning{{depends on places in a queue, which iterations find one from another}}
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
  return tail;
}
