// The place of a least element is a subscript: whose range is known without a
// look at the data, so that nothing but the pointers to rows is read before.
// RUN: %clang -O2 -std=gnu17 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { POINTS = 600, CENTRES = 9, DIMS = 4 };

static float points[POINTS][DIMS + 1], centres[CENTRES][DIMS];
static int sums[CENTRES][DIMS], count[CENTRES], near[POINTS];
static float *point[POINTS], *centre[CENTRES];
static int *sum[CENTRES];

static int
nearest(p, n, centre)
float *p, **centre;
int n;
{
  int at = 0;
  float least = 1e30f;
  for (int k = 0; k < n; k++) {
    float d = 0;
    for (int j = 0; j < DIMS; j++)
      d += (p[j] - centre[k][j]) * (p[j] - centre[k][j]);
    if (d < least) {
      least = d;
      at = k;
    }
  }
  return at;
}

static int
assign(int n, int k, float **p, float **c, int **s)
{
  int changed = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = nearest(p[i], k, c);
    if (near[i] != at)
      changed++;
    near[i] = at;
    count[at]++;
    for (int j = 0; j < DIMS; j++)
      s[at][j] += (int)p[i][j];
  }
  return changed;
}

// Counted down, and set to something else where there is none.
static void
last(int n, int k, const float *limit, float *out)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    int at = 2;
    for (int j = k - 1; j > 0; j--)
      if (limit[j] > points[i][0])
        at = j * 2 - 1;
      else if (limit[j] == 7)
        at = k;
    out[i] += limit[at];
  }
}

int
main(void)
{
  static float limit[2 * CENTRES + 1], out[POINTS];
  for (int i = 0; i < POINTS; i++) {
    point[i] = points[i];
    for (int j = 0; j < DIMS; j++)
      points[i][j] = (float)((i * 7 + j * 5) % 23);
  }
  for (int k = 0; k < CENTRES; k++) {
    centre[k] = centres[k * 2 % CENTRES];
    sum[k] = sums[CENTRES - 1 - k];
    for (int j = 0; j < DIMS; j++)
      centres[k][j] = (float)((k * 11 + j) % 23);
  }
  for (int k = 0; k <= 2 * CENTRES; k++)
    limit[k] = (float)(k * 5 % 17);
  for (int k = 0; k <= CENTRES; k += 3) {
    int changed = assign(POINTS, k, point, centre, sum);
    last(POINTS, k, limit, out);
    printf("%d %08x %08x %08x %08x\n", changed, hash(near, sizeof near),
           hash(count, sizeof count), hash(sums, sizeof sums),
           hash(out, sizeof out));
  }
  return 0;
}
