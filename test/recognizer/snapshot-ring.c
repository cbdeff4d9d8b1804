// A loop that may read a copy of what it overwrites, and one element of which
// lies in a ring, is tried as the one or the other.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s
void ring(int n, int d, int e, long *z, const long *x) {
#pragma loft
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i++)
      if (x[(i + e) % (n + 1)] > 3)
        z[i + 1] = // CHECK: [[@LINE]]:{{.*}}LOFT140
            z[i / 2] * 5 ^ z[i + d] ^ x[i];
}
