// Iterations that touch elements i and i ^ k, and only where that is the greater
// or the smaller one, do not meet. They may where both of a pair touch one; where
// the exclusive or is cut off that is asked. Nor do iterations meet that all have
// no bit of k and touch i and i | k, or all have it, one bit, and touch i ^ k.
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
// CHECK: [[#@LINE+2]]:3: remark: lifted to reduce and + map or loop
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

// Of a table it is asked whether it is its own inverse, where only one of each
// pair touches both.
// COVERS: shape-partners
// CHECK: [[#@LINE+3]]:3: remark: lifted to reduce and + map or loop
void reversed(int n, const int *rev, float *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = rev[i];
    if (i < l) {
      float t = a[i];
      a[i] = a[l];
      a[l] = t;
    }
  }
}

// So it is of a function of the index.
// CHECK: [[#@LINE+3]]:3: remark: lifted to reduce and {{.*}} map {{.*}} or loop
void bits(int n, int bits, float *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int r = 0;
    for (int b = 0; b < bits; b++)
      r |= ((i >> b) & 1) << (bits - 1 - b);
    if (r > i) {
      float t = a[i];
      a[i] = a[r];
      a[r] = t;
    }
  }
}

// CHECK: [[#@LINE+7]]:{{.*}}warning: loop stays
void each(int n, const int *rev, float *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = rev[i];
    float t = a[i];
    a[i] = a[l] + 1;
    a[l] = t;
  }
}

// The table is what is exchanged.
// CHECK: [[#@LINE+7]]:{{.*}}warning: loop stays
void own(int n, int *rev) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int l = rev[i];
    if (i < l) {
      rev[i] = rev[l];
      rev[l] = l;
    }
  }
}

void none_set(int n, int k, float *a) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; a read and written
#pragma loft
  for (int i = 0; i < n; i++)
    if (!(i & k)) {
      float u = a[i], v = a[i | k];
      a[i] = u + v;
      a[i | k] = u - v;
    }
}

void complex_pairs(unsigned long n, int q, int c, double (*s)[2]) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; s read and written
#pragma loft
  for (unsigned long i = 0; i < n; i++)
    if ((i >> c & 1) && (i >> q & 1) == 0) {
      unsigned long j = i | 1ul << q;
      double re = s[i][0], im = s[i][1];
      s[i][0] = s[j][1];
      s[i][1] = s[j][0];
      s[j][0] = -im;
      s[j][1] = re;
    }
}

void all_set(int n, int b, int *f) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map; f read and written
#pragma loft
  for (int m = 0; m < n; m++)
    if (m & 1 << b)
      f[m] += f[m ^ 1 << b];
}

void some_set(int n, int k, int *f) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int m = 0; m < n; m++)
    if (m & k)
      f[m] += f[m ^ k];
}

void set_and_or(int n, int k, int *f) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int m = 0; m < n; m++)
    if (m & 8)
      f[m] += f[m | 8] + f[m ^ 4];
}

void one_side(int n, int k, int *f) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int m = 0; m < n; m++) {
    if (!(m & k))
      f[m] += f[m | k];
    else
      f[m] += f[m ^ k];
  }
}

void other_bits(int n, int k, int *f) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int m = 0; m < n; m++)
    if (!(m & k + 1))
      f[m] += f[m | k];
}
