// Sums that C may wrap before it takes them modulo the constant, and of numbers
// that may be negative.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+5]]:{{.*}}LOFT082
unsigned wraps(const unsigned char *s, int n) {
  unsigned h = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    h = (h * 31 + s[i]) % 1000000007;
  return h;
}

// CHECK: [[@LINE+5]]:{{.*}}LOFT082
int negative(const signed char *s, int n) {
  int h = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    h = (h * 3 + s[i]) % 1009;
  return h;
}

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
