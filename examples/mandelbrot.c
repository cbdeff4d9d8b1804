// The Mandelbrot set: a loop that ends where the data says.
#include "demo.h"

enum { STEPS = 512 };

static void
mandelbrot(int w, int h, int steps, uint8_t *out) {
#pragma loft map
  for (int py = 0; py < h; py++)
    for (int px = 0; px < w; px++) {
      double cr = -2.2 + 3.2 * px / w, ci = -1.2 + 2.4 * py / h;
      double zr = 0, zi = 0;
      int k;
      for (k = 0; k < steps; k++) {
        double r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0)
          break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
      }
      out[py * w + px] = k == steps ? 0 : (uint8_t)(255 - k * 4 % 256);
    }
}

int
main(void) {
  const int w = demo_scaled(1024, 2), h = demo_scaled(768, 2);
  size_t n = (size_t)w * (size_t)h;
  uint8_t *out = demo_alloc(n);
  DEMO_RUN("mandelbrot", mandelbrot(w, h, STEPS, out));
  demo_result("mandelbrot", out, n, 1, 'B');
  demo_write_png("mandelbrot.png", out, w, h, 0);
  free(out);
  return 0;
}
