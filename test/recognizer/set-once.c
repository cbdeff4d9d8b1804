// Scalars that say themselves whether they were set, and then stay, tell which
// iteration was the first.
// COVERS: shape-first
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: set-once.c:[[@LINE+4]]:3: remark: lifted to reduce min
int place(const float *x, int n) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 1 && b < 0)
      b = i;
  return b;
}

// CHECK: set-once.c:[[@LINE+4]]:3: remark: lifted to reduce of 2 values
float found(const float *x, int n, float val, int *at) {
  int found = 0, place = -1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!found && x[i] > 1) {
      found = 1;
      place = i;
      val = x[i];
    }
  *at = place;
  return val;
}

// What follows from the index alone is one value with it.
// CHECK: set-once.c:[[@LINE+4]]:3: remark: lifted to scan min + scan add
int behind(const int *restrict x, int n, int *restrict out) {
  int m = 0, on = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (!on && x[i] > 7)
      on = 1;
    if (on)
      out[m++] = x[i];
  }
  return m;
}

// It may be set to what says that nothing was.
// CHECK: set-once.c:[[@LINE+4]]:3: remark: lifted to reduce of 2 values
int not_zero(const int *x, int n) {
  int first = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (first == 0)
      first = x[i];
  return first;
}

// A bool that is false stays so.
// CHECK: set-once.c:[[@LINE+3]]:3: remark: lifted to reduce min
_Bool low_bits(int n, _Bool s, const int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    s &= x[i];
  return s;
}

// The first row in which something is set is the first one.
// CHECK: set-once.c:[[@LINE+4]]:3: remark: lifted to reduce of 2 values of sequential reduce min
int in_rows(const float *x, int h, int w, int *column) {
  int r = -1, c = 0;
#pragma loft
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      if (x[i * w + j] > 1 && r < 0) {
        r = i;
        c = j;
      }
  *column = c;
  return r;
}
