// Words, tokens and runs: states that an iteration leaves whatever they were;
// and states that depend on what they were, or of which the number matters.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK: words ({{.*}}): cpu
// CHECK: count ({{.*}}): cpu
// CHECK: split ({{.*}}): cpu
// CHECK: runs ({{.*}}): cpu
#include <stdio.h>
#include <string.h>

enum { N = 5000 };

static char text[N];
static int from[N], to[N];
static float level[N];

// The words of a text.
__attribute__((noinline)) static int
words(int n, const char *s, int in) {
  int found = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s[i] == ' ' || s[i] == '\n')
      in = 0;
    else if (!in) {
      in = 1;
      found++;
    }
  }
  return found;
}

// Lines, words, and characters but line feeds.
__attribute__((noinline)) static void
count(int n, const char *s, long *out) {
  long lines = 0, all = 0, chars = 0;
  int in = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s[i] == '\n')
      lines++;
    else
      chars++;
    switch (s[i]) {
    case ' ':
    case '\n':
    case '\t':
      in = 0;
      break;
    default:
      if (!in)
        all++;
      in = 3;
    }
  }
  out[0] = lines, out[1] = all, out[2] = chars;
}

// Where tokens begin and end.
__attribute__((noinline)) static int
split(int n, const char *s, int *first, int *last, int *ends) {
  int b = 0, e = 0, in = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (s[i] != ' ' && !in) {
      first[b++] = i;
      in = 1;
    } else if (s[i] == ' ' && in) {
      last[e++] = i;
      in = 0;
    }
  }
  *ends = e;
  return b;
}

// How often a level is passed upwards.
__attribute__((noinline)) static int
runs(int n, const float *x, float above) {
  int now = 0, found = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    if (x[i] > above) {
      if (now == 0) {
        found++;
        now = 1;
      }
    } else {
      now = 0;
    }
  return found;
}

// Hysteresis: between two levels the state stays.
__attribute__((noinline)) static int
hysteresis(int n, const float *x, float low, float high) {
  int on = 0, found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (!on && x[i] > high) {
      on = 1;
      found++;
    } else if (on && x[i] < low) {
      on = 0;
    }
  }
  return found;
}

// What is between quotes; the state lives on.
__attribute__((noinline)) static int
quoted(int n, const char *s, int *state) {
  int in = *state, found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == 'a')
      in = !in;
    else if (in)
      found++;
  }
  *state = in;
  return found;
}

// The number of the state counts.
__attribute__((noinline)) static int
weigh(int n, const char *s, int in) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == ' ')
      in = 0;
    else if (!in)
      in = 1;
    found += in;
  }
  return found;
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    unsigned r = (unsigned)i * 2654435761u >> 20;
    text[i] = " a\nb c\tde "[r % 10];
    level[i] = (float)(r % 7);
  }
  for (int n = 0; n <= N; n = n * 5 + 1) {
    long out[3];
    int ends, state = n & 1;
    printf("%d %d", words(n, text, 0), words(n, text, 2));
    count(n, text, out);
    printf(" %ld %ld %ld", out[0], out[1], out[2]);
    int tokens = split(n, text, from, to, &ends);
    printf(" %d %d %d %d", tokens, ends, tokens ? from[tokens - 1] : 0,
           ends ? to[ends - 1] : 0);
    printf(" %d %d", runs(n, level, 2.5f), hysteresis(n, level, 1.5f, 4.5f));
    printf(" %d", quoted(n, text, &state));
    printf(" %d %d %d\n", state, weigh(n, text, 0), weigh(n, text, 2));
  }
}
