// Runs with a greatest length: counters that start again at it, or where data
// say, become remainders of counters that start again where data say.
// COVERS: shape-restarts
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks -Werror=pass-failed 2>&1 | FileCheck %s
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.loft
#include <stddef.h>

// CHECK: runs-limited.c:[[@LINE+6]]:3: remark: lifted to scan of 2 values + scan add;
// IR-LABEL: func @by_place(
// IR: rem %{{.*}}, %
int by_place(unsigned char *restrict out, const unsigned char *restrict x, int i, int n) {
  int k = 0;
#pragma loft
  while (i < n) {
    int j = i + 1;
    while (j < n && x[j] == x[i] && j - i < 255)
      j++;
    out[k++] = (unsigned char)(j - i);
    out[k++] = x[i];
    i = j;
  }
  return k;
}

// CHECK: runs-limited.c:[[@LINE+4]]:3: remark: lifted to scan of 2 values + scan add;
size_t by_length(unsigned char *restrict out, const unsigned char *restrict x, size_t n, size_t most) {
  size_t k = 0;
#pragma loft
  for (size_t i = 0; i < n;) {
    size_t run = 1;
    while (i + run < n && run < most && x[i + run] == x[i])
      run++;
    out[k++] = (unsigned char)run;
    out[k++] = x[i];
    i += run;
  }
  return k;
}

// CHECK: runs-limited.c:[[@LINE+4]]:3: remark: lifted to scan of 2 values + scan add;
int by_counter(unsigned char *restrict out, const unsigned char *restrict x, int n, unsigned char run) {
  int k = 0;
#pragma loft
  for (int i = 1; i <= n; i++)
    if (i < n && x[i] == x[i - 1] && run < 128)
      run++;
    else {
      out[k++] = run;
      out[k++] = x[i - 1];
      run = 1;
    }
  return k;
}

// Without a limit, but of places without a sign.
// CHECK: runs-limited.c:[[@LINE+4]]:3: remark: lifted to scan of 3 values;
unsigned unlimited(int *restrict out, const unsigned char *restrict x, unsigned n) {
  unsigned k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned j = i + 1;
    while (j < n && x[j] == x[i])
      j++;
    out[k++] = (int)(j - i);
    i = j;
  }
  return k;
}

// Two counters that are stepped together.
// CHECK: runs-limited.c:[[@LINE+4]]:3: remark: lifted to scan of 2 values + scan add;
int by_two(int *restrict out, const unsigned char *restrict x, int i, int n) {
  int k = 0;
#pragma loft
  while (i < n) {
    int run = 0;
    unsigned char c = x[i];
    while (i < n && x[i] == c && run < 128) {
      i++;
      run++;
    }
    out[k++] = run * 256 + c;
  }
  return k;
}

// One of them in a sum, and a third one; neighbours are compared.
// CHECK: runs-limited.c:[[@LINE+4]]:3: remark: lifted to scan of
int by_three(int *restrict out, const unsigned char *restrict x, int n, int most) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int run = 1, cost = 3;
    while (i + 1 < n && x[i] == x[i + 1] && run < most) {
      i++;
      run++;
      cost += 2;
    }
    out[k++] = run * cost;
  }
  return k;
}
