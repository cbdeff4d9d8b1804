// Numbers of as many bytes as their high bits say: of one byte each, of many, at
// the end of memory, and with one cut off, of which C reads the rest behind.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t cut 2>&1 | FileCheck %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
enum { N = 2049 };
static unsigned first[N], second[N], third[N], fifth[N];
static uint64_t fourth[N];
static int lengths[N];

static int
lowest_first(const byte *restrict p, const byte *end, unsigned *restrict out) {
  int k = 0;
#pragma loft
  while (p < end) {
    unsigned v = 0;
    int shift = 0;
    byte b;
    do {
      b = *p++;
      v |= (unsigned)(b & 127) << (shift & 31);
      shift += 7;
    } while (b & 128);
    out[k++] = v;
  }
  return k;
}

static int
last_apart(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    int shift = 0;
    while (s[i] & 128) {
      v |= (unsigned)(s[i++] & 127) << (shift & 31);
      shift += 7;
    }
    out[k++] = v | (unsigned)s[i++] << (shift & 31);
  }
  return k * 10000 + i;
}

static int
highest_first(const byte *restrict s, int n, unsigned *restrict out,
              int *restrict len) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    int from = i;
    do
      v = v << 7 | (s[i] & 127);
    while (s[i++] & 128 && i < n);
    len[k] = i - from;
    out[k++] = v;
  }
  return k * 10000 + i;
}

static int
with_break(const byte *restrict s, int n, uint64_t *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
      byte b = s[i++];
      v |= (uint64_t)(b & 127) << (shift & 63);
      if (!(b & 128))
        break;
    }
    out[k++] = v;
  }
  return k;
}

// The same without an inner loop.
static int
flat(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, from = 0;
  unsigned v = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v |= (unsigned)(s[i] & 127) << (7 * (i - from) & 31);
    if (!(s[i] & 128)) {
      out[k++] = v;
      v = 0;
      from = i + 1;
    }
  }
  return k;
}

static unsigned
hash(const void *p, size_t n) {
  const byte *x = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + x[i];
  return h;
}

static void
print_all(const byte *from, int n) {
  byte *s = malloc((size_t)n); // nothing is read behind
  memcpy(s, from, (size_t)n);
  if (n)
    s[n - 1] &= 127;
  printf("%d: %d %x", n, lowest_first(s, s + n, first), hash(first, sizeof first));
  printf(" %d %x", last_apart(s, n, second), hash(second, sizeof second));
  printf(" %d %x", highest_first(s, n, third, lengths), hash(third, sizeof third));
  printf(" %x", hash(lengths, sizeof lengths));
  printf(" %d %x", with_break(s, n, fourth), hash(fourth, sizeof fourth));
  printf(" %d %x\n", flat(s, n, fifth), hash(fifth, sizeof fifth));
  free(s);
}

int
main(int argc, char **argv) {
  static const int sizes[] = {0, 1, 2, 77, 1000, N};
  static byte s[N];
  unsigned seed = 3;
  (void)argv;
  if (argc > 1) {
    memcpy(s, "\x81\x02\x83\x04", 4);
    // CHECK: original: its run-time guard failed
    int k = lowest_first(s, s + 3, first);
    // CHECK: cut: 2 257 515
    printf("cut: %d %u %u\n", k, first[0], first[1]);
    return 0;
  }
  for (int kind = 0; kind < 4; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      s[i] = (byte)(kind == 0   ? r & 127
                    : kind == 1 ? r
                    : kind == 2 ? r | (r % 200 ? 128 : 0)
                                : 200);
    }
    for (int k = 0; k < 6; k++)
      print_all(s, sizes[k]);
  }
  return 0;
}
