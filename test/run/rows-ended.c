// Rows behind pointers that end at zeros: lengths, hashes and counts of the
// words of a list, in any order, shared, empty or long; none at all; and of
// numbers. Rows that are written, or that have no end, are the original's.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: lengths ({{.*}}): cpu
// CHECK-DAG: hashes ({{.*}}): cpu
// CHECK-DAG: spaces ({{.*}}): cpu
// CHECK-DAG: first_words ({{.*}}): cpu
// CHECK-DAG: checked ({{.*}}): cpu
// CHECK-DAG: found ({{.*}}): cpu
// CHECK-DAG: behind ({{.*}}): cpu
// CHECK-DAG: sums ({{.*}}): cpu
// CHECK-DAG: fields ({{.*}}): cpu
// CHECK-DAG: signs ({{.*}}): cpu
// CHECK-DAG: overlaps ({{.*}}): original
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 700 };

static int out[N];
static unsigned hashed[N];

__attribute__((noinline)) static void
lengths(char **w, int n, int *to) {
#pragma loft required
  for (int i = 0; i < n; i++)
    to[i] = (int)strlen(w[i]);
}

__attribute__((noinline)) static void
hashes(const char *const *w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned h = 5381;
    for (const char *p = w[i]; *p; p++)
      h = h * 31 + (unsigned char)*p;
    hashed[i] = h;
  }
}

__attribute__((noinline)) static long
spaces(char **w, int from, int n) {
  long all = 0;
#pragma loft required
  for (int i = from; i < n; i++)
    for (int k = 0; w[i][k] != '\0'; k++)
      all += w[i][k] == ' ' ? k : 1;
  return all;
}

__attribute__((noinline)) static void
first_words(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k] && w[i][k] != ' ')
      k++;
    out[i] = k;
  }
}

// Not all pointers are followed.
__attribute__((noinline)) static void
checked(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = -1;
    if (i % 3 != 1)
      for (k = 0; w[i][k]; k++)
        ;
    out[i] = k;
  }
}

__attribute__((noinline)) static void
sums(short **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (const short *p = w[i]; *p != 0; ++p)
      s += *p;
    out[i] = s;
  }
}

__attribute__((noinline)) static void
found(char **w, const int *order, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k;
    for (k = 0; w[order[i]][k]; k++)
      if (w[order[i]][k] == 'c')
        break;
    out[i] = k;
  }
}

__attribute__((noinline)) static void
behind(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = 0;
    do
      k++;
    while (w[i][k - 1]);
    out[i] = k;
  }
}

struct entry {
  int id;
  const char *name;
};

__attribute__((noinline)) static void
fields(const struct entry *e, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int s = e[i].id;
    for (int k = 0; e[i].name[k]; k++)
      s = s * 7 + e[i].name[k];
    out[i] = s;
  }
}

// The first element of a row is there whatever its length.
__attribute__((noinline)) static void
signs(char **w, int n) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k])
      k++;
    out[i] = w[i][0] == ' ' ? -k : k;
  }
}

__attribute__((noinline)) static void
overlaps(char **w, int n, char *to) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (w[i][k])
      k++;
    to[i] = (char)(k ? 'a' : 'b');
  }
}

int
main(void) {
  static char *w[N];
  static short *numbers[N];
  static struct entry entries[N];
  static int order[N];
  unsigned r = 1;
  for (int i = 0; i < N; i++) {
    r = r * 1664525 + 1013904223;
    int n = i == 77 ? 300 : (int)(r >> 24) % 20;
    w[i] = malloc((size_t)n + 1);
    numbers[i] = malloc(((size_t)n + 1) * sizeof(short));
    for (int k = 0; k <= n; k++) {
      w[i][k] = k == n ? 0 : (char)((r >> (k % 20)) % 7 ? 'a' + k % 26 : ' ');
      numbers[i][k] = k == n ? 0 : (short)(k % 2 ? 256 : 255 * (i + 1) | 1);
    }
    if (i % 50 == 49) {
      w[i] = w[i / 2];
      w[i - 7] = w[i] + strlen(w[i]) / 2;
    }
  }
  for (int i = 0; i < N; i++)
    entries[i] = (struct entry){order[i] = i * 3 % N, w[N - 1 - i]};
  for (int n = 0; n <= N; n = n < 3 ? n + 1 : n * 15 + 1) {
    memset(out, 0, sizeof out);
    memset(hashed, 0, sizeof hashed);
    lengths(w, n, out);
    hashes((const char *const *)w, n);
    printf("%d %08x %08x ", n, hash(out, sizeof out),
           hash(hashed, sizeof hashed));
    printf("%ld %ld ", spaces(w, 0, n), spaces(w, n / 2, n));
    first_words(w, n);
    printf("%08x ", hash(out, sizeof out));
    char *second = w[1];
    w[1] = NULL;
    checked(w, n);
    w[1] = second;
    printf("%08x ", hash(out, sizeof out));
    sums(numbers, n);
    printf("%08x ", hash(out, sizeof out));
    found(w, order, n);
    printf("%08x ", hash(out, sizeof out));
    behind(w, n);
    printf("%08x ", hash(out, sizeof out));
    fields(entries, n);
    printf("%08x ", hash(out, sizeof out));
    signs(w, n);
    printf("%08x\n", hash(out, sizeof out));
  }
  static char text[8] = "xyz";
  char *both[] = {text, text + 1, text + 2, text + 3};
  overlaps(both, 4, text);
  printf("%s\n", text);
  return 0;
}
