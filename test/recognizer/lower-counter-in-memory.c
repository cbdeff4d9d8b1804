// A place in memory that the annotated loop counts by becomes a variable, where
// the condition reads it, or its structure, first, and nothing else in the
// region is a way to it.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks -Xclang -verify %s
#include <stddef.h>
struct queue {
  size_t pos, end;
  int left, *bytes;
  struct queue *next;
};

void taken(struct queue *q, int *out) {
#pragma loft
  while (q->pos < q->end) // expected-remark{{lifted to map}}
    *out++ = q->bytes[q->pos++];
}

void filled(struct queue *q, int *out) {
#pragma loft
  for (; q->left; --q->left) // expected-remark{{lifted to map}}
    *out++ = 0;
}

void both(struct queue *q, int *out, int room) {
#pragma loft
  for (; q->left && room; --q->left, --room) // expected-remark{{lifted to}}
    *out++ = 0;
}

void counter(int *n, int *out) {
#pragma loft
  while (*n > 0) // expected-remark{{lifted to map}}
    out[--*n] = 1;
}

void variable(struct queue q, int *out) {
#pragma loft
  while (q.pos < q.end) // expected-remark{{lifted to map}}
    *out++ = q.bytes[q.pos++];
}

// Where room is 0, C does not read q.
void behind(struct queue *q, int *out, int room) {
#pragma loft // expected-note{{by this pragma}}
  for (; room && q->left; --q->left, --room) // expected-warning{{LOFT084}}
    *out++ = 0;
}

static void drop(struct queue *q) {
  q->left -= 2; // expected-warning{{LOFT084}}
}
void elsewhere(struct queue *q, int *out) {
#pragma loft // expected-note{{by this pragma}}
  for (; q->left > 0; --q->left) {
    *out++ = 0;
    drop(q);
  }
}

void moves(struct queue *q, int *out) {
#pragma loft // expected-note{{by this pragma}}
  while (q->left > 0) {
    *out++ = q->left--;
    q = q->next; // expected-warning{{LOFT156}}
  }
}
