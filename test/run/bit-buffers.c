// Numbers whose bits move through a word: digits of four bits, base64, packed
// numbers, hashes that forget.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

typedef unsigned char byte;
enum { N = 2049 };
static byte text[N];
static signed char values[256];
static int numbers[N];
static byte decoded[N], packed[2 * N];
static unsigned words[N], hashes[N];
static uint64_t wide[N];

// Base64: what is no digit is passed over, up to a mark.
static int
decode(const byte *restrict s, int n, byte *restrict out) {
  unsigned v = 0;
  int bits = -8, k = 0;
#pragma loft
  for (int i = 0; i < n && s[i] != '='; i++) {
    int d = values[s[i]];
    if (d < 0)
      continue;
    v = v << 6 | (unsigned)d;
    bits += 6;
    if (bits >= 0) {
      out[k++] = (byte)(v >> bits);
      bits -= 8;
    }
  }
  return k;
}

// Numbers of 5 bits, the lowest first.
static int
pack(const int *restrict x, int n, byte *restrict out) {
  unsigned v = 0;
  int bits = 0, k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    v |= (unsigned)(x[i] & 31) << bits;
    bits += 5;
    if (bits >= 8) {
      out[k++] = (byte)v;
      v >>= 8;
      bits -= 8;
    }
  }
  if (bits)
    out[k++] = (byte)v;
  return k;
}

static int
digits(const byte *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    while (i < n && s[i] != ' ') {
      int c = s[i];
      v = v << 4 | (unsigned)(c >= '0' && c <= '9' ? c - '0' : (c | 32) - 87);
      i++;
    }
    out[k++] = v;
    i++;
  }
  return k;
}

static unsigned
forget(const byte *restrict s, int n, unsigned *restrict out) {
  uint16_t h = 5;
#pragma loft
  for (int i = 0; i < n; i++) {
    h = (uint16_t)(h << 5 ^ s[i]);
    out[i] = h & 0x7fffu;
  }
  return h;
}

static uint64_t
both_ways(const byte *restrict s, int n, uint64_t *restrict out, uint64_t v) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] & 1)
      v = (v >> 3 & 0xfffffffffff) ^ s[i];
    else if (s[i] == ' ')
      v = s[i];
    else
      v = v << (s[i] & 15) | s[i];
    out[i] = v;
  }
  return v;
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
print_all(int n) {
  printf("%d: %d %x", n, decode(text, n, decoded), hash(decoded, sizeof decoded));
  printf(" %d %x", pack(numbers, n, packed), hash(packed, sizeof packed));
  printf(" %d %x", digits(text, n, words), hash(words, sizeof words));
  printf(" %u %x", forget(text, n, hashes), hash(hashes, sizeof hashes));
  printf(" %llx", (unsigned long long)both_ways(text, n, wide, 0x123456789abcdef));
  printf(" %x\n", hash(wide, sizeof wide));
}

int
main(void) {
  static const int lengths[] = {0, 1, 2, 77, 1000, N};
  unsigned seed = 3;
  for (int i = 0; i < 256; i++)
    values[i] = (signed char)(i > 32 && i < 97 ? i - 33 : -1);
  for (int kind = 0; kind < 4; kind++) {
    for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16;
      text[i] = (byte)(kind == 0   ? 'F'
                       : kind == 1 ? "0123 456789abcdefABCDEF"[r % 23]
                       : kind == 2 ? r % 255 + 1
                                   : (r % 300 ? 'A' + r % 26 : '='));
      numbers[i] = (int)r;
    }
    for (int s = 0; s < 6; s++)
      print_all(lengths[s]);
  }
  return 0;
}
