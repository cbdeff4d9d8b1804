// One training step of a network with a hidden layer: forward, the errors of
// its outputs, and the weights adjusted with momentum.
#include "../demo.h"

// A layer's numbers start at 1; number 0 is the bias.
typedef struct network {
  int inputs, hidden, outputs;
  float *input, *middle, *output, *target;
  float *middle_delta, *output_delta;
  float **input_weights, **middle_weights; // [from][to]
  float **input_change, **middle_change;   // the last changes
} network;

static float
squash(float x) {
  return 1 / (1 + expf(-x));
}

static void
forward(int from, int to, float *x, float **weights, float *y) {
  x[0] = 1;
  for (int j = 1; j <= to; j++) {
    float sum = 0;
    for (int k = 0; k <= from; k++)
      sum += weights[k][j] * x[k];
    y[j] = squash(sum);
  }
}

// The errors of the outputs; returns their sum.
static float
output_error(int n, const float *output, const float *target, float *delta) {
  float sum = 0;
  for (int j = 1; j <= n; j++) {
    float o = output[j];
    delta[j] = o * (1 - o) * (target[j] - o);
    sum += fabsf(delta[j]);
  }
  return sum;
}

// The errors of the hidden layer; returns their sum.
static float
hidden_error(int hidden, int outputs, const float *delta, float *const *weights,
             const float *middle, float *errors) {
  float sum = 0;
  for (int j = 1; j <= hidden; j++) {
    float h = middle[j], back = 0;
    for (int k = 1; k <= outputs; k++)
      back += delta[k] * weights[j][k];
    errors[j] = h * (1 - h) * back;
    sum += fabsf(errors[j]);
  }
  return sum;
}

static void
adjust(int from, int to, const float *delta, const float *x, float **weights,
       float **change) {
  for (int k = 0; k <= from; k++)
    for (int j = 1; j <= to; j++) {
      float d = 0.3f * delta[j] * x[k] + 0.3f * change[k][j];
      weights[k][j] += d;
      change[k][j] = d;
    }
}

// One step; returns the sum of the errors.
static float
train(network *t) {
  float error;
#pragma loft region
  {
    forward(t->inputs, t->hidden, t->input, t->input_weights, t->middle);
    forward(t->hidden, t->outputs, t->middle, t->middle_weights, t->output);
    error = output_error(t->outputs, t->output, t->target, t->output_delta);
    error += hidden_error(t->hidden, t->outputs, t->output_delta,
                          t->middle_weights, t->middle, t->middle_delta);
    adjust(t->hidden, t->outputs, t->output_delta, t->middle, t->middle_weights,
           t->middle_change);
    adjust(t->inputs, t->hidden, t->middle_delta, t->input, t->input_weights,
           t->input_change);
  }
  return error;
}

// "n" random numbers below "most" on either side of 0.
static void
fill(int n, float most, float *x) {
  for (int i = 0; i < n; i++)
    x[i] = most * (2 * (float)demo_random() - 1);
}

// "rows" by "columns" random numbers, in rows of their own.
static float **
make_rows(int rows, int columns, float most) {
  float **m = demo_alloc((size_t)rows * sizeof *m);
  for (int k = 0; k < rows; k++) {
    m[k] = demo_alloc((size_t)columns * sizeof **m);
    fill(columns, most, m[k]);
  }
  return m;
}

static void
free_rows(int rows, float **m) {
  for (int k = 0; k < rows; k++)
    free(m[k]);
  free(m);
}

// A layer of "n" random numbers and a bias.
static float *
make_layer(int n) {
  float *x = demo_alloc(((size_t)n + 1) * sizeof *x);
  fill(n + 1, 1, x);
  return x;
}

static void
free_network(network *t) {
  free_rows(t->inputs + 1, t->input_weights);
  free_rows(t->inputs + 1, t->input_change);
  free_rows(t->hidden + 1, t->middle_weights);
  free_rows(t->hidden + 1, t->middle_change);
  free(t->input);
  free(t->middle);
  free(t->output);
  free(t->target);
  free(t->middle_delta);
  free(t->output_delta);
}

int
main(void) {
  network t = {.inputs = demo_scaled(1 << 17, 1), .hidden = 16, .outputs = 1};
  t.input = make_layer(t.inputs);
  t.middle = make_layer(t.hidden);
  t.output = make_layer(t.outputs);
  t.target = make_layer(t.outputs);
  t.middle_delta = make_layer(t.hidden);
  t.output_delta = make_layer(t.outputs);
  t.input_weights = make_rows(t.inputs + 1, t.hidden + 1, 0.01f);
  t.input_change = make_rows(t.inputs + 1, t.hidden + 1, 0);
  t.middle_weights = make_rows(t.hidden + 1, t.outputs + 1, 0.5f);
  t.middle_change = make_rows(t.hidden + 1, t.outputs + 1, 0);

  float error = 0;
  DEMO_RUN("train", error = train(&t));
  demo_result("train", &error, 1, sizeof error, 'f');
  for (int k = 0; k <= t.inputs; k++)
    demo_result("train", t.input_weights[k], (size_t)t.hidden + 1,
                sizeof(float), 'f');
  free_network(&t);
  return 0;
}
