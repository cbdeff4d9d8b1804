// Cyclic redundancy checks by tables and bit by bit, and shift registers, of
// sizes around blocks; tables that are not linear leave the loop in order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char byte;
static uint32_t table[256], nibbles[16];
static uint64_t wide[256];

static uint32_t
by_table(const byte *p, size_t n, uint32_t c) {
#pragma loft
  for (size_t i = 0; i < n; i++)
    c = table[(c ^ p[i]) & 0xff] ^ c >> 8;
  return c;
}

static uint32_t
by_nibbles(const byte *p, size_t n, uint32_t c) {
#pragma loft
  while (n--) {
    c ^= *p++;
    c = nibbles[c & 15] ^ c >> 4;
    c = nibbles[c & 15] ^ c >> 4;
  }
  return c;
}

static uint64_t
highest(const byte *p, int n, uint64_t c) {
#pragma loft
  for (int i = 0; i < n; i++)
    c = wide[c >> 56 ^ p[i]] ^ c << 8;
  return c;
}

static uint16_t
ccitt(const byte *p, int n, uint16_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c ^= (uint16_t)(p[i] << 8);
    for (int k = 0; k < 8; k++) {
      if (c & 0x8000)
        c = (uint16_t)(c << 1) ^ 0x1021;
      else
        c <<= 1;
    }
  }
  return c;
}

static uint16_t
by_shifts(const byte *p, int n, uint16_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    byte x = (byte)(c >> 8 ^ p[i]);
    x ^= x >> 4;
    c = (uint16_t)(c << 8 ^ x << 12 ^ x << 5 ^ x);
  }
  return c;
}

static uint32_t
by_words(const uint32_t *x, int n, uint32_t c) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      c = table[(c ^ x[i] >> 8 * k) & 255] ^ c >> 8;
  return c;
}

static int
by_sign(const byte *p, int n, int c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c ^= (int)((unsigned)p[i] << 24);
    for (int k = 0; k < 8; k++)
      c = (int)(c < 0 ? (unsigned)c << 1 ^ 0x04c11db7u : (unsigned)c << 1);
  }
  return c;
}

static byte
rotate(const byte *p, int n, byte c) {
#pragma loft
  for (int i = 0; i < n; i++)
    c = (byte)(c << 1 | c >> 7) ^ p[i];
  return c;
}

static uint64_t
generate(int n, uint64_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c ^= c << 13;
    c ^= c >> 7;
    c ^= c << 17;
  }
  return c;
}

static void
print_all(const byte *p, const uint32_t *x, int n) {
  printf("%d %x %x %llx %x %x %x %x %x %llx\n", n,
         by_table(p, (size_t)n, ~0u), by_nibbles(p, (size_t)n, 1),
         (unsigned long long)highest(p, n, 3), ccitt(p, n, 0xffff),
         by_shifts(p, n, 5), by_words(x, n, 7), (unsigned)by_sign(p, n, -1),
         rotate(p, n, 9), (unsigned long long)generate(n, 88172645463325252));
}

int
main(void) {
  static const int sizes[] = {0, 1, 1023, 1024, 1025, 5000, 40000};
  enum { N = 40000 };
  byte *p = malloc(N);
  uint32_t *x = malloc(N * sizeof *x), seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245 + 12345;
    p[i] = (byte)(seed >> 16);
    x[i] = seed ^ seed >> 15;
  }
  for (unsigned i = 0; i < 256; i++) {
    uint32_t c = i, d = i & 15;
    uint64_t w = (uint64_t)i << 56;
    for (int k = 0; k < 8; k++) {
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
      w = w >> 63 ? w << 1 ^ 0x42f0e1eba9ea3693u : w << 1;
      if (k < 4)
        d = d & 1 ? d >> 1 ^ 0xedb88320u : d >> 1;
    }
    table[i] = c;
    nibbles[i & 15] = d;
    wide[i] = w;
  }
  for (int s = 0; s < 7; s++)
    print_all(p, x, sizes[s]);
  table[77] ^= 8;
  nibbles[0] = 1;
  wide[255]++;
  print_all(p, x, 5000);
  free(p);
  free(x);
  return 0;
}
