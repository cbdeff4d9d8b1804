// Runs of equal elements: a loop over all places, that looks back at the element
// before in place of the run's first one.
// COVERS: shape-runs
// COVERS: shape-flat_runs
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks -Werror=pass-failed 2>&1 | FileCheck %s

// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
int current(int *restrict val, int *restrict len, const int *restrict x, int n, int c) {
  int k = 0, run = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == c)
      run++;
    else {
      len[k] = run;
      val[k++] = c;
      c = x[i];
      run = 1;
    }
  return k;
}

// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
int first_place(int *restrict val, int *restrict len, const int *restrict x, int n) {
  int k = 0, start = 0;
#pragma loft
  for (int i = 1; i <= n; i++)
    if (i == n || x[i] != x[start]) {
      val[k] = x[start];
      len[k++] = i - start;
      start = i;
    }
  return k;
}

// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
int while_equal(int *restrict val, int *restrict len, const int *restrict x, int n) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int j = i + 1;
    while (j < n && x[j] == x[i])
      j++;
    val[k] = x[i];
    len[k++] = j - i;
    i = j;
  }
  return k;
}

// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
int by_length(short *restrict val, long *restrict len, const short *restrict x, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && x[i + run] == x[i])
      run++;
    val[k] = x[i];
    len[k++] = run;
    i += run;
  }
  return k;
}

// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
int from_start(int *restrict val, int *restrict len, const int *restrict x, int n) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int c = x[i], j = i;
    while (j < n && x[j] == c)
      j++;
    val[k] = c;
    len[k++] = j - i;
    i = j;
  }
  return k;
}

// In place, where the element that was appended last is looked at.
// CHECK: runs.c:[[@LINE+4]]:3: remark: lifted to map + scan add; x read and written
int unique(int *x, int n) {
  int k = 1;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] != x[k - 1])
      x[k++] = x[i];
  return k;
}
