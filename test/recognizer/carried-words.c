// A state that is set to constants is no choice of what compares.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
int words(const char *restrict s, int n, int m) {
  int c = 0, in = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (s[i * m + j] == ' ')
        in = 0; // CHECK: [[@LINE]]:12: remark: loop runs in order: what becomes of 'in' depends on what it is, {{.*}}[LOFT149]
      else if (!in) {
        in = 1;
        c++;
      }
    }
  return c;
}
