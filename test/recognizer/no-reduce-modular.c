// Sums that C may wrap before it takes them modulo the constant, and of numbers
// that may be negative.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

#define SUM(name, type, element, value)                                        \
  type name(const element *s, int n) {                                         \
    type h = 0;                                                                \
    _Pragma("loft") for (int i = 0; i < n; i++) h = value;                     \
    return h;                                                                  \
  }

// CHECK: [[@LINE+1]]:{{.*}}LOFT082
SUM(wraps, unsigned, unsigned char, (h * 31 + s[i]) % 1000000007)
// CHECK: [[@LINE+1]]:{{.*}}LOFT082
SUM(negative, int, signed char, (h * 3 + s[i]) % 1009)

// CHECK: [[@LINE+5]]:{{.*}}LOFT082
unsigned long two(const unsigned char *s, int n) {
  unsigned long a = 0, b = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    a = (a + b + s[i]) % 1009;
    b = (b + a) % 1013;
  }
  return a * b;
}
