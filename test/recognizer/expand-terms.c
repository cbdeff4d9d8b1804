// A recurrence of two terms gets a loop of its own where other folds need it,
// as one of a single term does; not where it needs one of these.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
// COVERS: shape-expand
void counts(const int *x, double *y, int n, double a, double b, long *clips) {
  double o1 = 0, o2 = 0;
  long k = 0;
// CHECK: [[#@LINE+2]]:{{.*}}lifted to scan of 6 values + reduce add;
#pragma loft
  for (int i = 0; i < n; i++) {
    double o = x[i] - o1 * a - o2 * b;
    o2 = o1;
    o1 = o;
    y[i] = o;
    if (o < -5)
      k++;
  }
  *clips = k;
}

void needs(const int *x, double *y, int n, double a, double b, long *clips) {
  double o1 = 0, o2 = 0;
  long k = 0;
// CHECK: stays{{.*}}LOFT
#pragma loft
  for (int i = 0; i < n; i++) {
    double o = x[i] - o1 * a - o2 * b;
    o2 = o1;
    o1 = k & 1 ? o : 1;
    y[i] = o;
    if (o < -5)
      k++;
  }
  *clips = k;
}
