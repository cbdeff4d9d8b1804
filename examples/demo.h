// examples/demo.h: shared by the example programs: timing, results, pictures.
//
// An example runs the same whether it was compiled with loft or not, and
// whatever LOFT_OFFLOAD says. It prints one line a region,
//   region NAME SECONDS
// and appends its results to the file named by DEMO_RESULTS, so that runs can
// be compared element by element (harness.py does).
#ifndef DEMO_H
#define DEMO_H

#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Seconds on a clock that only goes forward.
static inline double
demo_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Orders doubles for qsort.
static inline int
demo_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The whole number in the environment variable "name", within 1..most.
static inline int
demo_setting(const char *name, int normal, int most) {
  const char *text = getenv(name);
  int n = text ? atoi(text) : normal;
  return n < 1 ? 1 : n > most ? most : n;
}

// "n" made larger or smaller so that a problem of "dims" dimensions has
// DEMO_SCALE times the elements.
static inline int
demo_scaled(int n, int dims) {
  const char *text = getenv("DEMO_SCALE");
  double scale = text ? atof(text) : 1;
  return scale > 0 ? (int)fmax(1, round(n * pow(scale, 1.0 / dims))) : n;
}

// True when the region is asked for: named on the command line, or none is.
static inline int
demo_is_wanted(int argc, char **argv, const char *name) {
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], name))
      return 1;
  return argc < 2;
}

// Runs "call" DEMO_WARMUP (1) times to warm up and DEMO_REPEAT (3) times more;
// prints the median.
#define DEMO_RUN(name, call)                                                   \
  do {                                                                         \
    double demo_times[99];                                                     \
    int demo_n = demo_setting("DEMO_REPEAT", 3, 99);                           \
    for (int demo_k = -demo_setting("DEMO_WARMUP", 1, 9999); demo_k < demo_n;  \
         demo_k++) {                                                           \
      double demo_start = demo_now();                                          \
      call;                                                                    \
      if (demo_k >= 0)                                                         \
        demo_times[demo_k] = demo_now() - demo_start;                          \
    }                                                                          \
    qsort(demo_times, (size_t)demo_n, sizeof *demo_times, demo_compare);       \
    printf("region %s %.9f\n", name, demo_times[demo_n / 2]);                  \
    fflush(stdout);                                                            \
  } while (0)

// Appends "count" elements of "size" bytes to the results under "name"; "type"
// is a letter of Python's struct module: f d B i ...
static inline void
demo_result(const char *name, const void *data, size_t count, size_t size,
            char type) {
  const char *path = getenv("DEMO_RESULTS");
  FILE *f = path ? fopen(path, "ab") : NULL;
  if (!f)
    return;
  fprintf(f, "%s %c %zu\n", name, type, count);
  fwrite(data, size, count, f);
  fclose(f);
}

// malloc that ends the program with a message when memory is out.
static inline void *
demo_alloc(size_t bytes) {
  void *p = malloc(bytes ? bytes : 1);
  if (!p) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return p;
}

// The next number of a fixed random sequence, 0 <= r < 1.
static inline double
demo_random(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

// Reads a PNG file with 8 bits a value, grey or RGB, *w by *h pixels, row by
// row. Exits with a message on error.
static inline uint8_t *
demo_read_png(const char *path, int *w, int *h, int rgb) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path)) {
    fprintf(stderr, "%s: %s\n", path, image.message);
    exit(1);
  }
  image.format = rgb ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  uint8_t *pixels = demo_alloc(PNG_IMAGE_SIZE(image));
  png_color black = {0, 0, 0};
  if (!png_image_finish_read(&image, &black, pixels, 0, NULL)) {
    fprintf(stderr, "%s: %s\n", path, image.message);
    exit(1);
  }
  *w = (int)image.width;
  *h = (int)image.height;
  return pixels;
}

// Writes "pixels" (8-bit, grey or RGB) into the folder DEMO_PICTURES under
// "name"; nothing when the variable is not set.
static inline void
demo_write_png(const char *name, const uint8_t *pixels, int w, int h, int rgb) {
  const char *folder = getenv("DEMO_PICTURES");
  if (!folder)
    return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = (png_uint_32)w;
  image.height = (png_uint_32)h;
  image.format = rgb ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
    fprintf(stderr, "%s: %s\n", path, image.message);
}

#endif
