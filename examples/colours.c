// k-means: the colours of a photograph that stand best for all of them.
// usage: colours FILE.png
#include "demo.h"

enum { COLOURS = 12, ROUNDS = 100 };

typedef struct colour {
  uint8_t r, g, b;
} colour;

// The sums of the pixels that are nearest to a colour.
typedef struct cluster {
  long r, g, b, pixels;
} cluster;

// Moves "k" colours to the middle of the pixels nearest to them until they
// stay; nearest[i] is that of pixel i. How many rounds it took.
static int
kmeans(int n, const colour *pixel, int k, float (*middle)[3], cluster *sum,
       uint8_t *nearest) {
  int rounds = 0, moved;
#pragma loft
  do {
    for (int c = 0; c < k; c++)
      sum[c].r = sum[c].g = sum[c].b = sum[c].pixels = 0;
    for (int i = 0; i < n; i++) {
      float least = 1e30f;
      int best = 0;
      for (int c = 0; c < k; c++) {
        float r = pixel[i].r - middle[c][0], g = pixel[i].g - middle[c][1];
        float b = pixel[i].b - middle[c][2], d = r * r + g * g + b * b;
        if (d < least) {
          least = d;
          best = c;
        }
      }
      nearest[i] = (uint8_t)best;
    }
    for (int i = 0; i < n; i++) {
      cluster *s = &sum[nearest[i]];
      s->r += pixel[i].r;
      s->g += pixel[i].g;
      s->b += pixel[i].b;
      s->pixels++;
    }
    moved = 0;
    for (int c = 0; c < k; c++)
      if (sum[c].pixels) {
        float r = (float)sum[c].r / (float)sum[c].pixels;
        float g = (float)sum[c].g / (float)sum[c].pixels;
        float b = (float)sum[c].b / (float)sum[c].pixels;
        if (r != middle[c][0] || g != middle[c][1] || b != middle[c][2])
          moved = 1;
        middle[c][0] = r;
        middle[c][1] = g;
        middle[c][2] = b;
      }
    rounds++;
  } while (moved && rounds < ROUNDS);
  return rounds;
}

// A picture in which each pixel has the colour that stands for it.
static void
paint(int n, float (*middle)[3], const uint8_t *nearest, uint8_t *rgb) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      rgb[3 * i + k] = (uint8_t)(middle[nearest[i]][k] + 0.5f);
}

int
main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: colours FILE.png\n");
    return 2;
  }
  int columns, rows;
  uint8_t *photo = demo_read_png(argv[1], &columns, &rows, 1);
  const int w = demo_scaled(columns, 2), h = demo_scaled(rows, 2), n = w * h;
  colour *pixel = demo_alloc((size_t)n * sizeof *pixel);
  uint8_t *nearest = demo_alloc((size_t)n), *rgb = demo_alloc(3 * (size_t)n);
  float middle[COLOURS][3];
  cluster sum[COLOURS];
  for (int i = 0; i < n; i++) { // tiles, when scaled up
    const uint8_t *p = &photo[3 * (i / w % rows * columns + i % w % columns)];
    pixel[i] = (colour){p[0], p[1], p[2]};
  }

  DEMO_RUN("kmeans", {
    for (int c = 0; c < COLOURS; c++)
      for (int k = 0; k < 3; k++)
        middle[c][k] = 255.0f * (float)c / COLOURS;
    kmeans(n, pixel, COLOURS, middle, sum, nearest);
  });
  demo_result("kmeans", middle, 3 * COLOURS, sizeof **middle, 'f');
  paint(n, middle, nearest, rgb);
  demo_write_png("colours.png", rgb, w, h, 1);

  free(photo);
  free(pixel);
  free(nearest);
  free(rgb);
  return 0;
}
