// No runs: what is not equal is left as it is, floats are compared, runs have a
// longest length that is data, may be empty, or change what they are found in.
// RUN: %clang -O2 -c %s -o %t.o 2>&1 | FileCheck %s

int rising(int *restrict out, const int *restrict x, int n) {
  int k = 0, start = 0;
#pragma loft
  for (int i = 1; i < n; i++)
    if (x[i] > x[start] && x[i] != x[i - 1] + 2) {
      out[k++] = start;
      start = i; // CHECK: [[@LINE]]:13: warning: loop stays as it is: {{.*}}[LOFT149]
    }
  return k;
}

int floats(int *restrict len, const float *restrict x, int n, float c) {
  int k = 0, run = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] == c)
      run++;
    else {
      len[k++] = run;
      c = x[i]; // CHECK: [[@LINE]]:9: warning: loop stays as it is: {{.*}}[LOFT149]
      run = 1;
    }
  return k;
}

// A limit that is data.
int bounded(unsigned char *restrict out, const unsigned char *restrict x, const unsigned char *restrict most, int n) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int run = 1;
    while (i + run < n && run < most[i] && x[i + run] == x[i]) // CHECK: [[@LINE]]:44: warning: loop stays as it is: {{.*}}[LOFT091]
      run++;
    out[k++] = (unsigned char)run;
    out[k++] = x[i];
    i += run;
  }
  return k;
}

int changing(int *x, int n) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int j = i + 1;
    while (j < n && x[j] == x[i]) // CHECK: [[@LINE]]:21: warning: loop stays as it is: {{.*}}[LOFT161]
      j++;
    x[j - 1] = k++;
    i = j;
  }
  return k;
}

// A run may be empty, which never ends.
int empty(int *restrict len, const int *restrict x, int n, int c) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int j = i;
    while (j < n && x[j] == c) // CHECK: [[@LINE]]:21: warning: loop stays as it is
      j++;
    len[k++] = j - i;
    i = j;
  }
  return k;
}
