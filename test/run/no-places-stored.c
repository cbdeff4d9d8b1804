// Places in an array that the loop stores into, where a guard fails in some
// calls: an earlier iteration has stored what is read, structures share a part of
// a list, or a special case holds.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck %s
// CHECK-COUNT-7: loft: a ({{.*}}): cpu
// CHECK-COUNT-2: loft: a ({{.*}}): original: its run-time guard failed
// CHECK-COUNT-7: loft: b ({{.*}}): cpu
// CHECK-COUNT-3: loft: b ({{.*}}): original: the memory of p[].at and p[].at overlaps
// CHECK-COUNT-1: loft: b ({{.*}}): original: its run-time guard failed
// CHECK-COUNT-3: loft: c ({{.*}}): cpu
// CHECK-COUNT-3: loft: c ({{.*}}): original: its run-time guard failed
#include <stdio.h>
#include <stdlib.h>
enum { N = 30 };
__attribute__((noinline)) void a(int n, float *v, int *at, int m, int F, int t) {
#pragma loft
  for (int i = 0; i < n; i++) { v[i * m + at[i * F + t - 1]] += 1; float s = 0; for (int k = 0; k < m; k++) s += v[i * m + k]; at[i * F + t] = s; }
}
struct p { int no; int *at; float *v; };
__attribute__((noinline)) void b(int n, struct p *p, int m, int F, int t) {
#pragma loft
  for (int i = 0; i < n; i++) { p[i].v[p[i].at[p[i].no * F + t - 1]] += 1; float s = 0; for (int k = 0; k < m; k++) s += p[i].v[k]; p[i].at[p[i].no * F + t] = (int)s & 7; }
}
__attribute__((noinline)) void c(int n, float *v, int *at, int m, int F, int t, int mode) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float s = 0; for (int k = 0; k < m; k++) s += v[i * m + k] * k;
    if (mode == 1) at[i * F + t - 1] = (int)s % m;
    v[i * m + at[i * F + t - 1]] += 1;
    if (mode == 2 && t > 1) { at[i * F] = s; v[at[i * F] % (n * m)] += s; }
    at[i * F + t] = (int)s % m;
  }
}
int main(void) {
  static float v[N * 8]; static int at[N * 8 + 64]; double h = 0;
  for (int i = 0; i < N * 8; i++) at[i] = i % 8;
  for (int t = 1; t < 8; t++) { a(N, v, at, 8, 8, t); for (int i = 0; i < N * 8; i++) at[i] &= 7; }
  a(N, v, at, 8, 1, 0 + 1); a(4, v, at, 8, 1, 1); // rows of one: the iteration before stored it
  for (int i = 0; i < N * 8; i++) at[i] &= 7, h = h * 0.99 + v[i] + at[i]; printf("%.17g\n", h);
  struct p p[N];
  for (int i = 0; i < N; i++) p[i] = (struct p){i, at, malloc(32)};
  for (int i = 0; i < N; i++) for (int k = 0; k < 8; k++) p[i].v[k] = k;
  for (int t = 1; t < 8; t++) b(N, p, 8, 8, t);
 
  for (int i = 0; i < N; i++) p[i].no = i / 2; for (int t = 1; t < 4; t++) b(N, p, 8, 8, t); // two share a part
 
  for (int i = 0; i < N; i++) p[i].no = i; b(N, p, 8, 1, 1); // chain
 
  for (int i = 0; i < N; i++) for (int k = 0; k < 8; k++) h = h * 0.99 + p[i].v[k]; for (int i = 0; i < N * 8; i++) h = h * 0.99 + at[i]; printf("%.17g\n", h);
  for (int m = 0; m < 3; m++) for (int t = 1; t < 4; t++) { for (int i = 0; i < N * 8; i++) at[i] &= 7, v[i] = (int)v[i] & 15; c(N, v, at, 8, 8, t, m); }
  for (int i = 0; i < N * 8; i++) h = h * 0.99 + v[i] + at[i]; printf("%.17g\n", h);
}
