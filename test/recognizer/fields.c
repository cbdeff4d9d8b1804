// Loops that fold what they walk through: the folds are carried from element to
// element, and start again with each run.
// RUN: %clang -O2 -c -o %t.o %s -fplugin-arg-loft-emit=soac -fplugin-arg-loft-emit-to=%t.loft -Xclang -verify=expected
// RUN: FileCheck %s < %t.loft

// Fields with a mark behind each, the last one perhaps without.
// CHECK-LABEL: func @fields(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
int fields(const char *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    unsigned v = 0;
    while (i < n && s[i] != ',')
      v = v * 10 + (unsigned)(s[i++] - '0');
    out[k++] = v;
    i++;
  }
  return k + i;
}

// CHECK-LABEL: func @numbers(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int numbers(const char *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    if (s[i] >= '0' && s[i] <= '9') {
      unsigned v = 0;
      while (i < n && s[i] >= '0' && s[i] <= '9') {
        v = v * 10 + (unsigned)(s[i] - '0');
        i++;
      }
      out[k++] = v;
    } else
      i++;
  }
  return k;
}

// Nothing asks whether there is something to walk through: what is done with
// nothing is done once, behind all.
// CHECK-LABEL: func @without_question(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
// CHECK-NOT:     loop
// CHECK:         if %skipped
int without_question(const char *restrict s, int n, int *restrict len,
                     int *restrict most) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    while (i < n && s[i] == ' ')
      i++;
    int b = i, m = 0;
    while (i < n && s[i] != ' ') {
      m = s[i] > m ? s[i] : m;
      i++;
    }
    len[k] = i - b;
    most[k++] = m;
  }
  return k;
}

// Sums of what belongs to equal elements.
// CHECK-LABEL: func @groups(
// CHECK-NOT:     loop
// CHECK:         scan (%at{{[0-9]*}} <
int groups(const int *restrict x, const int *restrict y, int n,
           int *restrict sum) {
  int k = 0, i = 0;
#pragma loft
  while (i < n) {
    int j = i + 1, v = y[i];
    while (j < n && x[j] == x[i])
      v += y[j++];
    sum[k++] = v;
    i = j;
  }
  return k;
}

// A fold goes on from one run to the next.
int carried_on(const char *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
  unsigned v = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (i < n) {
    while (i < n && s[i] != ',') // expected-warning {{loop stays as it is}}
      v = v * 10 + (unsigned)(s[i++] - '0');
    out[k++] = v;
    i++;
  }
  return k;
}

// The end of a run depends on its fold.
int limited(const char *restrict s, int n, unsigned *restrict out) {
  int k = 0, i = 0;
#pragma loft // expected-note {{the loop was to be lifted by this pragma}}
  while (i < n) {
    unsigned v = (unsigned)s[i++];
    while (i < n && v < 1000)
      v = v * 10 + (unsigned)(s[i++] - '0'); // expected-warning {{[LOFT161]}}
    out[k++] = v;
  }
  return k;
}
