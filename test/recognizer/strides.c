// Walks by steps that data say are loops over all places, of which a state
// says how many are yet to be skipped.
// COVERS: shape-strides
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
#include <stddef.h>

static const unsigned char lengths[16] = {1, 1, 1, 1, 1, 1, 1, 1,
                                          1, 1, 1, 1, 2, 2, 3, 4};

// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + reduce add
int by_table(const unsigned char *s, size_t n) {
  int k = 0;
#pragma loft
  for (size_t i = 0; i < n; i += lengths[s[i] >> 4])
    k++;
  return k;
}

// The last of the conditions asks of the place where the next iteration starts.
// CHECK: strides.c:[[@LINE+3]]:3: remark: lifted to loop of (scan of 1 value + reduce min) + scan of 1 value + map
const char *closing(const char *s, const char *end) {
#pragma loft
  while (s < end && *s != '"')
    s += *s == '\\' ? 2 : 1;
  return s;
}

// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to loop of (scan of 1 value + reduce min) + reduce of 1 value
int valid(const unsigned char *s, int n) {
  int i = 0;
#pragma loft
  while (i < n) {
    if (s[i] < 0x80)
      i++;
    else if (s[i] >> 5 == 6 && i + 1 < n && s[i + 1] >> 6 == 2)
      i += 2;
    else
      return 0;
  }
  return 1;
}

// A step within a condition, and one behind it.
// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + scan add
int unescape(const char *restrict s, int n, char *restrict out) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (s[i] == '\\')
      i++;
    out[k++] = s[i];
  }
  return k;
}

// Sixteen places.
// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to scan of 1 value + reduce add
int records(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += (s[i] & 15) + 1)
    k += s[i];
  return k;
}

// What is asked as i + need >= n is not so where another iteration follows.
// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to loop of (scan of 1 value + reduce min) + scan of 1 value +
int whole(const unsigned char *s, int n) {
  int i = 0, k = 0;
#pragma loft
  while (i < n) {
    int need = s[i] < 0x80 ? 0 : s[i] < 0xE0 ? 1 : s[i] < 0xF0 ? 2 : 3;
    if (i + need >= n)
      return -1;
    k++;
    i += need + 1;
  }
  return k;
}

// The iterations of the inner loop are so few that each is a choice.
// CHECK: strides.c:[[@LINE+4]]:3: remark: lifted to loop of (scan of 1 value + reduce min) + scan of 1 value + reduce or, add
long code_points(const unsigned char *s, size_t n) {
  long k = 0;
#pragma loft
  for (size_t i = 0; i < n;) {
    int len = s[i] < 0x80 ? 1 : s[i] >> 5 == 6 ? 2 : s[i] >> 4 == 14 ? 3 : -1;
    if (len < 0 || i + len > n)
      return -1;
    for (int j = 1; j < len; j++)
      if (s[i + j] >> 6 != 2)
        return -1;
    k++;
    i += len;
  }
  return k;
}
