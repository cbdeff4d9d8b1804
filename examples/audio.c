// Recorded sound in windows of different lengths, the notes of a melody: level,
// zero crossings and peak of each, all brought to the same peak, and a low-pass
// filter that starts anew in each.
#include "demo.h"

enum { RATE = 44100 }; // samples a second

// Window w is the length[w] samples from start[w] on.
typedef struct windows {
  int n;
  int *start, *length;
} windows;

// What is said of a window.
typedef struct level {
  double power; // mean square
  float peak;
  int crossings;
} level;

// The levels of all windows.
static void
measure(int n, const int *start, const int *length, const float *sound,
        level *out) {
#pragma loft map
  for (int w = 0; w < n; w++) {
    const float *p = sound + start[w];
    level l = {0, 0, 0};
    for (int k = 0; k < length[w]; k++) {
      l.power += p[k] * p[k];
      if (fabsf(p[k]) > l.peak)
        l.peak = fabsf(p[k]);
      if (k > 0 && (p[k] < 0) != (p[k - 1] < 0))
        l.crossings++;
    }
    if (length[w] > 0)
      l.power /= length[w];
    out[w] = l;
  }
}

// Gives each window but silent ones the peak "loud".
static void
normalise(int n, const int *start, const int *length, float loud,
          float *sound) {
#pragma loft map
  for (int w = 0; w < n; w++) {
    float *p = sound + start[w], peak = 0;
    for (int k = 0; k < length[w]; k++)
      peak = fmaxf(peak, fabsf(p[k]));
    if (peak > 0)
      for (int k = 0; k < length[w]; k++)
        p[k] *= loud / peak;
  }
}

// Keeps what is slow: each sample goes the part "a" of its way from the last
// one of the window.
static void
low_pass(int n, const int *start, const int *length, float a, float *sound) {
#pragma loft map
  for (int w = 0; w < n; w++) {
    float *p = sound + start[w], y = 0;
    for (int k = 0; k < length[w]; k++) {
      y += a * (p[k] - y);
      p[k] = y;
    }
  }
}

// About "total" samples in windows of a twentieth of a second up to one second,
// one after another.
static windows
make_windows(int total) {
  const int most = total / (RATE / 20) + 1;
  windows v = {.n = 0};
  v.start = demo_alloc((size_t)most * sizeof *v.start);
  v.length = demo_alloc((size_t)most * sizeof *v.length);
  for (int at = 0; at < total;) {
    double r = demo_random();
    int length = (int)(RATE * (0.05 + 0.95 * r * r * r));
    length = length < total - at ? length : total - at;
    v.start[v.n] = at;
    v.length[v.n++] = length;
    at += length;
  }
  return v;
}

// A note a window, which fades, with noise.
static void
play(const windows *v, float *sound) {
  for (int w = 0; w < v->n; w++) {
    double pitch = 220 * pow(2, floor(24 * demo_random()) / 12);
    double loud = demo_random();
    for (int k = 0; k < v->length[w]; k++) {
      double t = (double)k / RATE;
      double wave = sin(6.283185307179586 * pitch * t) * exp(-3 * t);
      sound[v->start[w] + k] =
          (float)(loud * (wave + 0.05 * (demo_random() - 0.5)));
    }
  }
}

int
main(void) {
  const int total = demo_scaled(1 << 22, 1);
  windows v = make_windows(total);
  size_t bytes = (size_t)total * sizeof(float);
  float *sound = demo_alloc(bytes), *even = demo_alloc(bytes);
  float *slow = demo_alloc(bytes);
  level *levels = demo_alloc((size_t)v.n * sizeof *levels);
  double *power = demo_alloc((size_t)v.n * sizeof *power);
  play(&v, sound);

  DEMO_RUN("measure", measure(v.n, v.start, v.length, sound, levels));
  for (int w = 0; w < v.n; w++)
    power[w] = levels[w].power;
  demo_result("measure", power, (size_t)v.n, sizeof *power, 'd');
  for (int w = 0; w < v.n; w++) {
    demo_result("measure", &levels[w].peak, 1, sizeof(float), 'f');
    demo_result("measure", &levels[w].crossings, 1, sizeof(int), 'i');
  }
  DEMO_RUN("normalise", {
    memcpy(even, sound, bytes);
    normalise(v.n, v.start, v.length, 0.9f, even);
  });
  demo_result("normalise", even, (size_t)total, sizeof *even, 'f');
  DEMO_RUN("low_pass", {
    memcpy(slow, sound, bytes);
    low_pass(v.n, v.start, v.length, 0.1f, slow);
  });
  demo_result("low_pass", slow, (size_t)total, sizeof *slow, 'f');

  free(v.start);
  free(v.length);
  free(sound);
  free(even);
  free(slow);
  free(levels);
  free(power);
  return 0;
}
