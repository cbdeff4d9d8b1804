// Rows that are appended, of lengths that data or the index tells: what they
// take is summed up first, so that arrays of that size may lie side by side.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>

#include "Inputs/hash.h"

enum { N = 61, ROOM = 4 * N, SIDE = 20, HALF = SIDE * (SIDE + 1) / 2 };

static struct {
  int length[N], value[N], decoded[ROOM], first[N + 1], node[ROOM], list[N];
  int expanded[ROOM], chosen[ROOM], joined[ROOM + N], runs[2 * ROOM];
  int size[N], from[N];
  char text[8 * N], lines[5 * N];
  unsigned char filled[4 * N];
  size_t sizes[N];
  char words[5 * N];
  float square[SIDE * SIDE], lower[HALF], upper[HALF];
} d;

// Runs written out.
__attribute__((noinline)) static void
decode(int n, const int *length, const int *value, int *out) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      out[k++] = value[i];
}

// The neighbours of the nodes of a list.
__attribute__((noinline)) static long
expand(int n, const int *list, const int *first, const int *node, int *out) {
  long k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int e = first[list[i]]; e < first[list[i] + 1]; e++)
      out[k++] = node[e];
  return k;
}

// Some of them.
__attribute__((noinline)) static int
choose(int n, const int *list, const int *first, const int *node, int *out) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int v = list[i];
    for (int e = first[v]; e < first[v + 1]; e++)
      if (node[e] & 1)
        out[k++] = node[e];
  }
  return k;
}

// Rows with something behind each.
__attribute__((noinline)) static int
join(int n, const int *length, const int *value, int *out) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < length[i]; j++)
      out[k++] = value[j];
    out[k++] = -1;
  }
  return k;
}

// Two rows an iteration, the second one under a condition.
__attribute__((noinline)) static long
alternate(int n, const int *length, const int *value, int *out) {
  long k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < length[i]; j++)
      out[k++] = i;
    if (value[i] & 1)
      for (int j = 0; j < length[i]; j++)
        out[k++] = value[i] + j;
  }
  return k;
}

// Rows that are copied, or filled, in one call.
__attribute__((noinline)) static long
copy(int n, const int *length, const int *from, const char *s, char *out) {
  char *p = out;
#pragma loft required
  for (int i = 0; i < n; i++) {
    memcpy(p, s + from[i], (size_t)length[i]);
    p += length[i];
    *p++ = '\n';
  }
  return p - out;
}

__attribute__((noinline)) static size_t
join_words(size_t n, const size_t *length, const int *from, const char *s,
           char *out) {
  size_t k = 0;
#pragma loft required
  for (size_t i = 0; i < n; i++) {
    memcpy(out + k, s + from[i], length[i]);
    k += length[i];
    out[k++] = ' ';
  }
  return k;
}

__attribute__((noinline)) static int
fill(int n, const int *length, const unsigned char *with, unsigned char *out) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    memset(out + k, with[i], (size_t)length[i]);
    k += length[i];
  }
  return k;
}

// Triangles of a matrix.
__attribute__((noinline)) static void
pack(int n, const float *a, float *low, float *high) {
  int k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      low[k++] = a[i * n + j];
  k = 0;
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      high[k++] = a[i * n + j];
}

int
main(void) {
  int room = 0, m = 0;
  for (int i = 0; i < N; i++) {
    d.length[i] = i * 5 % 7 - 1;
    d.size[i] = i * 5 % 7 % 4;
    d.from[i] = i * 3 % (4 * N);
    d.sizes[i] = (size_t)d.size[i];
    memcpy(d.text + 8 * i, "abcdefgh", 8);
    d.value[i] = i * i;
    room += d.length[i] > 0 ? d.length[i] : 0;
    d.first[i] = m;
    for (int k = 0; k < i * 3 % 4; k++)
      d.node[m++] = (i * 7 + k) % N;
    d.list[i] = i * 11 % N;
  }
  d.first[N] = m;
  for (int i = 0; i < SIDE * SIDE; i++)
    d.square[i] = (float)i;
  if (room > ROOM || m > ROOM)
    return 1;
  for (int n = 0; n <= N; n += 20) {
    decode(n, d.length, d.value, d.decoded);
    printf("%08x ", hash(d.decoded, sizeof d.decoded));
    printf("%ld ", expand(n, d.list, d.first, d.node, d.expanded));
    printf("%08x ", hash(d.expanded, sizeof d.expanded));
    printf("%d ", choose(n, d.list, d.first, d.node, d.chosen));
    printf("%08x ", hash(d.chosen, sizeof d.chosen));
    printf("%d ", join(n, d.length, d.value, d.joined));
    printf("%08x ", hash(d.joined, sizeof d.joined));
    printf("%ld ", alternate(n, d.length, d.value, d.runs));
    printf("%08x ", hash(d.runs, sizeof d.runs));
    printf("%ld ", copy(n, d.size, d.from, d.text, d.lines));
    printf("%08x ", hash(d.lines, sizeof d.lines));
    printf("%d ", fill(n, d.size, (unsigned char *)d.text, d.filled));
    printf("%08x ", hash(d.filled, sizeof d.filled));
    printf("%zu ", join_words((size_t)n, d.sizes, d.from, d.text, d.words));
    printf("%08x\n", hash(d.words, sizeof d.words));
  }
  pack(SIDE, d.square, d.lower, d.upper);
  printf("%08x ", hash(d.lower, sizeof d.lower));
  printf("%08x\n", hash(d.upper, sizeof d.upper));
}
