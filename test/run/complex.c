// Complex numbers: the ops and their order are Clang's, for infinities and NaN
// too; as elements, in structures, through inlined functions, real operands.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 4096
#define CMPLX(a, b) __builtin_complex((double)(a), (double)(b))
#define CMPLXF(a, b) __builtin_complex((float)(a), (float)(b))
typedef float _Complex cf;
typedef double complex cd;
static cd A[N], B[N], C[N], D[N];
static cf F[N], G[N];
static double R[N];
static int K[N];
struct sig {
  cf z;
  int id;
  double w;
};
static struct sig S[N];
static inline cd
sq(cd z) {
  return z * z;
}
static void
prod(int n, cd *c, const cd *a, const cd *b) {
#pragma loft
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}
static void
prodf(int n, cf *c, const cf *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    c[i] *= a[i];
    c[i] -= 2;
  }
}
static void
ops(int n, cd *c, const cd *a, const cd *b, const double *r) {
#pragma loft
  for (int i = 0; i < n; i++) {
    cd z = a[i] + r[i] - I * b[i];
    z = conj(z) / 3 + (1 - z) * r[i];
    if (z != b[i] && creal(z) < cimag(b[i]))
      z = -z + ~b[i];
    z += r[i] * a[i];
    __imag__ z += 1;
    z /= r[i];
    c[i] = i & 1 ? sq(z) : CMPLX(creal(z), r[i]);
  }
}
static void
quot(int n, cd *c, const cd *a, const cd *b) {
#pragma STDC CX_LIMITED_RANGE ON
#pragma loft
  for (int i = 0; i < n; i++)
    c[i] = a[i] / b[i] + 1 / a[i] + a[i] * b[i];
}
static void
mag(int n, double *r, int *k, const cd *a) {
#pragma loft
  for (int i = 0; i < n; i++) {
    r[i] = creal(a[i]) * creal(a[i]) + cimag(a[i]) * cimag(a[i]);
    k[i] = a[i] ? 1 : 2;
    float f = a[i];
    r[i] += f;
  }
}
static void
mandel(int n, int *k, cd c0) {
#pragma loft
  for (int i = 0; i < n; i++) {
    cd z = 0, c = c0 + i * (0.001 - 0.0005 * I);
    int j;
    for (j = 0; j < 50 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4; j++)
      z = z * z + c;
    k[i] = j;
  }
}
static cd
sum(int n, const cd *a) {
  cd s = 0;
#pragma loft exact
  for (int i = 0; i < n; i++) {
    s = a[i] + i;
  }
  return s;
}
static void
st(int n, struct sig *s, cf w) {
#pragma loft
  for (int i = 0; i < n; i++) {
    s[i].z = s[i].z * w + s[i].id;
    s[i].w = crealf(s[i].z);
  }
}
static void
dft(int n, cd *out, const cd *in, const cd *tw) {
#pragma loft
  for (int k = 0; k < n; k++) {
    cd s = 0;
    for (int j = 0; j < n; j++)
      s += in[j] * tw[j * k % n];
    out[k] = s;
  }
}
static void
show(const char *t, const void *p, int n, int size) {
  unsigned h = 0;
  for (int i = 0; i < n; i++) {
    if (size == 8) {
      double d;
      memcpy(&d, (char *)p + 8 * i, 8);
      if (d != d)
        d = 77;
      unsigned long b;
      memcpy(&b, &d, 8);
      h = h * 31 + (unsigned)(b ^ b >> 32);
    } else {
      float d;
      memcpy(&d, (char *)p + 4 * i, 4);
      if (d != d)
        d = 77;
      unsigned b;
      memcpy(&b, &d, 4);
      h = h * 31 + b;
    }
  }
  printf("%s %u\n", t, h);
}
int
main(void) {
  double sp[] = {0,   -0.0,  1,      -1, INFINITY, -INFINITY,
                 NAN, 1e200, -1e200, 3,  1e-310,   1e308};
  for (int i = 0; i < N; i++) {
    unsigned h = i * 2654435761u;
    A[i] = CMPLX(sp[h % 12], sp[h / 12 % 12]);
    B[i] = CMPLX(sp[h / 144 % 12], sp[h / 1728 % 12]);
    F[i] = CMPLXF(sp[h % 12], sp[h / 144 % 12]);
    G[i] = CMPLXF(sp[h / 12 % 12], sp[h / 1728 % 12]);
    R[i] = i % 7 - 3;
    S[i].z = CMPLXF(i, 1);
    S[i].id = i;
    D[i] = CMPLX(i % 10, 0.1 * (i % 3));
  }
  prod(N, C, A, B);
  show("prod", C, 2 * N, 8);
  prodf(N, F, G);
  show("prodf", F, 2 * N, 4);
  ops(N, C, D, B, R);
  show("ops", C, 2 * N, 8);
  for (int i = 0; i < N; i++)
    B[i] = CMPLX(i % 13 + 1, i % 7);
  quot(N, C, D, B);
  show("quot", C, 2 * N, 8);
  mag(N, R, K, D);
  show("mag", R, N, 8);
  mandel(N, K, -0.7 + 0.3 * I);
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + K[i];
  printf("k %u\n", h);
  cd s = sum(N, D);
  printf("%a %a\n", creal(s), cimag(s));
  st(N, S, 0.5f + 0.25f * I);
  h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (int)crealf(S[i].z) + (int)S[i].w;
  printf("st %u\n", h);
  dft(256, C, D, B);
  show("dft", C, 512, 8);
}
