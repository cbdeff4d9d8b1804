// bench/devices.c: regions that several devices share.
//
//   clang-22 -O3 -fplugin=build/lib/libloft.so bench/devices.c
//     -Lbuild/lib -Wl,-rpath,$PWD/build/lib -lloftrt -lm -o devices
//   LOFT_DEVICE=0 ./devices; LOFT_DEVICE=all ./devices
//
// Prints for each region the median time of five calls in ms, and a checksum of
// its results, which is the same on any devices. Ten calls come before, in
// which the runtime measures whether sharing pays.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  BODIES = 1 << 18,
  SIDE = 8192,
  STEPS = 2000,
  ORDER = 4096,
  LONG = 1 << 26,
  WARM = 10,
  RUNS = 5
};

static float *a, *b, *c;

// The accelerations of bodies at a, of masses 1, in b.
static void
nbody(void) {
#pragma loft
  for (int i = 0; i < BODIES; i++) {
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < BODIES; j++) {
      float dx = a[3 * j] - a[3 * i], dy = a[3 * j + 1] - a[3 * i + 1],
            dz = a[3 * j + 2] - a[3 * i + 2];
      float d = dx * dx + dy * dy + dz * dz + 0.01f, w = 1 / (d * sqrtf(d));
      x += w * dx;
      y += w * dy;
      z += w * dz;
    }
    b[3 * i] = x;
    b[3 * i + 1] = y;
    b[3 * i + 2] = z;
  }
}

// The steps until points of the plane escape.
static void
mandelbrot(void) {
#pragma loft
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      float re = -2 + 3.0f / SIDE * j, im = -1.5f + 3.0f / SIDE * i;
      float x = 0, y = 0;
      int k = 0;
      while (k < STEPS && x * x + y * y < 4) {
        float next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        k++;
      }
      b[(long)i * SIDE + j] = k;
    }
}

// A step of diffusion from a to b.
static void
heat(void) {
#pragma loft
  for (int i = 1; i < SIDE - 1; i++)
    for (int j = 1; j < SIDE - 1; j++) {
      const float *p = a + (long)i * SIDE + j;
      b[(long)i * SIDE + j] =
          p[0] + 0.1f * (p[1] + p[-1] + p[SIDE] + p[-SIDE] - 4 * p[0]);
    }
}

// c = a b.
static void
matmul(void) {
#pragma loft
  for (int i = 0; i < ORDER; i++)
    for (int j = 0; j < ORDER; j++) {
      float s = 0;
      for (int k = 0; k < ORDER; k++)
        s += a[(long)i * ORDER + k] * b[(long)k * ORDER + j];
      c[(long)i * ORDER + j] = s;
    }
}

// Prices of European calls, of strikes a.
static void
black_scholes(void) {
#pragma loft
  for (long i = 0; i < LONG; i++) {
    float d = (logf(1 / a[i]) + 0.045f) / 0.3f, e = d - 0.3f;
    b[i] = 0.5f * erfcf(-d * 0.70710678f) -
           a[i] * expf(-0.02f) * 0.5f * erfcf(-e * 0.70710678f);
  }
}

static float sum;

// The dot product of a and b.
static void
dot(void) {
  float s = 0;
#pragma loft reduce(+ : s)
  for (long i = 0; i < LONG; i++)
    s += a[i] * b[i];
  sum = s;
}

typedef struct row {
  const char *name;
  void (*run)(void);
  const float *const *out; // the result, of "n" floats
  long n;
} row;

static const float *const the_sum = &sum;

static const row rows[] = {
    {"n-body 262144", nbody, (const float *const *)&b, 3L * BODIES},
    {"mandelbrot 8192^2, 2000 steps", mandelbrot, (const float *const *)&b,
     (long)SIDE * SIDE},
    {"heat 8192^2", heat, (const float *const *)&b, (long)SIDE * SIDE},
    {"matrix product 4096", matmul, (const float *const *)&c,
     (long)ORDER * ORDER},
    {"BlackScholes 64M", black_scholes, (const float *const *)&b, LONG},
    {"dot 64M", dot, &the_sum, 1},
};

// A time in ms.
static double
now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// The order of doubles.
static int
compare(const void *x, const void *y) {
  double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

// FNV-1a of the words of "n" floats.
static uint32_t
checksum(const float *x, long n) {
  uint32_t h = 2166136261u;
  for (long i = 0; i < n; i++) {
    uint32_t w;
    memcpy(&w, x + i, sizeof w);
    h = (h ^ w) * 16777619u;
  }
  return h;
}

// Fills a and b with numbers in [0.5, 1.5).
static void
fill(void) {
  uint32_t s = 1;
  for (long i = 0; i < LONG; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = 0.5f + (s >> 8) * 0x1p-24f;
    b[i] = 1.5f - (s >> 8) * 0x1p-24f;
  }
}

int
main(void) {
  a = malloc(LONG * sizeof *a);
  b = malloc(LONG * sizeof *b);
  c = malloc(LONG * sizeof *c);
  if (!a || !b || !c)
    return 1;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    double ms[RUNS];
    fill();
    for (int r = 0; r < WARM; r++)
      rows[k].run();
    for (int r = 0; r < RUNS; r++) {
      ms[r] = now();
      rows[k].run();
      ms[r] = now() - ms[r];
    }
    qsort(ms, RUNS, sizeof *ms, compare);
    printf("%-32s %9.2f  %08x\n", rows[k].name, ms[RUNS / 2],
           checksum(*rows[k].out, rows[k].n));
  }
}
