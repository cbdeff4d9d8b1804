// Pointers in memory that a loop moves along an array are stored back where it
// has moved them, and kept apart from all that it touches.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck %s
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 3000 };
typedef struct sink {
  unsigned char *next;
  int left;
} sink;
static unsigned char x[N], out[2 * N];
static unsigned char *current;
// Has a pointer whose last byte may become any other one.
static _Alignas(256) unsigned char room[256];
static sink whole;

static void
all(int n, const unsigned char *x, sink *s)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    *s->next++ = x[i] + 1;
    s->left--;
  }
}

static void
some(int n, const unsigned char *x, unsigned char **to)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 4)
      *(*to)++ = x[i];
}

static inline void
put(sink *s, unsigned char c)
{
  *s->next++ = c;
}

static void
escaped(int n, const unsigned char *x, sink *s)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == '&') {
      put(s, 'a');
      put(s, 'm');
      put(s, 'p');
    } else {
      put(s, x[i]);
    }
}

static void
copied(int n, const unsigned char *x, sink *s)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 9) {
      unsigned char *p = s->next;
      *p++ = x[i];
      *p++ = 0;
      s->next = p;
    }
}

static unsigned
taken(int n, sink *s)
{
  unsigned sum = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    sum += *s->next++ * (unsigned)i;
  return sum;
}

static void
variables(int n, const unsigned char *x, sink s)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    put(&s, x[i]);
    put(&whole, x[i] ^ 1);
  }
  printf("%d\n", (int)(s.next - out));
}

static void
global(int n, const unsigned char *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    *current++ = x[i] + 3;
}

static void
two(int n, const unsigned char *x, sink *s, sink *t)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      *s->next++ = x[i];
    else
      *t->next++ = x[i];
}

static void
show(const char *what, const unsigned char *p)
{
  printf("%s %d %u\n", what, (int)(p - out), hash(out, sizeof out));
  for (int i = 0; i < 2 * N; i++)
    out[i] = (unsigned char)i;
}

int
main(void)
{
  for (int i = 0; i < N; i++)
    x[i] = (unsigned char)(i * 2654435761u >> 12);
  sink s = {out + 5, N}, t = {out + N, 0};
  // CHECK: all ({{.*}}): cpu
  all(N, x, &s);
  printf("%d ", s.left);
  show("all", s.next);
  // CHECK: some ({{.*}}): cpu
  s.next = out + 1;
  some(N, x, &s.next);
  show("some", s.next);
  // CHECK: escaped ({{.*}}): cpu
  s.next = out;
  escaped(N / 3, x, &s);
  show("escaped", s.next);
  // CHECK: copied ({{.*}}): cpu
  s.next = out;
  copied(N / 2, x, &s);
  show("copied", s.next);
  // CHECK: taken ({{.*}}): cpu
  s.next = out + 7;
  printf("%u ", taken(N, &s));
  show("taken", s.next);
  // CHECK: variables ({{.*}}): cpu
  s.next = out;
  whole.next = out + N;
  variables(N, x, s);
  show("variables", whole.next);
  // CHECK: global ({{.*}}): cpu
  current = out;
  global(N, x);
  show("global", current);
  // CHECK: two ({{.*}}): cpu
  s.next = out;
  two(N, x, &s, &t);
  show("two", s.next);
  show("two", t.next);
  // CHECK: two ({{.*}}): original{{.*}}overlaps
  s.next = out;
  two(N, x, &s, &s);
  show("one", s.next);
  // What is written, or read, is the pointer itself.
  // CHECK: some ({{.*}}): original{{.*}}overlaps
  unsigned char **at = (unsigned char **)(room + 64);
  *at = room + 64;
  memset(out, 4, 8);
  some(8, out, at);
  printf("%d\n", room[64] == 4);
  // CHECK: some ({{.*}}): original{{.*}}overlaps
  *at = out + 9;
  some(8, room + 64, at);
  // CHECK: global ({{.*}}): original{{.*}}overlaps
  current = out + 9;
  global(8, (const unsigned char *)&current);
  // A loop that does not run does not look at the pointer.
  all(0, x, NULL);
  memset(out, 0, sizeof out);
  some(N, out, NULL);
  show("none", out);
  return 0;
}
