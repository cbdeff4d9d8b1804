// A step per item that reads the values before it, at a distance that is data,
// 0 too.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include "Inputs/weighted.h"

#include <stdio.h>

enum { ITEMS = 30, MOST = 700 };
static float best[MOST + 60];

static void
fill_up(int n, int most, const int *weight, const float *value, float *best) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int c = most; c >= weight[i]; c--)
      if (best[c - weight[i]] + value[i] > best[c])
        best[c] = best[c - weight[i]] + value[i];
}

int
main(void) {
  int weight[ITEMS];
  float value[ITEMS];
  for (int least = 1; least >= 0; least--) {
    for (int i = 0; i < ITEMS; i++) {
      weight[i] = least + i * 37 % 41;
      value[i] = (float)(i * 7919 % 1000) / 8;
    }
    for (int c = 0; c < MOST + 60; c++)
      best[c] = 0;
    fill_up(ITEMS, MOST, weight, value, best);
    printf("%a\n", weighted(MOST + 60, best));
  }
}
