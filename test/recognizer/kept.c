// Appends that ask for the element that was appended last: it is what the
// iteration before looked at.
// COVERS: shape-kept
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: kept.c:[[@LINE+4]]:3: remark: lifted to scan add;
int unique(const int *restrict x, int n, int *restrict out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k == 0 || x[i] != out[k - 1])
      out[k++] = x[i];
  return k;
}

// CHECK: kept.c:[[@LINE+4]]:3: remark: lifted to scan add;
int squeeze(const char *restrict s, int n, char *restrict out) {
  int k = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (s[i] != out[k - 1])
      out[k++] = s[i];
  return k;
}

// What is greater than what was appended last is greater than all before.
// CHECK: kept.c:[[@LINE+4]]:3: remark: lifted to scan max + scan add;
int rising(const int *restrict x, int n, int *restrict out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k == 0 || x[i] > out[k - 1])
      out[k++] = x[i];
  return k;
}

// What is not appended need be neither equal to what was nor less.
// CHECK: kept.c:[[@LINE+6]]:{{[0-9]+}}: warning: loop stays as it is
int apart(const int *restrict x, int n, int *restrict out, int gap) {
  int k = 1;
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > out[k - 1] + gap)
      out[k++] = x[i];
  return k;
}

// CHECK: kept.c:[[@LINE+6]]:{{[0-9]+}}: warning: loop stays as it is
int floats(const float *restrict x, int n, float *restrict out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (k == 0 || x[i] != out[k - 1])
      out[k++] = x[i];
  return k;
}
