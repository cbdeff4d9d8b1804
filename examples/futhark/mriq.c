// The matrix Q of magnetic resonance imaging: for each voxel the sum of waves
// of all samples in the frequency domain.
#include "../demo.h"

// A sample: its frequency, and the square of its magnitude.
typedef struct sample {
  float kx, ky, kz, magnitude;
} sample;

static void
mriq(int samples, const sample *k, int voxels, const float *x, const float *y,
     const float *z, float *real, float *imaginary) {
#pragma loft map
  for (int v = 0; v < voxels; v++) {
    float re = 0, im = 0;
    for (int s = 0; s < samples; s++) {
      float angle =
          6.2831853f * (k[s].kx * x[v] + k[s].ky * y[v] + k[s].kz * z[v]);
      re += k[s].magnitude * cosf(angle);
      im += k[s].magnitude * sinf(angle);
    }
    real[v] = re;
    imaginary[v] = im;
  }
}

// "n" random numbers on either side of 0.
static float *
random_floats(int n, float most) {
  float *p = demo_alloc((size_t)n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = most * (2 * (float)demo_random() - 1);
  return p;
}

int
main(void) {
  const int voxels = demo_scaled(4096, 2), samples = demo_scaled(1024, 2);
  float *x = random_floats(voxels, 1), *y = random_floats(voxels, 1);
  float *z = random_floats(voxels, 1);
  float *real = random_floats(voxels, 0);
  float *imaginary = random_floats(voxels, 0);
  sample *k = demo_alloc((size_t)samples * sizeof *k);
  for (int s = 0; s < samples; s++) {
    float a = (float)demo_random(), b = (float)demo_random();
    k[s] = (sample){5 * (float)demo_random(), 5 * (float)demo_random(),
                    5 * (float)demo_random(), a * a + b * b};
  }
  DEMO_RUN("mriq", mriq(samples, k, voxels, x, y, z, real, imaginary));
  demo_result("mriq", real, (size_t)voxels, sizeof *real, 'f');
  demo_result("mriq", imaginary, (size_t)voxels, sizeof *imaginary, 'f');
  free(x);
  free(y);
  free(z);
  free(real);
  free(imaginary);
  free(k);
  return 0;
}
