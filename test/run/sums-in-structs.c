// Sums of rows behind pointers in structures, into other fields of these: a field
// that is written is none of the pointers.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

typedef struct neuron {
  float *w;
  float bias, value;
  int *from;
  int used;
} neuron;

static void
forward(int n, int m, neuron *layer, const float *in) {
#pragma loft
  for (int i = 0; i < n; i++) {
    float sum = layer[i].bias;
    for (int k = 0; k < m; k++)
      sum += layer[i].w[k] * in[k];
    layer[i].value = sum > 0 ? sum : 0;
  }
}

// The rows are written as well.
static void
learn(int n, int m, neuron *layer, float rate) {
#pragma loft
  for (int i = 0; i < n; i++) {
    neuron one = layer[i];
    for (int k = 0; k < m; k++)
      one.w[k] += rate * one.value;
    layer[i].bias += rate;
  }
}

int
main(void) {
  static const int sizes[] = {1, 2, 65};
  enum { INPUTS = 12 };
  float in[INPUTS];
  for (int k = 0; k < INPUTS; k++)
    in[k] = (float)(k % 5 - 2);
  for (int s = 0; s < 3; s++) {
    int n = sizes[s];
    neuron *layer = malloc((size_t)n * sizeof *layer);
    for (int i = 0; i < n; i++) {
      layer[i] = (neuron){malloc(INPUTS * sizeof(float)), (float)i, 0,
                          malloc(INPUTS * sizeof(int)), INPUTS - 1};
      for (int k = 0; k < INPUTS; k++) {
        layer[i].w[k] = (float)((i * k) % 7 - 3);
        layer[i].from[k] = (i + k * 5) % INPUTS;
      }
    }
    for (int t = 0; t < 3; t++) {
      forward(n, INPUTS - 1, layer, in);
      learn(n, INPUTS - 1, layer, 0.5f);
    }
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum += layer[i].value + layer[i].bias * 3;
      for (int k = 0; k < INPUTS; k++)
        sum += layer[i].w[k] * (float)(k + 1);
      free(layer[i].w), free(layer[i].from);
    }
    printf("%d: %g\n", n, sum);
    free(layer);
  }
}
