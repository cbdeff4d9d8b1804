// Conditions that are long chains take time in proportion to their length: ||
// doubled with every term, else-if took its fourth power.
// RUN: %clang -O1 -fplugin-arg-loft-remarks %s -o %t %link 2>&1 | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu %run %t
#define OR4(k) x[i + k] > k || x[i + k + 1] > k || x[i + k + 2] > k || x[i + k + 3] > k
#define OR16(k) OR4(k) || OR4(k + 4) || OR4(k + 8) || OR4(k + 12)
#define OR64(k) OR16(k) || OR16(k + 16) || OR16(k + 32) || OR16(k + 48)
#define ELSE4(k) \
  else if (x[i] == k) y[i] = k + 7; \
  else if (x[i] == k + 1) y[i] = (k) - 7; \
  else if (x[i] == k + 2) y[i] = (k) * 7; \
  else if (x[i] == k + 3) y[i] = (k) / 7;
#define ELSE16(k) ELSE4(k) ELSE4(k + 4) ELSE4(k + 8) ELSE4(k + 12)
#define ELSE64(k) ELSE16(k) ELSE16(k + 16) ELSE16(k + 32) ELSE16(k + 48)

// CHECK-DAG: [[#@LINE+3]]:{{.*}}remark: lifted to map
__attribute__((noinline)) void any(int n, int *y, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (OR64(0))
      y[i] = 1;
}

// CHECK-DAG: [[#@LINE+3]]:{{.*}}remark: lifted to map
__attribute__((noinline)) void choose(int n, int *y, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      y[i] = -1;
    ELSE64(0)
}

int x[1064], y[1000];
int main(void) {
  for (int i = 0; i < 1064; i++)
    x[i] = i % 50 == 3 ? 200 : -i;
  any(1000, y, x);
  for (int i = 0; i < 1000; i++)
    if (y[i] != 1)
      return 1;
  for (int i = 0; i < 1064; i++)
    x[i] = i % 70 - 2;
  choose(1000, y, x);
  for (int i = 0; i < 1000; i++) {
    int c = x[i], k = c & ~3;
    int want = c < 0 ? -1 : c % 4 == 0 ? k + 7 : c % 4 == 1 ? k - 7 : c % 4 == 2 ? k * 7 : k / 7;
    if (y[i] != (c < 64 ? want : 1))
      return 2;
  }
  return 0;
}
