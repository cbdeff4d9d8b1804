// What belongs to a least element is in no range where it is data that the
// region writes.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: which elements of 'distance' it touches depends on what it writes itself{{.*}}LOFT161
void f(int rounds, int n, float *distance, int *next) {
#pragma loft region
  for (int k = 0; k < rounds; k++) {
    int best = 0;
    float least = 1e30f;
    for (int i = 0; i < n; i++)
      if (distance[i] < least) {
        least = distance[i];
        best = next[i];
      }
    distance[best] = 1e30f;
    for (int i = 0; i < n; i++)
      next[i] += 1;
  }
}
