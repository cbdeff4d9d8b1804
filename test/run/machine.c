// State machines: comments taken out of a text, fields between quotes, tokens,
// and a state that starts as none of its values, which runs the original.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: uncomment ({{.*}}): cpu
// CHECK-DAG: fields ({{.*}}): cpu
// CHECK-DAG: words ({{.*}}): cpu
// CHECK-DAG: last ({{.*}}): cpu
// CHECK-DAG: last ({{.*}}): original
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { SIZE = 30000 };

static char text[SIZE], out[2 * SIZE];
static int start[SIZE];

__attribute__((noinline)) static int
uncomment(int n, const char *s, char *to) {
  enum { CODE, SLASH, INSIDE, STAR } state = CODE;
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    char c = s[i];
    switch (state) {
    case CODE:
      if (c == '/')
        state = SLASH;
      else
        to[k++] = c;
      break;
    case SLASH:
      if (c == '*') {
        state = INSIDE;
      } else {
        to[k++] = '/';
        if (c != '/') {
          to[k++] = c;
          state = CODE;
        }
      }
      break;
    case INSIDE:
      if (c == '*')
        state = STAR;
      break;
    case STAR:
      state = c == '/' ? CODE : c == '*' ? STAR : INSIDE;
      break;
    }
  }
  return k;
}

__attribute__((noinline)) static int
fields(int n, const char *s, int *at) {
  int k = 0, quoted = 0, escaped = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (escaped)
      escaped = 0;
    else if (s[i] == '\\')
      escaped = 1;
    else if (s[i] == '"')
      quoted = !quoted;
    else if (s[i] == ',' && !quoted)
      at[k++] = i + 1;
  }
  return k;
}

__attribute__((noinline)) static long
words(int n, const char *s) {
  unsigned char in = 0;
  long all = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (in == 2) {
      in = s[i] == '"' ? 0 : 2;
    } else if (s[i] == '"') {
      in = 2, all += i;
    } else if (in != (s[i] > ' ')) {
      in = s[i] > ' ', all += in;
    }
  return all;
}

__attribute__((noinline)) static int
last(int n, const char *s, int state) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (s[i] == 'a')
      state = state == 2 ? 0 : state + 1 > 2 ? 2 : state == 1 ? 2 : 1;
  return state;
}

int
main(void) {
  unsigned r = 1;
  for (int i = 0; i < SIZE; i++) {
    r = r * 1664525 + 1013904223;
    text[i] = "/*\"\\a b\n,x/*"[(r >> 20) % 13];
  }
  for (int n = 0; n <= SIZE; n = n ? n * 31 : 1) {
    printf("%d %08x\n", uncomment(n, text, out), hash(out, sizeof out));
    printf("%d %08x\n", fields(n, text, start), hash(start, sizeof start));
    printf("%ld\n", words(n, text));
    for (int s = 0; s < 3; s++)
      printf("%d\n", last(n, text, s));
  }
  printf("%d\n", last(SIZE, text, 7));
}
