// Iterations that touch elements i and i ^ k, and only where that is the greater
// or the smaller one, do not meet. They may where both of a pair touch one, or
// the exclusive or is cut off.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
void exchange(int n, int j, int k, int *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; a read and written
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i ^ j;
    if (l > i && ((i & k) == 0) == (a[i] > a[l])) {
      int t = a[i];
      a[i] = a[l];
      a[l] = t;
    }
  }
}

void below(long n, long j, double *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; a read and written
#pragma loft
  for (long i = 3; i < n; i++)
    if ((j ^ i) < i)
      a[i] += a[j ^ i];
}

void both(int n, int j, int *a) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i ^ j;
    a[i] += a[l];
  }
}

void outside(int n, int j, int *a, int *y) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = i ^ j;
    y[i] = a[l];
    if (l > i) {
      int t = a[i];
      a[i] = a[l] + 1;
      a[l] = t;
    }
  }
}

void cut(int n, int j, int *a) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = (unsigned char)(i ^ j);
    if (l > i) {
      int t = a[i];
      a[i] = a[l];
      a[l] = t;
    }
  }
}

// What steps that a loop around halves, or doubles, exchange is bounded by the
// bits that the indices have.
// CHECK: [[#@LINE+4]]:3: remark: lifted to loop of loop of map; a read and written
void sort(int n, int *a) {
#pragma loft
  // as a whole
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < n; i++) {
        int l = i ^ j;
        if (l > i && (i & k ? a[i] < a[l] : a[i] > a[l])) {
          int t = a[i];
          a[i] = a[l];
          a[l] = t;
        }
      }
}
