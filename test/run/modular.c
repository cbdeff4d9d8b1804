// Sums modulo a constant: check sums, hashes, remainders of long numbers, each
// of one fold or scan. Where a scalar starts above the constant, or a sum could
// wrap, they are something else.
// RUN: %clang -O2 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG: adler ({{.*}}): original: {{.*}}guard failed
#include <stdint.h>
#include <stdio.h>

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to reduce of 3 values
__attribute__((noinline)) static unsigned
adler(const unsigned char *s, int n, unsigned a, unsigned b)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    a = (a + s[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to scan of 2 values
__attribute__((noinline)) static void
hashes(const char *s, int n, uint64_t *out)
{
  uint64_t h = 7;
#pragma loft
  for (int i = 0; i < n; i++) {
    h = (h * 31 + (unsigned char)s[i]) % 1000000007;
    out[i] = h;
  }
}

// CHECK: :[[@LINE+6]]:{{.*}}: remark: lifted to reduce of 2 values
__attribute__((noinline)) static int
remainder97(const char *s, int n)
{
  int r = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    r = (r * 10 + (s[i] & 15)) % 97;
  return r;
}

// CHECK: :[[@LINE+5]]:{{.*}}: remark: lifted to reduce of 2 values
__attribute__((noinline)) static unsigned
words(const unsigned char *s, int n, unsigned h)
{
#pragma loft
  for (int i = 0; i < n; i++)
    if (s[i] > 32)
      h = (h * 31 + s[i]) % 65521;
  return h;
}

int
main(void)
{
  enum { N = 900 };
  static char s[N];
  static uint64_t out[N];
  for (int i = 0; i < N; i++)
    s[i] = (char)(i * 7919 % 251 + (i & 1 ? 250 : 3));
  for (int n = 0; n <= N; n = n * 6 + 5) {
    uint64_t h = 0;
    hashes(s, n, out);
    for (int i = 0; i < n; i++)
      h = h * 31 + out[i];
    printf("%u\n", words((unsigned char *)s, n, 3));
    printf("%u %u %lu %d\n", adler((unsigned char *)s, n, 1, 0),
           adler((unsigned char *)s, n, 65520, 65519), (unsigned long)h,
           remainder97(s, n));
  }
  printf("%u\n", adler((unsigned char *)s, N, 4294967295u, 65521));
}
