// What ends the loop is no fold of integers: a state, a sum of floats in order,
// what the loop has written.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s
int state(int n, const int *x) {
  int s = 1, i;
#pragma loft
  for (i = 0; i < n; i++) { // CHECK: [[@LINE]]:{{.*}}LOFT084
    s = s * x[i] % 97;
    if (s == 5)
      break;
  }
  return i;
}
int floats(int n, const float *x) {
  float s = 0;
  int i;
#pragma loft
  for (i = 0; i < n; i++) { // CHECK: [[@LINE]]:{{.*}}LOFT084
    s += x[i];
    if (s > 10)
      break;
  }
  return i;
}
int written(int n, int *x) {
  int i;
#pragma loft
  for (i = 0; i < n; i++) { // CHECK: [[@LINE]]:{{.*}}LOFT084
    x[i + 1] += x[i];
    if (x[i + 1] > 100)
      break;
  }
  return i;
}
