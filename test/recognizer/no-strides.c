// Walks that stay: by steps that may be 0, or back, or that miss the end, or
// that follow from more than the place.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// CHECK-NOT: remark
static unsigned char lengths[16];

// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int none(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += s[i] & 3)
    k++;
  return k;
}

// CHECK: no-strides.c:[[@LINE+5]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int back(const unsigned char *s, int n) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    i += 2;
    if (s[i] == '<')
      i -= 3;
    k++;
  }
  return k;
}

// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int misses(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i != n; i += s[i] == '\\' ? 2 : 1)
    k++;
  return k;
}

// The table may hold anything.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int by_table(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += lengths[s[i] >> 4])
    k++;
  return k;
}

// The iteration that finds a stop goes nowhere, and others may follow.
// CHECK: no-strides.c:[[@LINE+8]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int stands(const unsigned char *s, int n, int stop) {
  int k = 0, i = 0;
#pragma loft
  while (i < n && stop < 3) {
    if (s[i] == '.')
      stop++;
    else
      i += s[i] == '\\' ? 2 : 1;
    k++;
  }
  return k;
}

// Places of a byte count around.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT084]
int bytes(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (unsigned char i = 0; i < n; i += s[i] == '\\' ? 2 : 1)
    k++;
  return k;
}

// The end moves.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int end_moves(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += s[i] == '\\' ? 2 : 1) {
    n -= s[i] == '-';
    k++;
  }
  return k;
}

// The step has a state of its own.
// CHECK: no-strides.c:[[@LINE+5]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int grows(const unsigned char *s, int n) {
  int k = 0;
  unsigned char by = 0;
#pragma loft
  for (int i = 0; i < n; i += by + 1) {
    by ^= s[i];
    k++;
  }
  return k;
}

// The places are written.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int writes(unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += s[i] + 1) {
    s[i + 1] = 7;
    k++;
  }
  return k;
}

// No list: nothing bounds it, and it may lead back.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT152]
int list(const int *next, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i = next[i])
    k++;
  return k;
}

// A sum of 32 bits may go around.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int wraps(const unsigned *s, unsigned n) {
  int k = 0;
#pragma loft
  for (unsigned i = 0; i < n; i += (s[i] >> 1) + 1)
    k++;
  return k;
}

// So may the step, which is 0 then.
// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int wide(const unsigned *s, unsigned long n) {
  int k = 0;
#pragma loft
  for (unsigned long i = 0; i < n; i += s[i] + 8)
    k++;
  return k;
}

// CHECK: no-strides.c:[[@LINE+4]]:{{.*}}warning: loop stays as it is: {{.*}}[LOFT168]
int narrow(const unsigned char *s, int n) {
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i += (unsigned char)(s[i] + 1))
    k++;
  return k;
}
