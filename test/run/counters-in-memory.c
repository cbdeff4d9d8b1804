// Loops that count by what is in memory: a field, what a pointer points to, a
// variable's field; with a second bound, left early; what is there afterwards;
// where what they write is that place, the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: %clang -O2 -DMEETS %s -o %t.meets %link
// RUN: %three %t.meets none
#include <stddef.h>
#include <stdio.h>

enum { N = 3000 };
typedef struct queue {
  size_t pos, end;
  int left, *items;
} queue;
static int x[N], y[N];

static void
taken(queue *q, int *out) {
#pragma loft required
  while (q->pos < q->end)
    *out++ = q->items[q->pos++] + 1;
}

static int
filled(queue *q, int *out, int room) {
#pragma loft required
  for (; q->left && room; --q->left, --room)
    *out++ = q->left;
  return room;
}

static void
counted(int *n, int *out) {
#pragma loft required
  while (*n > 0) {
    out[*n - 1] ^= *n;
    *n -= 1;
  }
}

static long
variable(queue q, int *out) {
#pragma loft required
  for (; q.pos < q.end; q.pos += 3)
    out[q.pos] = q.items[q.pos] * 5;
  return (long)q.pos - q.left;
}

static int
found(queue *q, int what) {
#pragma loft required
  for (; q->pos < q->end; q->pos++)
    if (q->items[q->pos] == what)
      return q->items[q->pos];
  return -1;
}

static unsigned
sum(queue *q) {
  unsigned all = 0;
#pragma loft required
  while (q->left >= 2) {
    all = all * 3 + (unsigned)q->items[q->left];
    q->left -= 2;
  }
  return all;
}

// Prints the queue, a result and what was written.
static void
print(const queue *q, long result) {
  unsigned hash = 0;
  for (int i = 0; i < N; i++)
    hash = hash * 31 + (unsigned)y[i];
  printf("%zu %zu %d %ld %x\n", q->pos, q->end, q->left, result, hash);
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 37, 2990};
  for (int i = 0; i < N; i++)
    x[i] = i * 37 % 1009;
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k];
    queue q = {(size_t)n / 3, (size_t)n, n, x};
    taken(&q, y);
    print(&q, 0);
    taken(&q, y); // no iteration
    print(&q, 0);
    print(&q, filled(&q, y, n / 2));
    print(&q, filled(&q, y + n / 2, n));
    q.left = n;
    counted(&q.left, y);
    print(&q, variable((queue){1, (size_t)n, 7, x}, y));
    q.pos = 0;
    print(&q, found(&q, 36));
    print(&q, found(&q, -7));
    q.left = n;
    print(&q, (long)sum(&q));
  }
#ifdef MEETS
  queue q = {0, 100, 50, x};
  q.items = &q.left; // its items are its own count, or its place
  q.end = 1;
  taken(&q, y);
  print(&q, 0);
  print(&q, filled(&q, &q.left, 1));
  int all[40] = {30};
  counted(all, all);
  print(&q, all[0] + all[1] * 100 + all[29]);
#endif
}
