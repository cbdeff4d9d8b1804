// Speckle reducing anisotropic diffusion of an ultrasonic image.
#include "../demo.h"

typedef struct srad_image {
  int rows, columns;
  float *pixel;
  float *north, *south, *west, *east; // differences to the neighbours
  float *c;                           // how much diffuses
  int *up, *down, *left, *right;      // the neighbours' rows and columns
} srad_image;

// The variation of speckle in the whole image: variance over squared mean.
static float
variation(const srad_image *m) {
  int n = m->rows * m->columns;
  float sum = 0, squares = 0;
  for (int k = 0; k < n; k++) {
    sum += m->pixel[k];
    squares += m->pixel[k] * m->pixel[k];
  }
  float mean = sum / (float)n, variance = squares / (float)n - mean * mean;
  return variance / (mean * mean);
}

// How much pixel (i, j) diffuses.
static void
coefficient(srad_image *m, int i, int j, float speckle) {
  int w = m->columns, k = i * w + j;
  float p = m->pixel[k];
  m->north[k] = m->pixel[m->up[i] * w + j] - p;
  m->south[k] = m->pixel[m->down[i] * w + j] - p;
  m->west[k] = m->pixel[i * w + m->left[j]] - p;
  m->east[k] = m->pixel[i * w + m->right[j]] - p;
  float gradient = (m->north[k] * m->north[k] + m->south[k] * m->south[k] +
                    m->west[k] * m->west[k] + m->east[k] * m->east[k]) /
                   (p * p);
  float laplace = (m->north[k] + m->south[k] + m->west[k] + m->east[k]) / p;
  float top = 0.5f * gradient - laplace * laplace / 16;
  float bottom = 1 + 0.25f * laplace;
  float q = top / (bottom * bottom);
  float c = 1 / (1 + (q - speckle) / (speckle * (1 + speckle)));
  m->c[k] = c < 0 ? 0 : c > 1 ? 1 : c;
}

static void
srad(srad_image *m, int rounds, float lambda) {
#pragma loft
  for (int round = 0; round < rounds; round++) {
    float speckle = variation(m);
    for (int i = 0; i < m->rows; i++)
      for (int j = 0; j < m->columns; j++)
        coefficient(m, i, j, speckle);
    for (int i = 0; i < m->rows; i++)
      for (int j = 0; j < m->columns; j++) {
        int w = m->columns, k = i * w + j;
        float south = m->c[m->down[i] * w + j];
        float east = m->c[i * w + m->right[j]];
        float flow = m->c[k] * m->north[k] + south * m->south[k] +
                     m->c[k] * m->west[k] + east * m->east[k];
        m->pixel[k] += 0.25f * lambda * flow;
      }
  }
}

// Neighbours in a row of "n": "before" and "after"; the ends are their own.
static void
make_neighbours(int n, int *before, int *after) {
  for (int i = 0; i < n; i++) {
    before[i] = i > 0 ? i - 1 : 0;
    after[i] = i < n - 1 ? i + 1 : i;
  }
}

// An image of this size; every array is made of "count" numbers at least.
static srad_image
make_image(int rows, int columns) {
  srad_image m = {.rows = rows, .columns = columns};
  size_t count = (size_t)rows * (size_t)columns;
  float **arrays[] = {&m.pixel, &m.north, &m.south, &m.west, &m.east, &m.c};
  for (int k = 0; k < 6; k++)
    *arrays[k] = demo_alloc(count * sizeof(float));
  m.up = demo_alloc((size_t)rows * sizeof *m.up);
  m.down = demo_alloc((size_t)rows * sizeof *m.down);
  m.left = demo_alloc((size_t)columns * sizeof *m.left);
  m.right = demo_alloc((size_t)columns * sizeof *m.right);
  make_neighbours(rows, m.up, m.down);
  make_neighbours(columns, m.left, m.right);
  return m;
}

static void
free_image(srad_image *m) {
  free(m->pixel);
  free(m->north);
  free(m->south);
  free(m->west);
  free(m->east);
  free(m->c);
  free(m->up);
  free(m->down);
  free(m->left);
  free(m->right);
}

int
main(void) {
  srad_image m = make_image(demo_scaled(502, 2), demo_scaled(458, 2));
  size_t count = (size_t)m.rows * (size_t)m.columns;
  float *speckled = demo_alloc(count * sizeof *speckled);
  for (size_t k = 0; k < count; k++)
    speckled[k] = expf((float)demo_random() + (k / 40 % 2 ? 0.2f : 0));
  DEMO_RUN("srad", {
    memcpy(m.pixel, speckled, count * sizeof *speckled);
    srad(&m, 20, 0.5f);
  });
  demo_result("srad", m.pixel, count, sizeof *m.pixel, 'f');
  free(speckled);
  free_image(&m);
  return 0;
}
