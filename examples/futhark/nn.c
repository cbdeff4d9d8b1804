// The nearest of many places on a map, one after another.
#include "../demo.h"

enum { NEAREST = 20 };

typedef struct place {
  float latitude, longitude;
} place;

static void
distances(int n, const place *places, place from, float *distance) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float x = places[i].latitude - from.latitude;
    float y = places[i].longitude - from.longitude;
    distance[i] = sqrtf(x * x + y * y);
  }
}

// The number of the least distance.
static int
nearest(int n, const float *distance) {
  int best = 0;
#pragma loft reduce
  for (int i = 1; i < n; i++)
    if (distance[i] < distance[best])
      best = i;
  return best;
}

// Fills "found" with the numbers of the nearest places, which are then far.
static void
nearest_all(int n, float *distance, int *found) {
  for (int k = 0; k < NEAREST; k++) {
    found[k] = nearest(n, distance);
    distance[found[k]] = INFINITY;
  }
}

int
main(void) {
  const int n = demo_scaled(1 << 20, 1);
  place *places = demo_alloc((size_t)n * sizeof *places);
  float *distance = demo_alloc((size_t)n * sizeof *distance);
  int found[NEAREST];
  for (int i = 0; i < n; i++)
    places[i] = (place){(float)(180 * demo_random() - 90),
                        (float)(360 * demo_random() - 180)};
  DEMO_RUN("distances", distances(n, places, (place){30, 90}, distance));
  demo_result("distances", distance, (size_t)n, sizeof *distance, 'f');
  DEMO_RUN("nearest", nearest_all(n, distance, found));
  demo_result("nearest", found, NEAREST, sizeof *found, 'i');
  free(places);
  free(distance);
  return 0;
}
