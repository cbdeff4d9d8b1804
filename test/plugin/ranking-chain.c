// A condition joined with itself again and again is read in as many steps as it
// has operations, and no more than a fold may have.
// RUN: %clang -O2 -fplugin-arg-loft-remarks -c %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: ranking-chain.c:[[@LINE+6]]:3: remark: lifted to reduce of 3 values
void use(float, int);
#define AGAIN p = (p & (x[i] <= a)) | (p & (x[i] != a));
#define MORE AGAIN AGAIN AGAIN AGAIN
void few(int n, const float *x, float a, int at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    _Bool p = x[i] < a;
    MORE MORE
    if (p) {
      a = x[i];
      at = i;
    }
  }
  use(a, at);
}
// CHECK: ranking-chain.c:[[@LINE+7]]:9: warning: {{.*}}LOFT
void many(int n, const float *x, float a, int at) {
#pragma loft
  for (int i = 0; i < n; i++) {
    _Bool p = x[i] < a;
    MORE MORE MORE MORE MORE MORE
    if (p) {
      a = x[i];
      at = i;
    }
  }
  use(a, at);
}
