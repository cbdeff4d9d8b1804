// Members of structures that a counter appends are told apart by what is left
// of their subscripts, divided by the members of one.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
struct run {
  int start, end, value;
};

// CHECK: append-members.c:[[@LINE+4]]:3: remark: lifted to scan add; x read, r written
int runs(const int *x, struct run *restrict r, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1]) {
      if (k > 0)
        r[k - 1].end = i;
      r[k].start = i;
      r[k].value = x[i];
      k++;
    }
  return k;
}

// What the next iteration stores to is the same member.
// CHECK: append-members.c:[[@LINE+7]]:8: warning: loop stays as it is: {{.*}}[LOFT147]
int twice(const int *x, struct run *restrict r, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (i == 0 || x[i] != x[i - 1]) {
      r[k + 1].end = i;
      k++;
      r[k - 1].end = i + n;
    }
  return k;
}
