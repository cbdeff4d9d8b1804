// Texts of rows, and of places that data say, each up to its end: none is read
// behind its end, the last one ends where what can be read does.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 700, WIDTH = 32 };

static void
hash_rows(int n, char (*restrict w)[WIDTH], unsigned *restrict h) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned x = 5381;
    for (int j = 0; w[i][j]; j++)
      x = x * 31 + (unsigned)w[i][j];
    h[i] = x;
  }
}

static void
hash_places(int n, const char *restrict pool, const int *restrict start,
            unsigned *restrict h) {
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned x = 0;
    for (const char *p = pool + start[i]; *p != '\0' && *p != 'q'; p++)
      x = x * 33 ^ (unsigned char)*p;
    h[i] = x;
  }
}

static void
count_letters(int n, const char *restrict pool, const int *restrict start,
              int *restrict letters) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (const char *p = pool + start[i]; *p; p++)
      letters[(unsigned char)*p]++;
}

static int
longest(int n, const short *restrict s, int width) {
  int most = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int length = 0;
    while (s[i * width + length] > 0)
      length++;
    most = length > most ? length : most;
  }
  return most;
}

static unsigned
sum(const void *p, size_t n) {
  const unsigned char *c = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + c[i];
  return h;
}

static char text[N * WIDTH];
static int start[N], letters[256];
static unsigned hashes[N];

int
main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 16 * page;
  char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + room, page, PROT_NONE);
  for (int k = 0; k < 3; k++) {
    int n = k == 0 ? 0 : k == 1 ? 17 : N;
    for (int i = 0; i < n; i++) {
      int length = i == n - 1 ? WIDTH - 2 : (i * 7 + k) % (WIDTH - 1);
      for (int j = 0; j < WIDTH; j++)
        text[i * WIDTH + j] = (char)(j < length ? 'a' + (i + j) * 31 % 26 : 0);
      start[i] = i * 37 % n * WIDTH + i % 3;
    }
    char *s = memcpy(at + room - n * WIDTH, text, (size_t)n * WIDTH);
    hash_rows(n, (char (*)[WIDTH])s, hashes);
    printf("%u ", sum(hashes, sizeof hashes));
    hash_places(n, s, start, hashes);
    printf("%u ", sum(hashes, sizeof hashes));
    count_letters(n, s, start, letters);
    printf("%u %d\n", sum(letters, sizeof letters),
           longest(n < 17 ? n : 17, (short *)s, WIDTH / 2));
  }
  return 0;
}
