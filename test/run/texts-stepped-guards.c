// Walks through texts whose steps lead over the end: what C reads behind that
// decides, so the original runs; it does so, too, where nothing shows within
// what is asked that the walk gets to the end. Others do run.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 LOFT_THREADS=4 LOFT_TEST_GRAIN=1 %run%t > %t.cpu 2> %t.log
// RUN: cmp %t.original %t.cpu
// RUN: FileCheck %s < %t.log
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 5000 };
static unsigned char text[N + 8];

static size_t
count(const unsigned char *s)
{
  size_t n = 0;
#pragma loft
  while (*s) {
    s += *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    n++;
  }
  return n;
}

// Ends at a quote.
static int
quoted(const unsigned char *s)
{
  int n = 0;
#pragma loft
  while (*s) {
    if (*s == '"')
      break;
    s += *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    n++;
  }
  return n;
}

// Fills the text with "n" bytes that repeat "with", and others behind the 0.
static void
fill(int n, const char *with)
{
  int k = (int)strlen(with);
  for (int i = 0; i < n; i++)
    text[i] = (unsigned char)with[i % k];
  text[n] = 0;
  for (int i = n + 1; i < N + 7; i++)
    text[i] = 'x';
  text[N + 7] = 0;
}

int
main(void)
{
  // CHECK: count{{.*}}: cpu
  fill(1000, "a\xc3\xa9 ");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: original
  fill(1001, "\xc3");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: original
  fill(11, "\xc3");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: cpu
  fill(12, "\xc3");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: original
  fill(2000, "\xd0\xbf");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: cpu
  fill(2000, "\xd0\xbf\xd1\x80 ");
  printf("%zu\n", count(text));
  // CHECK: count{{.*}}: original
  fill(3000, "\xf0\x9f\x98\x80");
  printf("%zu\n", count(text));
  // No 0 is in memory that can be read.
  // CHECK: quoted{{.*}}: original
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char *all = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, page, PROT_NONE))
    return 1;
  memset(all, 'x', page);
  all[page - 5] = '"';
  printf("%d\n", quoted(all));
  return 0;
}
