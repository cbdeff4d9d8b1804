// Sums of products written with temporaries, as equations are (Berenyi et al.,
// 1, 2, 6, 7): each is one kernel without them, and has the bits of the loops.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-emit=common -fplugin-arg-loft-emit-to=%t.loft
// RUN: loft-opt --metrics --quiet %t.loft | FileCheck %s
// RUN: %three %t
#include <stdio.h>

enum { N = 37, M = 41, P = 29, L = 7, K = 6 };

// CHECK: metrics @eq1: reduce=1 map=1 update=1 index=4 
static void
eq1(int n, int m, const float *A, const float *B, const float *v,
    const float *u, float *w)
{
#pragma loft region
  {
    float T[n][m], x[m];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        T[i][j] = A[i * m + j] + B[i * m + j];
    for (int j = 0; j < m; j++)
      x[j] = v[j] + u[j];
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int j = 0; j < m; j++)
        s += T[i][j] * x[j];
      w[i] = s;
    }
  }
}

// A matrix with its columns scaled.
// CHECK: metrics @eq2: reduce=1 map=1 update=1 index=3 
static void
eq2(int n, int m, int p, const float *A, const float *B, const float *g,
    float *C)
{
#pragma loft region
  {
    float T[n][m];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        T[i][j] = A[i * m + j] * g[j];
    for (int i = 0; i < n; i++)
      for (int k = 0; k < p; k++) {
        float s = 0;
        for (int j = 0; j < m; j++)
          s += T[i][j] * B[j * p + k];
        C[i * p + k] = s;
      }
  }
}

// All products first, in an order of dimensions that is not that of the sums.
// CHECK: metrics @eq6: reduce=1 map=1 update=1 index=3 
static void
eq6(int n, int m, int p, const float *A, const float *B, const float *g,
    float *C)
{
#pragma loft region
  {
    float T[n][m][p];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int k = 0; k < p; k++)
          T[i][j][k] = A[i * m + j] * B[j * p + k] * g[j];
    for (int i = 0; i < n; i++)
      for (int k = 0; k < p; k++) {
        float s = 0;
        for (int j = 0; j < m; j++)
          s += T[i][j][k];
        C[i * p + k] = s;
      }
  }
}

// Two sums, two scaled matrices.
// CHECK: metrics @eq7: reduce=1 map=1 update=1 index=5 
static void
eq7(int n, int l, int p, const double *A, const double *B, const double *C,
    const double *g, const double *f, double *out)
{
#pragma loft region
  {
    double U[l][p], V[l][p];
    for (int j = 0; j < l; j++)
      for (int q = 0; q < p; q++)
        U[j][q] = B[j * p + q] * g[j];
    for (int k = 0; k < l; k++)
      for (int q = 0; q < p; q++)
        V[k][q] = C[k * p + q] * f[k];
    for (int i = 0; i < n; i++)
      for (int a = 0; a < p; a++)
        for (int b = 0; b < p; b++) {
          double s = 0;
          for (int j = 0; j < l; j++)
            for (int k = 0; k < l; k++)
              s += A[(i * l + j) * l + k] * U[j][a] * V[k][b];
          out[(i * p + a) * p + b] = s;
        }
  }
}

static float A[N * M], B[N * M], D[M * P], v[M], u[M], w[N], C[N * P], E[N * P];
static double a[K * L * L], b[L * P], c[L * P], g[L], f[L], o[K * P * P];

// Prints "n" floats.
static void
show(const char *name, const float *x, int n)
{
  for (int i = 0; i < n; i++)
    printf("%s %a\n", name, x[i]);
}

int
main(void)
{
  for (int i = 0; i < N * M; i++)
    A[i] = (float)(i % 31) / 3, B[i] = (float)(i % 7) - 2.3f;
  for (int i = 0; i < M * P; i++)
    D[i] = (float)(i % 13) / 7;
  for (int i = 0; i < M; i++)
    v[i] = (float)i / 9, u[i] = 1.1f - (float)i;
  for (int i = 0; i < K * L * L; i++)
    a[i] = i % 11 / 3.0;
  for (int i = 0; i < L * P; i++)
    b[i] = i % 5 / 7.0, c[i] = 1 - i % 3 / 9.0;
  for (int i = 0; i < L; i++)
    g[i] = i / 3.0, f[i] = i / 7.0 - 1;
  eq1(N, M, A, B, v, u, w);
  eq2(N, M, P, A, D, v, C);
  eq6(N, M, P, A, D, v, E);
  eq7(K, L, P, a, b, c, g, f, o);
  show("w", w, N);
  show("C", C, N * P);
  show("E", E, N * P);
  for (int i = 0; i < K * P * P; i++)
    printf("o %a\n", o[i]);
}
