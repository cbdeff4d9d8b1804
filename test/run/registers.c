// States of shift registers that are stored: of checksums by bits and by tables,
// and of generators; as many as a block has, and one more.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

typedef unsigned char byte;
enum { N = 40001 };
static byte text[N], low[N];
static uint32_t states[N], table[256];
static uint64_t wide[N];

static void
run(uint32_t *y, int n, uint32_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c = c >> 1 ^ (-(c & 1u) & 0xd0000001u);
    y[i] = c;
  }
}

static uint32_t
checksums(const byte *restrict s, int n, uint32_t *restrict y, uint32_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c = table[(c ^ s[i]) & 255] ^ c >> 8;
    y[i] = c;
  }
  return c;
}

// With the state from before.
static uint64_t
generate(uint64_t *y, int n, uint64_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = c;
    c ^= c << 13;
    c ^= c >> 7;
    c ^= c << 17;
  }
  return c;
}

// A bit of each, of some iterations.
static uint32_t
scramble(const byte *restrict s, int n, byte *restrict y, uint32_t c) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c = c << 1 ^ (c >> 31 ? 0x04c11db7 : 0);
    if (s[i] & 2)
      y[i] = (byte)(s[i] ^ (c & 1));
  }
  return c;
}

static unsigned
hash(const void *p, size_t n) {
  const byte *x = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + x[i];
  return h;
}

int
main(void) {
  static const int sizes[] = {0, 1, 1023, 1024, 1025, 5000, N};
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
  for (int i = 0; i < N; i++)
    text[i] = (byte)(i * 7919 >> 3);
  for (int s = 0; s < 7; s++) {
    int n = sizes[s];
    run(states, n, 0xace1u);
    printf("%d: %x", n, hash(states, sizeof states));
    printf(" %x", checksums(text, n, states, ~0u));
    printf(" %x", hash(states, sizeof states));
    printf(" %llx", (unsigned long long)generate(wide, n, 88172645463325252));
    printf(" %x", hash(wide, sizeof wide));
    printf(" %x", scramble(text, n, low, 77));
    printf(" %x\n", hash(low, sizeof low));
  }
  return 0;
}
