// A photograph through Gaussian blur, Sobel, contrast stretch and histogram
// equalisation.
// usage: photo FILE.png
#include "demo.h"

#include <math.h>

static const float weight[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// 5x5 Gaussian of the inner pixels; the border keeps its value.
static void
blur(int w, int h, const float *in, float *out) {
#pragma loft map
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (x < 2 || x >= w - 2 || y < 2 || y >= h - 2) {
        out[y * w + x] = in[y * w + x];
        continue;
      }
      float sum = 0;
      for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++)
          sum += weight[dy] * weight[dx] * in[(y + dy - 2) * w + x + dx - 2];
      out[y * w + x] = sum;
    }
}

// Gradient magnitude of the inner pixels, 0 on the border.
static void
sobel(int w, int h, const float *in, float *out) {
#pragma loft map
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float g = 0;
      if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
        const float *p = in + y * w + x;
        float gx =
            p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
        float gy =
            p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
        g = sqrtf(gx * gx + gy * gy);
      }
      out[y * w + x] = g;
    }
}

// Stretches the grey values to 0..255.
static void
stretch(int n, const float *in, uint8_t *out) {
  float lo = in[0], hi = in[0];
#pragma loft region
  {
    for (int i = 0; i < n; i++) {
      if (in[i] < lo)
        lo = in[i];
      if (in[i] > hi)
        hi = in[i];
    }
    float scale = hi > lo ? 255.0f / (hi - lo) : 0.0f;
    for (int i = 0; i < n; i++)
      out[i] = (uint8_t)((in[i] - lo) * scale + 0.5f);
  }
}

// Spreads the grey values so that each range of them has as many pixels.
static void
equalise(int n, const uint8_t *in, uint8_t *out) {
  int count[256] = {0}, below[256];
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      count[in[i]]++;
    int sum = 0;
    for (int v = 0; v < 256; v++) {
      sum += count[v];
      below[v] = sum;
    }
    for (int i = 0; i < n; i++)
      out[i] = (uint8_t)((float)(below[in[i]] - 1) * 255.0f / (float)n);
  }
}

int
main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: photo FILE.png\n");
    return 2;
  }
  int columns, rows;
  uint8_t *pixels = demo_read_png(argv[1], &columns, &rows, 0);
  const int w = demo_scaled(columns, 2), h = demo_scaled(rows, 2), n = w * h;
  float *grey = demo_alloc((size_t)n * sizeof *grey);
  float *soft = demo_alloc((size_t)n * sizeof *soft);
  float *edge = demo_alloc((size_t)n * sizeof *edge);
  uint8_t *out = demo_alloc((size_t)n);
  uint8_t *bytes = demo_alloc((size_t)n);
  for (int i = 0; i < n; i++) { // tiles, when scaled up
    bytes[i] = pixels[i / w % rows * columns + i % w % columns];
    grey[i] = bytes[i];
  }

  DEMO_RUN("blur", blur(w, h, grey, soft));
  demo_result("blur", soft, (size_t)n, sizeof *soft, 'f');
  DEMO_RUN("sobel", sobel(w, h, soft, edge));
  demo_result("sobel", edge, (size_t)n, sizeof *edge, 'f');
  DEMO_RUN("stretch", stretch(n, edge, out));
  demo_result("stretch", out, (size_t)n, 1, 'B');
  demo_write_png("edges.png", out, w, h, 0);
  DEMO_RUN("equalise", equalise(n, bytes, out));
  demo_result("equalise", out, (size_t)n, 1, 'B');
  demo_write_png("equalised.png", out, w, h, 0);

  free(pixels);
  free(grey);
  free(soft);
  free(edge);
  free(out);
  free(bytes);
  return 0;
}
