// Loops that end where a text does, and store through pointers of which C does
// not say that they are apart from it: nothing behind the text is read, which
// ends where what can be read does.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned letters[256];

static int
count(const char *s, int *of) {
  int i = 0;
#pragma loft
  for (; s[i]; i++)
    of[(unsigned char)s[i]]++;
  return i;
}

static void
count_all(const char *s) {
#pragma loft
  for (; *s; s++)
    letters[(unsigned char)*s]++;
}

static int
lower(unsigned char *to, const char *from) {
  int i;
#pragma loft
  for (i = 0; from[i] != '\0' && from[i] != '\n'; i++)
    to[i] = (unsigned char)(from[i] | 32);
  return i;
}

static int
words(const short *s, int *starts) {
  int n = 0;
#pragma loft
  for (int i = 0; s[i]; i++)
    if (s[i] != 32 && (i == 0 || s[i - 1] == 32))
      starts[n++] = i;
  return n;
}

static unsigned
sum(const void *p, size_t n) {
  const unsigned char *c = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + c[i];
  return h;
}

int
main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 24 * page;
  char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(at + room, page, PROT_NONE);
  static const int sizes[] = {0, 1, 5, 4095, 4096, 4097, 12288, 40000};
  static unsigned char out[50000];
  static int of[256], starts[50000];
  for (int k = 0; k < 16; k++) {
    int n = sizes[k / 2];
    char *s = at + room - n - 1 - (k % 2 ? 3 : 0);
    for (int i = 0; i < n; i++)
      s[i] = (char)(i % 7 == 3 ? ' ' : '!' + i * 31 % 94);
    s[n] = 0;
    printf("%d ", count(s, of));
    count_all(s);
    printf("%d %u %u ", lower(out, s), sum(of, sizeof of), sum(out, 50000));
    short *wide = (short *)(at + room) - n / 2 - 1;
    for (int i = 0; i < n / 2; i++)
      wide[i] = (short)(i % 5 == 2 ? 32 : 65 + i % 1000);
    wide[n / 2] = 0;
    printf("%d %u\n", words(wide, starts), sum(starts, sizeof starts));
  }
  printf("%u\n", sum(letters, sizeof letters));
  return 0;
}
