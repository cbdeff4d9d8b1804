// bench/gpu.c: the programs of examples/ in sizes that keep a large GPU busy.
//
//   LOFT_LOG=2 LOFT_OFFLOAD=mandatory gpu [NAME...]
//
// prints each region's time from call to return, and a checksum of its result,
// by which runs on different devices are compared; the log has device times.
#define main blackscholes_main
#include "../examples/blackscholes.c"
#undef main
#define main mandelbrot_main
#include "../examples/mandelbrot.c"
#undef main
#undef STEPS
#define N HEAT_N
#define STEPS HEAT_STEPS
#define fill heat_fill
#define main heat_main
#include "../examples/heat.c"
#undef main
#undef N
#undef STEPS
#define random_floats nbody_floats
#define main nbody_main
#include "../examples/nbody.c"
#undef main
#undef random_floats
#define main linear_main
#include "../examples/linear.c"
#undef main

// The pixels of mandelbrot with floats instead of doubles.
static void
mandelbrot_f32(int w, int h, int steps, uint8_t *out) {
#pragma loft map
  for (int py = 0; py < h; py++)
    for (int px = 0; px < w; px++) {
      float cr = -2.2f + 3.2f * (float)px / (float)w;
      float ci = -1.2f + 2.4f * (float)py / (float)h;
      float zr = 0, zi = 0;
      int k;
      for (k = 0; k < steps; k++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0f)
          break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
      }
      out[py * w + px] = k == steps ? 0 : (uint8_t)(255 - k * 4 % 256);
    }
}

// Prints a checksum (FNV-1a) of "bytes" bytes.
static void
print_sum(const char *name, const void *data, size_t bytes) {
  const unsigned char *p = data;
  uint64_t h = 14695981039346656037u;
  for (size_t k = 0; k < bytes; k++)
    h = (h ^ p[k]) * 1099511628211u;
  printf("result %s %016llx\n", name, (unsigned long long)h);
}

// Runs and reports "call", which writes "bytes" bytes at "data".
#define BENCH(name, call, data, bytes)                                         \
  do {                                                                         \
    if (demo_is_wanted(argc, argv, name)) {                                    \
      DEMO_RUN(name, call);                                                    \
      print_sum(name, data, bytes);                                            \
    }                                                                          \
  } while (0)

int
main(int argc, char **argv) {
  enum { ALL = 1 << 26, PIXELS = 4000, PLATE = 1024, PRICES = 1 << 22 };
  float *x = random_floats(ALL), *y = random_floats(ALL);
  float *z = random_floats(ALL), result = 0;
  size_t all = (size_t)ALL * sizeof *x;
  BENCH("axpy", axpy(ALL, 0.5f, x, y), y, all);
  BENCH("triad", triad(ALL, z, x, y, 3.0f), z, all);
  BENCH("sum", result = sum(ALL, x), &result, sizeof result);
  BENCH("dot", result = dot(ALL, x, y), &result, sizeof result);
  BENCH("matvec2048", matvec(2048, 2048, x, y, z), z, 2048 * sizeof *z);
  BENCH("matvec8192", matvec(8192, 8192, x, y, z), z, 8192 * sizeof *z);
  for (int n = 512; n <= 4096; n *= 2) {
    char name[32];
    snprintf(name, sizeof name, "matmul%d", n);
    BENCH(name, matmul(n, x, y, z), z, sizeof *z * (size_t)n * (size_t)n);
  }
  BENCH("matmul1000", matmul(1000, x, y, z), z, sizeof *z * 1000 * 1000);
  uint8_t *out = demo_alloc((size_t)PIXELS * PIXELS);
  BENCH("mandelbrot", mandelbrot(PIXELS, PIXELS, STEPS, out), out,
        (size_t)PIXELS * PIXELS);
  BENCH("mandelbrot_f32", mandelbrot_f32(PIXELS, PIXELS, STEPS, out), out,
        (size_t)PIXELS * PIXELS);
  float *u = x, *v = y;
  BENCH("heat", heat(PLATE, 360, &u, &v), u,
        sizeof *u * (size_t)PLATE * (size_t)PLATE);
  for (int k = 0; k < PRICES; k++) {
    x[k] = 5.0f + 25.0f * fabsf(x[k]);
    x[k + PRICES] = 1.0f + 99.0f * fabsf(x[k + PRICES]);
    x[k + 2 * PRICES] = 0.25f + 9.75f * fabsf(x[k + 2 * PRICES]);
  }
  BENCH("black_scholes",
        black_scholes(PRICES, 0.02f, 0.3f, x, x + PRICES, x + 2 * PRICES, y, z),
        y, PRICES * sizeof *y);
  struct system s = {.n = 100000, .softening = 0.01f};
  s.x = y, s.y = y + s.n, s.z = y + 2 * s.n, s.mass = x;
  s.ax = z, s.ay = z + s.n, s.az = z + 2 * s.n;
  BENCH("forces", forces(&s), z, sizeof *z * 3 * (size_t)s.n);
  free(x);
  free(y);
  free(z);
  free(out);
  return 0;
}
