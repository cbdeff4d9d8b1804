// The MD5 digests (RFC 1321) of all words of a list, the first word of a given
// digest, and the words that stand behind a set of digests.
// usage: words FILE
#include "demo.h"

enum { WANTED = 8 };

typedef struct digest {
  uint32_t word[4];
} digest;

// Word i is the length[i] bytes at text[start[i]].
typedef struct list {
  int words;
  int *start, *length;
  uint8_t *text;
} list;

// floor(2^32 * |sin(k + 1)|)
static const uint32_t sine[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const int turn[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// Adds a block of 64 bytes to the digest of those before.
static void
add_block(digest *sum, const uint8_t *block) {
  uint32_t x[16];
  for (int k = 0; k < 16; k++)
    x[k] = block[4 * k] | (uint32_t)block[4 * k + 1] << 8 |
           (uint32_t)block[4 * k + 2] << 16 | (uint32_t)block[4 * k + 3] << 24;
  uint32_t a = sum->word[0], b = sum->word[1];
  uint32_t c = sum->word[2], d = sum->word[3];
  for (int k = 0; k < 64; k++) {
    uint32_t f;
    int g;
    if (k < 16) {
      f = (b & c) | (~b & d);
      g = k;
    } else if (k < 32) {
      f = (b & d) | (c & ~d);
      g = (5 * k + 1) % 16;
    } else if (k < 48) {
      f = b ^ c ^ d;
      g = (3 * k + 5) % 16;
    } else {
      f = c ^ (b | ~d);
      g = 7 * k % 16;
    }
    f += a + sine[k] + x[g];
    int s = turn[k / 16][k % 4];
    a = d;
    d = c;
    c = b;
    b += f << s | f >> (32 - s);
  }
  sum->word[0] += a;
  sum->word[1] += b;
  sum->word[2] += c;
  sum->word[3] += d;
}

// The digest of "length" bytes: blocks of 64, the last filled up with a 1 bit,
// zeros and the number of bits.
static digest
md5(const uint8_t *text, int length) {
  digest sum = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
  uint8_t block[64];
  int at = 0;
  for (; at + 64 <= length; at += 64)
    add_block(&sum, text + at);
  int rest = length - at;
  memset(block, 0, sizeof block);
  memcpy(block, text + at, (size_t)rest);
  block[rest] = 0x80;
  if (rest >= 56) {
    add_block(&sum, block);
    memset(block, 0, sizeof block);
  }
  uint64_t bits = 8 * (uint64_t)length;
  for (int k = 0; k < 8; k++)
    block[56 + k] = (uint8_t)(bits >> (8 * k));
  add_block(&sum, block);
  return sum;
}

// Whether two digests are equal.
static int
same(digest a, digest b) {
  return a.word[0] == b.word[0] && a.word[1] == b.word[1] &&
         a.word[2] == b.word[2] && a.word[3] == b.word[3];
}

// out[i]: the digest of word i.
static void
digests(int n, const int *start, const int *length, const uint8_t *text,
        digest *out) {
#pragma loft map
  for (int i = 0; i < n; i++)
    out[i] = md5(text + start[i], length[i]);
}

// The first of "n" digests that is "wanted", -1 when there is none.
static int
find(int n, const digest *all, digest wanted) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (same(all[i], wanted))
      return i;
  return -1;
}

// The digests that are among the "k" wanted, in their order; how many.
static int
crack(int n, const digest *all, int k, const digest *wanted, int *word) {
  int found = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int hit = 0;
    for (int j = 0; j < k; j++)
      if (same(all[i], wanted[j]))
        hit = 1;
    if (hit)
      word[found++] = i;
  }
  return found;
}

// The file's bytes, *size of them. Exits with a message on error.
static uint8_t *
read_file(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  long end = -1;
  if (f && !fseek(f, 0, SEEK_END))
    end = ftell(f);
  if (end < 0) {
    perror(path);
    exit(1);
  }
  uint8_t *text = demo_alloc((size_t)end);
  rewind(f);
  *size = fread(text, 1, (size_t)end, f);
  fclose(f);
  return text;
}

// The lines of a file as words; as many as DEMO_SCALE says, which may be the
// same again.
static list
read_list(const char *path) {
  size_t size, from = 0;
  list l = {.text = read_file(path, &size)};
  int lines = 0, n = 0;
  for (size_t k = 0; k < size; k++)
    lines += l.text[k] == '\n';
  l.words = demo_scaled(lines, 1);
  l.start = demo_alloc((size_t)l.words * sizeof *l.start);
  l.length = demo_alloc((size_t)l.words * sizeof *l.length);
  for (size_t k = 0; k < size && n < l.words; k++)
    if (l.text[k] == '\n') {
      l.start[n] = (int)from;
      l.length[n++] = (int)(k - from);
      from = k + 1;
    }
  for (int i = n; i < l.words; i++) {
    l.start[i] = l.start[i % n];
    l.length[i] = l.length[i % n];
  }
  return l;
}

int
main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: words FILE\n");
    return 2;
  }
  list l = read_list(argv[1]);
  const int n = l.words;
  digest *all = demo_alloc((size_t)n * sizeof *all), wanted[WANTED];
  int *word = demo_alloc((size_t)n * sizeof *word), found = 0;
  for (int k = 0; k < WANTED; k++) {
    int i = (int)((double)n * (k + 0.5) / WANTED);
    wanted[k] = md5(l.text + l.start[i], l.length[i]);
  }

  DEMO_RUN("digests", digests(n, l.start, l.length, l.text, all));
  demo_result("digests", all, 4 * (size_t)n, sizeof(uint32_t), 'I');
  DEMO_RUN("find", found = find(n, all, wanted[WANTED - 1]));
  demo_result("find", &found, 1, sizeof found, 'i');
  DEMO_RUN("crack", found = crack(n, all, WANTED, wanted, word));
  demo_result("crack", word, (size_t)found, sizeof *word, 'i');

  free(l.start);
  free(l.length);
  free(l.text);
  free(all);
  free(word);
  return 0;
}
