// Elements that a table replaces in place: the few bits that are a place in the
// table bound what is read of it, without a look at what the loop writes. No
// element behind the table's end need be there.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/hash.h"

enum { N = 5000, PAGE = 65536 };
typedef unsigned char byte;

static void
nibbles(byte *row, const byte *tab, int n) {
  byte *sp = row;
#pragma loft required
  for (int i = 0; i < n; i++) {
    int msb = *sp & 0xf0, lsb = *sp & 0x0f;
    *sp = (byte)((tab[msb] & 0xf0) | tab[lsb << 4] >> 4);
    sp++;
  }
}

static void
pairs(byte *row, const unsigned short *tab, int n, int shift) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned v = tab[(row[2 * i + 1] >> shift) * 256 + row[2 * i]];
    row[2 * i] = (byte)(v >> 8);
    row[2 * i + 1] = (byte)v;
  }
}

static void
rows(byte *row, unsigned short *const *tab, int n, int shift) {
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned v = tab[row[2 * i + 1] >> shift][row[2 * i]];
    row[2 * i] = (byte)(v >> 8);
    row[2 * i + 1] = (byte)v;
  }
}

static void
mixed(unsigned *x, const int *tab, int n) {
#pragma loft required
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 3 + (unsigned)tab[(x[i] & 9) << 3 | (x[i] >> 30 ^ 2)];
}

// "size" bytes of memory, behind which there is none.
static void *
at_end(size_t size) {
  char *m = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED || mprotect(m + PAGE, PAGE, PROT_NONE))
    exit(1);
  return m + PAGE - size;
}

int
main(void) {
  static byte x[2 * N], y[2 * N], z[2 * N];
  static unsigned w[N];
  for (int i = 0; i < 2 * N; i++) {
    x[i] = y[i] = z[i] = (byte)(i * 7 % 253);
    w[i / 2] = (unsigned)i * 2654435761u;
  }
  unsigned short *flat = at_end(16 * 256 * sizeof *flat), *row[16];
  for (int k = 0; k < 16; k++) {
    for (int i = 0; i < 256; i++)
      flat[k * 256 + i] = (unsigned short)(i * 31 + k * 255);
    row[k] = malloc(256 * sizeof *flat);
    memcpy(row[k], flat + k * 256, 256 * sizeof *flat);
  }
  byte *small = at_end(241);
  for (int i = 0; i < 241; i++)
    small[i] = (byte)(i * 3);
  int *ints = at_end(76 * sizeof *ints);
  for (int i = 0; i < 76; i++)
    ints[i] = i * 1000;
  nibbles(x, small, 2 * N);
  pairs(y, flat, N, 4);
  rows(z, row, N, 4);
  mixed(w, ints, N);
  printf("%u %u %u %u\n", hash(x, sizeof x), hash(y, sizeof y),
         hash(z, sizeof z), hash(w, sizeof w));
  return 0;
}
