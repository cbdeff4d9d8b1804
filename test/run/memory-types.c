// Memory behind pointers to void, as numbers of one type or another: an array
// for each, which lie apart where one is not touched, or the original loop runs.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 >/dev/null | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN: ramp (/{{.*}}: cpu
// RAN: ramp (/{{.*}}: cpu
// RAN: ramp_through (/{{.*}}: cpu
// RAN: ramp_through (/{{.*}}: cpu
// RAN: swap (/{{.*}}: original: the memory of
// RAN: sum (/{{.*}}: cpu
// RAN: sum (/{{.*}}: cpu
// RAN: sum (/{{.*}}: cpu
#include <stdio.h>

#define FN __attribute__((noinline)) static
enum { N = 3000 };
struct map {
  int n;
  void *colors;
};
static unsigned short memory[4 * N];

FN void
ramp(void *colors, int n, int wide) {
#pragma loft
  for (int i = 0; i < n; i++) {
    if (wide) {
      unsigned short *e = colors;
      e += 2 * i;
      e[0] = (unsigned short)i;
      e[1] = (unsigned short)(i * 257);
    } else {
      unsigned char *e = colors;
      e += 2 * i;
      e[0] = (unsigned char)i;
      e[1] = (unsigned char)(i * 3);
    }
  }
}

FN void
ramp_through(const struct map *m, int wide) {
#pragma loft
  for (int i = 0; i < m->n; i++) {
    if (wide)
      ((unsigned short *)m->colors)[i] = (unsigned short)(i * 5);
    else
      ((unsigned char *)m->colors)[i] = (unsigned char)(i * 7);
  }
}

// Restrict does not keep apart what one pointer is the way to.
FN void
swap(void *restrict m, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    const unsigned char *bytes = m;
    unsigned short *words = m;
    words[i] = (unsigned short)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  }
}

FN int
sum(const void *m, int n, int size) {
  int t = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    t += size == 2   ? ((const short *)m)[i]
         : size == 4 ? ((const int *)m)[i] >> 16
                     : ((const signed char *)m)[i];
  return t;
}

static unsigned
hash(void) {
  unsigned h = 0;
  for (int i = 0; i < 4 * N; i++)
    h = h * 31 + memory[i];
  return h;
}

int
main(void) {
  struct map map = {N, memory};
  for (int wide = 1; wide >= 0; wide--) {
    ramp(memory, N, wide);
    printf("%u\n", hash());
  }
  for (int wide = 1; wide >= 0; wide--) {
    ramp_through(&map, wide);
    printf("%u\n", hash());
  }
  swap(memory, N);
  printf("%u\n", hash());
  printf("%d %d %d\n", sum(memory, N, 1), sum(memory, N, 2), sum(memory, N, 4));
}
