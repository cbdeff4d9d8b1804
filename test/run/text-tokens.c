// Tokens of texts that a zero ends: their starts and ends by the letters beside,
// by a flag, and as lengths; counters of several types, a text that begins where
// memory does.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/hash.h"

enum { MOST = 5000 };
static int start[MOST], end[MOST], mark[MOST];

static int
starts(const char *s)
{
  int k = 0;
#pragma loft
  for (int i = 0; s[i]; i++)
    if (s[i] != ' ' && (i == 0 || s[i - 1] == ' '))
      start[k++] = i;
  return k;
}

static int
both(const char *s)
{
  int k = 0, m = 0;
#pragma loft
  for (size_t i = 0; s[i]; i++) {
    if (s[i] != ' ' && (i == 0 || s[i - 1] == ' '))
      start[k++] = (int)i;
    if (s[i] != ' ' && (!s[i + 1] || s[i + 1] == ' '))
      end[m++] = (int)i + 1;
  }
  return k + m;
}

static int
flagged(const char *s)
{
  int k = 0, m = 0, in = 0;
#pragma loft
  for (int i = 0; s[i]; i++) {
    if (s[i] == ' ') {
      if (in)
        end[m++] = i;
      in = 0;
    } else {
      if (!in)
        start[k++] = i;
      in = 1;
    }
  }
  return k * 10000 + m;
}

static int
marks(const char *s)
{
  int n = 0;
#pragma loft
  for (int i = 0; s[i]; i++) {
    mark[i] = i > 0 && s[i - 1] != s[i];
    n += mark[i];
  }
  return n;
}

static void
check(const char *s)
{
  printf("%zu: %d", strlen(s), starts(s));
  printf(" %08x %d", hash(start, sizeof start), both(s));
  printf(" %08x %08x %d", hash(start, sizeof start), hash(end, sizeof end), flagged(s));
  printf(" %08x %08x %d", hash(start, sizeof start), hash(end, sizeof end), marks(s));
  printf(" %08x\n", hash(mark, sizeof mark));
}

int
main(void)
{
  check("");
  check(" ");
  check("a");
  check("two words");
  check("  and  three   words ");
  // no byte in front of the text, or behind its end, can be read
  size_t page = 1 << 16;
  char *memory = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory, page, PROT_NONE), mprotect(memory + 2 * page, page, PROT_NONE);
  char *text = memory + page;
  for (int i = 0; i < MOST - 1; i++)
    text[i] = (unsigned)i * 2654435761u >> 29 ? (char)('a' + i % 7) : ' ';
  check(text);
  text = memory + 2 * page - MOST;
  memmove(text, memory + page, MOST);
  check(text);
  return 0;
}
