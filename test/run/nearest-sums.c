// Points are given to the nearest of some centres and summed up by it, in one
// loop or two, with few points, many, and no centres.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#define N 700
typedef struct point {
  unsigned char x, y;
} point;
typedef struct sums {
  long x, y, points;
} sums;
static point p[N];
static sums s[8];
static unsigned char nearest[N];
static float centre[8][2];

static void
assign(int n, int k)
{
#pragma loft
  for (int i = 0; i < n; i++) {
    float least = 1e30f;
    int best = 0;
    for (int c = 0; c < k; c++) {
      float x = p[i].x - centre[c][0], y = p[i].y - centre[c][1];
      float d = x * x + y * y;
      if (d < least) {
        least = d;
        best = c;
      }
    }
    nearest[i] = (unsigned char)best;
    s[nearest[i] & 7].x += p[i].x;
    s[nearest[i] & 7].y += p[i].y;
    s[nearest[i] & 7].points++;
  }
}

static void
assign_twice(int n, int k)
{
#pragma loft
  for (int r = 0; r < 2; r++) {
    for (int i = 0; i < n; i++) {
      int least = 1 << 20, best = 0;
      for (int c = 0; c < k; c++) {
        int d = p[i].x * c - p[i].y - r;
        best = d * d < least ? c : best;
        least = d * d < least ? d * d : least;
      }
      nearest[i] = (unsigned char)best;
    }
    for (int i = 0; i < n; i++)
      s[nearest[i] & 7].points += p[i].y;
  }
}

int
main(void)
{
  static const int sizes[] = {0, 3, 64, 65, 700};
  for (int i = 0; i < N; i++)
    p[i] = (point){(unsigned char)(i * 37), (unsigned char)(i * i)};
  for (int c = 0; c < 8; c++)
    centre[c][0] = 30.0f * (float)c, centre[c][1] = 250.0f - 31.0f * (float)c;
  for (int r = 0; r < 5; r++)
    for (int k = 0; k < 9; k += 4) {
      assign(sizes[r], k);
      assign_twice(sizes[r], k);
      for (int c = 0; c < 8; c++)
        printf("%ld %ld %ld ", s[c].x, s[c].y, s[c].points);
      for (int i = 0; i < sizes[r]; i += 9)
        printf("%d ", nearest[i]);
      printf("\n");
    }
}
